// The company's own roles: which there are and what each allows. Nobody makes, changes or takes away what allows more than they may do
// themselves: with such a role they could give it to themselves. Giving roles to people stands in grants.ts and members.ts.
import { isDeepStrictEqual } from 'node:util';
import type { AuditAction } from '#contract/audit.ts';
import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import { rolesChanged } from '#contract/people/events.ts';
import {
  type createRole as createEndpoint,
  type Role,
  type updateRole as updateEndpoint,
} from '#contract/people/roles.ts';
import { selfChanged } from '#contract/people.ts';
import { type Permission, permissions } from '#contract/permissions.ts';
import type { Actor } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit, emitEach } from '../../../platform/events/emit.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import { settingsOf } from '../../company/service.ts';
import { type PeopleDeps, signalCompany } from '../deps.ts';
import { covers } from '../policy.ts';
import { standingOf } from './grants.ts';
import {
  countMembers,
  deleteRoleRow,
  findRoles,
  insertRole,
  listHolders,
  listRoles,
  lockRoster,
  type RoleRow,
  updateRoleRow,
} from './role-repo.ts';
import { builtInRoles, permissionsOfRole } from './roles.ts';

/** Of a company's own. */
const MOST_ROLES = 100;

/** Those made with the company in the order in which people know them, then the others by name. */
export async function listAll(tx: Tx): Promise<Role[]> {
  const order = Object.keys(builtInRoles);
  const rank = ({ built_in }: RoleRow) => (built_in === null ? order.length : order.indexOf(built_in));
  const rows = await listRoles(tx);
  return present(
    tx,
    rows.sort((a, b) => rank(a) - rank(b)),
  );
}

/** As people see it. */
export const presentOne = async (tx: Tx, row: RoleRow): Promise<Role> => (await present(tx, [row]))[0] as Role;

async function present(tx: Tx, rows: readonly RoleRow[]): Promise<Role[]> {
  const ids = rows.map(({ role_id }) => role_id);
  const [members, { space_creation }] = await Promise.all([countMembers(tx, ids), settingsOf(tx)]);
  return rows.map((row) => ({
    role_id: row.role_id,
    role_name: row.name,
    built_in: row.built_in as Role['built_in'],
    permissions: [...permissionsOfRole(row, space_creation)],
    members: members.get(row.role_id) ?? 0,
  }));
}

/** The same role under the same id is the answer again; another one is INVALID_REQUEST. */
export async function createRole(tx: Tx, actor: Actor, input: ParsedOf<typeof createEndpoint>): Promise<Role> {
  const row: RoleRow = {
    role_id: input.role_id,
    name: input.role_name,
    permissions: known(input.permissions),
    built_in: null,
  };
  await lockRoster(tx);
  await checkHeld(tx, actor, row.permissions);
  const roles = await listRoles(tx);
  const there = roles.find(({ role_id }) => role_id === row.role_id);
  if (there) {
    if (!isDeepStrictEqual(there, row)) throw invalid([{ path: 'role_id', message: 'This id is taken' }]);
    return presentOne(tx, there);
  }
  refuseTaken(row, roles);
  if (roles.filter(({ built_in }) => built_in === null).length >= MOST_ROLES) throw new AppError('TOO_MANY_ROLES');
  await insertRole(tx, row);
  await tell(tx, actor, 'people.role_created', row);
  return presentOne(tx, row);
}

/** Nothing is written or told if nothing differs. */
export async function updateRole(
  tx: Tx,
  actor: Actor,
  { role_id, role_name, permissions: asked }: ParsedOf<typeof updateEndpoint>,
  deps: PeopleDeps,
): Promise<Role> {
  const before = await holdOwn(tx, actor, role_id);
  const after: RoleRow = {
    ...before,
    name: role_name ?? before.name,
    permissions: asked ? known(asked) : before.permissions,
  };
  if (isDeepStrictEqual(before, after)) return presentOne(tx, before);
  await checkHeld(tx, actor, after.permissions);
  const roles = await listRoles(tx);
  refuseTaken(
    after,
    roles.filter((role) => role.role_id !== role_id),
  );
  await updateRoleRow(tx, after);
  await tell(tx, actor, 'people.role_changed', after, before.name);
  if (!isDeepStrictEqual(before.permissions, after.permissions)) await tellHolders(tx, actor, role_id, deps);
  return presentOne(tx, after);
}

export async function deleteRole(tx: Tx, actor: Actor, role_id: string, deps: PeopleDeps): Promise<void> {
  const role = await holdOwn(tx, actor, role_id);
  await tell(tx, actor, 'people.role_deleted', role);
  await tellHolders(tx, actor, role_id, deps);
  await deleteRoleRow(tx, role_id);
}

/** Under the roster's lock: a role of the company's own that the caller may change. INVALID_ROLE_ID, ROLE_BUILT_IN, NO_PERMISSION. */
async function holdOwn(tx: Tx, actor: Actor, role_id: string): Promise<RoleRow> {
  await lockRoster(tx);
  const [row] = await findRoles(tx, [role_id]);
  if (!row) throw new AppError('INVALID_ROLE_ID');
  if (row.built_in !== null) throw new AppError('ROLE_BUILT_IN');
  // A word that the catalogue no longer has allows nothing, and is in nobody's way.
  const role = { ...row, permissions: permissionsOfRole(row) };
  await checkHeld(tx, actor, role.permissions);
  return role;
}

/** NO_PERMISSION if the caller may not do all of it now, or no longer manages roles. */
async function checkHeld(tx: Tx, actor: Actor, wanted: readonly string[]): Promise<void> {
  const asked = { permissions: new Set([...wanted, 'roles.manage']), owner: false };
  if (!covers(await standingOf(tx, actor.employee_id), asked)) throw new AppError('NO_PERMISSION');
}

/** Each once, in the catalogue's order. INVALID_ACTION for a word that is not in it. */
function known(words: readonly string[]): Permission[] {
  const wanted = new Set(words);
  const found = permissions.filter((permission) => wanted.has(permission));
  if (found.length !== wanted.size) throw new AppError('INVALID_ACTION');
  return found;
}

function refuseTaken({ name }: RoleRow, others: readonly RoleRow[]): void {
  const key = keyOf(name);
  if (others.some((role) => keyOf(role.name) === key)) throw new AppError('ROLE_ALREADY_EXIST');
}

const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase();

/** What those who have it may do is read anew: by the server at once, and by each of their clients. */
async function tellHolders(tx: Tx, actor: Actor, role_id: string, deps: PeopleDeps): Promise<void> {
  const holders = await listHolders(tx, role_id);
  if (!holders.length) return;
  await emitEach(
    tx,
    selfChanged,
    holders.map(({ employee_id, status_type }) => ({
      topic: `employee:${employee_id}`,
      payload: { status_type, rights_changed: true },
    })),
  );
  signalCompany(tx, deps, actor);
}

/** Before any person's topic, as everybody does who tells of a person (announce.ts). */
async function tell(
  tx: Tx,
  actor: Actor,
  action: AuditAction,
  { role_id, name, permissions: allowed }: RoleRow,
  was = name,
): Promise<void> {
  const detail = { role_id, name, ...(was !== name && { was }), permissions: allowed };
  await audit(tx, actor.company_id, actor.employee_id, action, detail);
  await emit(tx, rolesChanged, 'company', {});
}
