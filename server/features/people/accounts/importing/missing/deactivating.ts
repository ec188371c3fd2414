// Who is not in the file is deactivated, a part at a time and told once for the part, and activated again when it is undone.
import { changed, selfChanged } from '#contract/people.ts';
import type { Actor } from '../../../../../platform/actor.ts';
import { audit } from '../../../../../platform/audit/audit.ts';
import type { Tx } from '../../../../../platform/db/database.ts';
import { emitEach, emitMany } from '../../../../../platform/events/emit.ts';
import { endSessions } from '../../../../auth/service.ts';
import { type PeopleDeps, signalActor } from '../../../deps.ts';
import { presentPerson } from '../../../present.ts';
import { type EmployeeRow, lockEmployees } from '../../../repo.ts';
import { setAccountStatus } from '../../accounts.ts';
import { attempt } from '../../bulk.ts';
import type { BatchRow, Became, StoredRow } from '../import-repo.ts';
import { askingOf } from './missing.ts';
import { findEnding, hasRefused, isSwitchedBy, momentOf, switchOff } from './missing-repo.ts';

/**
 * Under the roster's lock, once every row of the file is done. Whoever is not missing any more, or may not be ended, is left alone; and
 * everybody where a row was refused, because it may be about any of them.
 */
export async function deactivatePart(
  tx: Tx,
  actor: Actor,
  batch: BatchRow,
  rows: readonly StoredRow[],
  deps: PeopleDeps,
): Promise<Became[]> {
  const leave = ({ row_number }: StoredRow, message: string): Became => ({
    ...{ row_number, outcome: 'refused', problems: [{ column: null, message }] },
  });
  if (await hasRefused(tx, batch.import_id)) return rows.map((row) => leave(row, UNSURE));
  const ids = rows.flatMap(({ employee_id }) => employee_id ?? []);
  await lockEmployees(tx, ids, false);
  const before = await findEnding(tx, await askingOf(tx, actor, batch), ids);
  const was = new Map(before.map((row) => [row.employee_id, row.employee_account_status]));
  const ended = await switchOff(tx, [...was.keys()]);
  await tell(tx, actor, ended, deps);
  // To the microsecond, which no Date holds.
  const switched_at = ended.length ? await momentOf(tx) : null;
  return rows.map((row): Became => {
    const status = was.get(row.employee_id ?? '');
    if (!status) return leave(row, OTHER);
    const after = { employee_account_status: 'INACTIVE', switched_at };
    const { row_number } = row;
    return {
      ...{ row_number, outcome: 'done', problems: [], made: false },
      ...{ before: { employee_account_status: status }, after },
    };
  });
}
const UNSURE = 'Nobody was deactivated, because a row of the file was refused: it may be about somebody who is missing';
const OTHER = 'Switched on, changed or named by the file since the check, or may do more than you';

/** The company's topic before those of people, as everybody takes them. */
async function tell(tx: Tx, actor: Actor, rows: readonly EmployeeRow[], deps: PeopleDeps): Promise<void> {
  if (!rows.length) return;
  await emitMany(tx, changed, 'company', rows.map(presentPerson));
  const own = rows.map(({ employee_id, status_type }) => ({
    topic: `employee:${employee_id}` as const,
    payload: { status_type },
  }));
  await emitEach(tx, selfChanged, own);
  for (const { employee_id, employee_account_status: status } of rows) {
    await endSessions(tx, deps.bus, employee_id);
    signalActor(tx, deps, actor, employee_id);
    await audit(tx, actor.company_id, actor.employee_id, 'people.account_status_changed', { employee_id, status });
  }
}

/** Null, or why they stay as they are. */
export async function activateAgain(
  tx: Tx,
  actor: Actor,
  { employee_id, activated_at }: EmployeeRow,
  row: { import_id: string; row_number: number },
  deps: PeopleDeps,
): Promise<string | null> {
  if (!(await isSwitchedBy(tx, employee_id, row))) return 'Their account was switched since';
  const status = activated_at ? 'ACTIVE' : 'INVITED';
  const refused = await attempt(tx, () => setAccountStatus(tx, actor, { employee_id, status }, deps));
  return refused && 'You may not activate somebody who may do more than you';
}
