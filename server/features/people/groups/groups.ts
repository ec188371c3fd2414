// The groups: made, changed, given members. All of it under the roster's lock, before any person's row.
import { isDeepStrictEqual } from 'node:util';
import { type AuditAction, PROVISIONING_ACTOR } from '#contract/audit.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import * as contract from '#contract/people/groups.ts';
import type { Actor } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/events/emit.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import { encodePlace, placeByName } from '../finding/places.ts';
import { holdEmployees, lockEmployees } from '../repo.ts';
import { lockRoster } from '../roles/role-repo.ts';
import { checkRule } from './criteria.ts';
import {
  addMembers,
  deleteGroupRow,
  findGroups,
  type GroupRow,
  insertGroup,
  leaveGroupRows,
  listGroups,
  removeMembers,
  updateGroupRow,
} from './group-repo.ts';
import { countMembers, listMembers } from './membership.ts';

const MOST_GROUPS = 500;
const DEFAULT_PAGE = 50;

export const listAll = async (tx: Tx): Promise<contract.Group[]> => present(tx, await listGroups(tx));

async function present(tx: Tx, rows: readonly GroupRow[]): Promise<contract.Group[]> {
  const counts = await countMembers(tx, rows);
  return rows.map(({ group_id, name, description, rule, provisioned }, at) => ({
    group_id,
    group_name: name,
    group_description: description,
    rule,
    provisioned,
    members: counts[at] ?? 0,
  }));
}
const presentOne = async (tx: Tx, row: GroupRow) => (await present(tx, [row]))[0] as contract.Group;

type ByProvider = Pick<GroupRow, 'provisioned' | 'external_id'>;

/** Made twice under one id it is one. */
export async function createGroup(
  tx: Tx,
  actor: Actor,
  {
    group_id,
    group_name: name,
    group_description: description = '',
    rule = null,
  }: ParsedOf<typeof contract.createGroup>,
  from: ByProvider = { provisioned: false, external_id: null },
): Promise<contract.Group> {
  if (rule) checkRule(rule);
  const row: GroupRow = { group_id, name, description, rule, ...from };
  await lockRoster(tx);
  const all = await listGroups(tx);
  const there = all.find((one) => one.group_id === group_id);
  if (there) {
    if (!isDeepStrictEqual({ ...there }, row)) throw invalid([{ path: 'group_id', message: 'This id is taken' }]);
    return presentOne(tx, there);
  }
  refuseTaken(row, all);
  if (all.length >= MOST_GROUPS) throw new AppError('TOO_MANY_GROUPS');
  await insertGroup(tx, row);
  await tell(tx, actor, 'people.group_created', { group_id, name });
  return presentOne(tx, row);
}

/** Nothing is written or told if nothing differs. */
export async function updateGroup(
  tx: Tx,
  actor: Actor,
  { group_id, group_name, group_description, rule }: ParsedOf<typeof contract.updateGroup>,
  from?: ByProvider,
): Promise<contract.Group> {
  if (rule) checkRule(rule);
  await lockRoster(tx);
  const before = await find(tx, group_id);
  refuseProvisioned(actor, before);
  if (rule && !before.rule) throw new AppError('GROUP_KIND');
  const after: GroupRow = {
    group_id,
    name: group_name ?? before.name,
    description: group_description ?? before.description,
    rule: rule ?? before.rule,
    provisioned: from?.provisioned ?? before.provisioned,
    external_id: from ? from.external_id : before.external_id,
  };
  if (isDeepStrictEqual({ ...before }, after)) return presentOne(tx, before);
  refuseTaken(after, await listGroups(tx));
  await updateGroupRow(tx, after);
  await tell(tx, actor, 'people.group_changed', {
    group_id,
    name: after.name,
    ...(after.name !== before.name && { was: before.name }),
  });
  return presentOne(tx, after);
}

export async function deleteGroup(tx: Tx, actor: Actor, group_id: string): Promise<void> {
  await lockRoster(tx);
  const row = await find(tx, group_id);
  refuseProvisioned(actor, row);
  const { name } = row;
  await deleteGroupRow(tx, group_id);
  await tell(tx, actor, 'people.group_deleted', { group_id, name });
}

export async function changeMembers(
  tx: Tx,
  actor: Actor,
  { group_id, add = [], remove = [] }: ParsedOf<typeof contract.updateGroupMembers>,
): Promise<contract.Group> {
  await lockRoster(tx);
  const row = await find(tx, group_id);
  if (row.rule) throw new AppError('GROUP_KIND');
  refuseProvisioned(actor, row);
  const [given, taken] = [new Set(add), new Set(remove)];
  const wanted = given.union(taken);
  if ((await holdEmployees(tx, [...wanted])).length !== wanted.size) throw new AppError('EMPLOYEE_NOT_FOUND');
  if (!given.isDisjointFrom(taken)) throw invalid([{ path: 'add', message: 'Nobody can come and go at once' }]);
  const [came, went] = [await addMembers(tx, group_id, [...given]), await removeMembers(tx, group_id, [...taken])];
  await tellMembers(tx, actor, row, came, went);
  return presentOne(tx, row);
}

/**
 * Those who are there; of each who was removed, in the order of the ids, the code of why not. GROUP_NOT_FOUND, GROUP_KIND;
 * EMPLOYEE_NOT_FOUND for the whole if one never was here.
 */
