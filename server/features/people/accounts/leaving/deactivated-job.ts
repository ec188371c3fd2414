// Deletes the accounts that have been switched off for longer than the company keeps them (its setting `deactivated_days`), as somebody
// would by hand: they can come back for thirty days. Where somebody has to be named who takes over, that is for a person to decide: the
// account stays as it is, which is told once. One person a transaction; several servers may run this: under the roster's lock each is
// looked at again. While the company is suspended nobody is deleted.
import { changed } from '#contract/people.ts';
import { audit } from '../../../../platform/audit/audit.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { keepRounds } from '../../../../platform/db/rounds.ts';
import { emit } from '../../../../platform/events/emit.ts';
import type { Context } from '../../../../platform/feature.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { isServed } from '../../../auth/service.ts';
import { companiesLettingGo, settingsOf } from '../../../company/service.ts';
import type { PeopleDeps } from '../../deps.ts';
import { presentPerson } from '../../present.ts';
import { type EmployeeRow, lockEmployee } from '../../repo.ts';
import { lockRoster } from '../../roles/role-repo.ts';
import { attempt } from '../bulk.ts';
import { isDeactivated, isOnlyOwner, listDeactivated, noteAwaitsHeir } from './deactivated-repo.ts';
import { endFor } from './leaving.ts';

const EVERY_MS = 3_600_000;
const FIRST_MS = 300_000;
/** Looked for at once. */
const BATCH = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type Needs = Pick<Context, 'db' | 'log'>;

/** In all companies that want it. Returns how many people were deleted. */
export async function removeDeactivated(
  needs: Needs,
  deps: PeopleDeps,
  isOver: () => boolean = () => false,
): Promise<number> {
  let removed = 0;
  for (const company_id of await needs.db.system(companiesLettingGo)) {
    if (isOver()) break;
    try {
      removed += await removeOf(needs, deps, company_id, isOver);
    } catch (error) {
      // What fails in one company keeps the others from nothing.
      needs.log.error({ err: error, company_id }, 'deleting deactivated accounts');
    }
  }
  return removed;
}

/** Each is tried once: who stays is not in the way of who comes after. */
async function removeOf({ db, log }: Needs, deps: PeopleDeps, company_id: string, isOver: () => boolean) {
  let removed = 0;
  for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
    const from: string = after;
    const due = await db.company(company_id, (tx) => listDue(tx, from));
    for (const employee_id of due) {
      if (isOver()) return removed;
      try {
        if (await db.company(company_id, (tx) => removeOne(tx, employee_id, deps))) removed++;
      } catch (error) {
        log.error({ err: error, company_id, employee_id }, 'deleting a deactivated account');
      }
    }
    after = due.length === BATCH ? due.at(-1) : undefined;
  }
  return removed;
}

async function listDue(tx: Tx, after: string): Promise<string[]> {
  const days = await daysOf(tx);
  return days === null ? [] : listDeactivated(tx, days, after, BATCH);
}

/** Null: everybody is kept, or the company is suspended. */
async function daysOf(tx: Tx): Promise<number | null> {
  const [{ deactivated_days }, served] = await Promise.all([settingsOf(tx), isServed(tx)]);
  return served ? deactivated_days : null;
}

/** Asked again: the setting may have been taken back, somebody may have activated them, and another server have been faster. */
async function removeOne(tx: Tx, employee_id: string, deps: PeopleDeps): Promise<boolean> {
  await lockRoster(tx);
  const deactivated_days = await daysOf(tx);
  if (deactivated_days === null) return false;
  const row = await lockEmployee(tx, employee_id, true);
  if (!row || !(await isDeactivated(tx, deactivated_days, employee_id))) return false;
  if (await isOnlyOwner(tx, employee_id)) {
    await tellOnce(tx, row);
    return false;
  }
  const refused = await attempt(tx, () => endFor(tx, null, row, undefined, deps, { deactivated_days }));
  if (refused === 'HAND_OVER_REQUIRED') await tellOnce(tx, row);
  else if (refused) throw new AppError(refused);
  return !refused;
}

/** In the log, and on the page of whoever has theirs open. */
async function tellOnce(tx: Tx, row: EmployeeRow): Promise<void> {
  const { employee_id } = row;
  if (!(await noteAwaitsHeir(tx, employee_id))) return;
  await emit(tx, changed, 'company', presentPerson(row));
  await audit(tx, tx.company_id, null, 'people.deletion_waits', { employee_id });
}

/** Every hour from now on. Returns the way to end it, which waits for whoever is being deleted. */
export const keepRemovingDeactivated = (context: Needs, deps: PeopleDeps): (() => Promise<void>) =>
  keepRounds(
    { log: context.log, what: 'deleting deactivated accounts', every_ms: EVERY_MS, first_ms: FIRST_MS },
    async (isOver) => {
      await removeDeactivated(context, deps, isOver);
    },
  ).stop;
