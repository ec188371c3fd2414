// An import is undone: some rows at a time, reports before their managers. What somebody has done since is never taken back.
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../../../platform/actor.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { holdTopics } from '../../../../platform/events/emit.ts';
import { removeUnused } from '../../departments/departments.ts';
import type { PeopleDeps } from '../../deps.ts';
import { listGroups } from '../../groups/group-repo.ts';
import { findEmployees, lockEmployees } from '../../repo.ts';
import { lockRoster } from '../../roles/role-repo.ts';
import { attempt } from '../bulk.ts';
import { editEmployee } from '../employees.ts';
import { letNumberGo } from '../leaving/leaver-repo.ts';
import { removeEmployee } from '../leaving/leaving.ts';
import { type BatchRow, type Became, nextToUndo, type StoredRow, setStatus, settleRows } from './import-repo.ts';
import { groupsOf, rolesOfAll } from './judging/world-repo.ts';
import { activateAgain } from './missing/deactivating.ts';
import { isWritten } from './written.ts';

/** Each takes some twenty statements, and the locks of all are held. */
const PART = 40;

const said: Readonly<Record<string, string>> = {
  AUTH_EMAIL_ALREADY_EXISTS: 'Somebody else has the work e-mail of before',
  DEPARTMENT_NOT_FOUND: 'The department of before is no longer there',
  EMPLOYEE_NUMBER_TAKEN: 'Somebody else has the employee number of before',
  EMPLOYEE_NOT_FOUND: 'The manager of before is no longer here',
  GROUP_NOT_FOUND: 'A group of before is no longer there',
  HAND_OVER_REQUIRED: 'This person runs something by now: remove them by hand, and say who takes over',
  INVALID_ROLE_ID: 'A role of before is no longer there',
  LAST_OWNER: 'A company needs an owner: this is the last one',
  NO_PERMISSION: 'You may not do this to somebody who may do more than you',
};

/** False if there was nothing left, and it is done now. */
export async function undoPart(tx: Tx, actor: Actor, batch: BatchRow, deps: PeopleDeps): Promise<boolean> {
  await lockRoster(tx);
  const all = await nextToUndo(tx, batch.import_id, PART);
  // One kind at a time, as they were done.
  const rows = all.filter(({ verdict }) => (verdict === 'missing') === (all[0]?.verdict === 'missing'));
  if (!rows.length) {
    const made = batch.departments.flatMap((one) => one.made);
    const rules = JSON.stringify((await listGroups(tx)).map(({ rule }) => rule));
    await removeUnused(tx, actor, made, (id) => rules.includes(id));
    await setStatus(tx, batch.import_id, 'undone');
    return false;
  }
  const ids = rows.flatMap(({ employee_id }) => employee_id ?? []);
  await lockEmployees(tx, ids, true);
  // All at once and in one order, because each of them tells something.
  await holdTopics(tx, ['company', ...ids.map((id) => `employee:${id}` as const)]);
  const became: Became[] = [];
  for (const row of rows) {
    const written = await isWritten(tx, async () => became.push(await undoRow(tx, actor, batch, row, deps)));
    if (!written) became.push(kept(row, 'This could not be saved: do it by hand'));
  }
  await settleRows(tx, batch.import_id, became);
  return true;
}

const kept = ({ row_number }: StoredRow, message: string): Became => ({
  row_number,
  outcome: 'kept',
  problems: [{ column: null, message }],
});

async function undoRow(
  tx: Tx,
  actor: Actor,
  { import_id }: BatchRow,
  row: StoredRow,
  deps: PeopleDeps,
): Promise<Became> {
  const undone: Became = { row_number: row.row_number, outcome: 'undone', problems: [] };
  if (!row.made && !row.before) return undone;
  const [there] = row.employee_id ? await findEmployees(tx, [row.employee_id]) : [];
  if (!there) return row.made ? undone : kept(row, 'This person was removed meanwhile');
  if (row.verdict === 'missing') {
    const why = await activateAgain(tx, actor, there, { import_id, row_number: row.row_number }, deps);
    return why ? kept(row, why) : undone;
  }
  const { employee_id } = there;
  const { back, left } = await backOf(tx, row, there);
  if (row.made) {
    if (there.activated_at !== null) return kept(row, 'This person has signed in meanwhile');
    if (left.length) return kept(row, `This person was changed since: ${left.join(', ')}`);
    // The corrected file may give the number to whom it belongs.
    const remove = async () => {
      await removeEmployee(tx, actor, { employee_id }, deps);
      await letNumberGo(tx, employee_id);
    };
    const refused = await attempt(tx, remove);
    return refused ? kept(row, said[refused] ?? 'This person cannot be removed') : undone;
  }
  const { work_email, ...rest } = back;
  const give = { employee_id, ...rest, ...(work_email !== undefined && { work_email_id: work_email }) };
  const refused = Object.keys(back).length
    ? await attempt(tx, () => editEmployee(tx, actor, give as Parameters<typeof editEmployee>[2], deps))
    : null;
  const mayNot = work_email ? said['NO_PERMISSION'] : 'You may not give or take these roles';
  const message = refused === 'NO_PERMISSION' ? mayNot : said[refused ?? ''];
  if (refused) return kept(row, message ?? 'This person cannot be changed back');
  return left.length ? kept(row, `Changed since, and left as it is: ${left.join(', ')}`) : undone;
}

/** What stands as it was put there goes back; the rest was changed since. */
async function backOf(tx: Tx, { before, after, employee_id }: StoredRow, there: object) {
  const ids = [employee_id as string];
  const roles = (await rolesOfAll(tx, ids)).get(ids[0] as string) ?? [];
  const all = await listGroups(tx);
  const fixed = new Set(all.filter(({ rule }) => !rule).map(({ group_id }) => group_id));
  const groups = ((await groupsOf(tx, ids)).get(ids[0] as string) ?? []).filter((id) => fixed.has(id));
  const now: Record<string, unknown> = { ...there, role_ids: roles, group_ids: groups };
  const [back, left]: [Record<string, unknown>, string[]] = [{}, []];
  for (const [key, value] of Object.entries(after ?? {})) {
    if (isDeepStrictEqual(sorted(now[key]), sorted(value))) back[key] = before?.[key];
    else left.push(words[key] ?? key.replaceAll('_', ' '));
  }
  return { back, left };
}
const sorted = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(String).toSorted((a, b) => (a < b ? -1 : 1)) : (value ?? null);
const words: Readonly<Record<string, string>> = {
  position_title: 'job title',
  department_id: 'department',
  manager_id: 'manager',
  profile_url: 'picture',
  work_email: 'work e-mail',
  role_ids: 'roles',
  group_ids: 'groups',
};