export async function addToGroup(
  tx: Tx,
  actor: Actor,
  { group_id, employee_ids }: { group_id: string; employee_ids: readonly string[] },
): Promise<(string | null)[]> {
  await lockRoster(tx);
  const row = await find(tx, group_id);
  if (row.rule) throw new AppError('GROUP_KIND');
  refuseProvisioned(actor, row);
  if (!(await lockEmployees(tx, employee_ids, false))) throw new AppError('EMPLOYEE_NOT_FOUND');
  const there = new Set((await holdEmployees(tx, employee_ids)).map((row) => row.employee_id));
  await tellMembers(tx, actor, row, await addMembers(tx, group_id, [...there]), []);
  return employee_ids.map((employee_id) => (there.has(employee_id) ? null : 'EMPLOYEE_NOT_FOUND'));
}

/** Who is in the group, or would be in one with the rule. INVALID_REQUEST unless exactly one of them is asked for. */
export async function listGroupMembers(
  tx: Tx,
  { group_id, rule, limit = DEFAULT_PAGE, cursor }: ParsedOf<typeof contract.listGroupMembers>,
): Promise<ResponseOf<typeof contract.listGroupMembers>> {
  if ((group_id === undefined) === (rule === undefined))
    throw invalid([{ path: 'group_id', message: 'Give a group or a rule' }]);
  if (rule) checkRule(rule);
  const group = group_id ? await find(tx, group_id) : { group_id: null, rule: rule ?? null };
  const place = placeByName(cursor);
  const rows = await listMembers(tx, group, place, limit + 1);
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return {
    items: items.map(({ sort_name: _, ...person }) => person),
    next_cursor: last ? encodePlace(['name', last.sort_name, last.employee_id]) : null,
    total: (await countMembers(tx, [group]))[0] ?? 0,
  };
}

/**
 * The person is in these of the groups with chosen members and in no others, but for those that come from the company's identity
 * provider: nobody is taken out of these, and GROUP_PROVISIONED refuses to put them in. GROUP_NOT_FOUND; GROUP_KIND for one that goes by
 * a rule.
 */
export async function putInGroups(
  tx: Tx,
  actor: Actor,
  employee_id: string,
  group_ids: readonly string[],
): Promise<void> {
  const all = await listGroups(tx);
  const wanted = new Set(group_ids);
  const named = all.filter(({ group_id }) => wanted.has(group_id));
  if (named.length !== wanted.size) throw new AppError('GROUP_NOT_FOUND');
  if (named.some(({ rule }) => rule)) throw new AppError('GROUP_KIND');
  let changed = false;
  for (const group of all.filter(({ rule, provisioned }) => !rule && !provisioned)) {
    const { group_id } = group;
    const [came, went] = wanted.has(group_id)
      ? [await addMembers(tx, group_id, [employee_id]), []]
      : [[], await removeMembers(tx, group_id, [employee_id])];
    changed = (await noteMembers(tx, actor, group, came, went)) || changed;
  }
  for (const { group_id } of named.filter(({ provisioned }) => provisioned))
    if ((await addMembers(tx, group_id, [employee_id])).length) throw new AppError('GROUP_PROVISIONED');
  if (changed) await emit(tx, contract.groupsChanged, 'company', {});
}

/** Somebody is removed: they are in no group any more. The line that says so says this, too; so does that of their coming back. */
export async function leaveGroups(tx: Tx, employee_id: string): Promise<void> {
  if (await leaveGroupRows(tx, employee_id)) await emit(tx, contract.groupsChanged, 'company', {});
}

async function find(tx: Tx, group_id: string): Promise<GroupRow> {
  const [row] = await findGroups(tx, [group_id]);
  if (!row) throw new AppError('GROUP_NOT_FOUND');
  return row;
}

/** What the identity provider looks after is changed there. */
function refuseProvisioned(actor: Actor, { provisioned }: GroupRow): void {
  if (provisioned && actor.employee_id !== PROVISIONING_ACTOR) throw new AppError('GROUP_PROVISIONED');
}

function refuseTaken(row: GroupRow, all: readonly GroupRow[]): void {
  const key = keyOf(row.name);
  if (all.some((one) => one.group_id !== row.group_id && keyOf(one.name) === key))
    throw new AppError('GROUP_ALREADY_EXIST');
}

const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase();

type Moved = Pick<GroupRow, 'group_id' | 'name'>;
/** As many as come or go at once by hand; a line with thousands would be none to be read. */
const MOST_NOTED = 500;

/** Writes down who came to a group with chosen members and who went. False if that is nobody. */
export async function noteMembers(
  tx: Tx,
  { company_id, employee_id }: Pick<Actor, 'company_id' | 'employee_id'>,
  { group_id, name }: Moved,
  add: readonly string[],
  remove: readonly string[],
): Promise<boolean> {
  const moved = add.length + remove.length;
  if (!moved) return false;
  const who = moved > MOST_NOTED ? { added: add.length, removed: remove.length } : { add, remove };
  await audit(tx, company_id, employee_id, 'people.group_members_changed', { group_id, name, ...who });
  return true;
}

/** The same, and everybody who shows groups hears of it. */
export async function tellMembers(
  tx: Tx,
  actor: Actor,
  group: Moved,
  add: readonly string[],
  remove: readonly string[],
): Promise<boolean> {
  const changed = await noteMembers(tx, actor, group, add, remove);
  if (changed) await emit(tx, contract.groupsChanged, 'company', {});
  return changed;
}

async function tell(
  tx: Tx,
  actor: Actor,
  action: AuditAction,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await audit(tx, actor.company_id, actor.employee_id, action, detail);
  await emit(tx, contract.groupsChanged, 'company', {});
}
