// After a backup was restored: who was erased since it was taken is there again, and is erased again before anybody gets in. The list of
// them is no part of the database; what it lacks is written into it.

import type { Tx } from '../../../../platform/db/database.ts';
import { appendErased, type Erased, readErased } from '../../../../platform/db/privacy/erased-list.ts';
import type { Context } from '../../../../platform/feature.ts';
import { endAccess, endSessions } from '../../../auth/service.ts';
import { announce } from '../../announce.ts';
import type { PeopleDeps } from '../../deps.ts';
import { lockEmployee, updateEmployee } from '../../repo.ts';
import { lockRoster } from '../../roles/role-repo.ts';
import { erase } from './erasing.ts';
import { findHeir, isOwnerless } from './heir-repo.ts';
import { erasedAmong, holdLeaver, listErased } from './leaver-repo.ts';
import { endFor } from './leaving.ts';

type Needs = Pick<Context, 'db' | 'log'>;

const byCompany = (deps: PeopleDeps) => Map.groupBy(readErased(deps.erasedList), ({ company_id }) => company_id);

/** Everybody on the list. Whoever cannot be erased is shut out, and tried again with each call. */
export async function eraseAgain({ db, log }: Needs, deps: PeopleDeps): Promise<void> {
  for (const [company_id, people] of byCompany(deps)) {
    const listed = [...new Set(people.map(({ employee_id }) => employee_id))];
    const done = new Set(await db.company(company_id, (tx) => erasedAmong(tx, listed), 'snapshot'));
    for (const employee_id of listed)
      if (!done.has(employee_id))
        await db
          .company(company_id, (tx) => eraseOne(tx, { employee_id, listed }, deps))
          .catch((error: unknown) => {
            log.error({ err: error, company_id, employee_id }, 'erasing somebody whom a backup has brought back');
            return db.company(company_id, (tx) => shutOut(tx, employee_id, deps));
          })
          .catch((error: unknown) =>
            log.error({ err: error, company_id, employee_id }, 'shutting out somebody whom a backup has brought back'),
          );
  }
}

/** Whom erasing has left without an owner is told in the log: somebody has to name one. */
export async function tellOwnerless({ db, log }: Needs, deps: PeopleDeps): Promise<void> {
  for (const company_id of byCompany(deps).keys())
    if (await db.company(company_id, isOwnerless, 'snapshot'))
      log.warn({ company_id }, 'a company has no owner who can sign in');
}

interface Listed {
  readonly employee_id: string;
  /** Everybody of the company who is on the list: none of them takes over. */
  readonly listed: readonly string[];
}

async function eraseOne(tx: Tx, { employee_id, listed }: Listed, deps: PeopleDeps): Promise<void> {
  await lockRoster(tx);
  const left = await holdLeaver(tx, employee_id);
  if (left) return erase(tx, null, left, deps);
  const before = await lockEmployee(tx, employee_id, true);
  // Came after the backup, or another server was first.
  if (!before || (await erasedAmong(tx, [employee_id])).length) return;
  await endFor(tx, null, before, (await findHeir(tx, listed)) ?? null, deps);
  const row = await holdLeaver(tx, employee_id);
  if (row) await erase(tx, null, row, deps);
}

/** The least that has to hold until they are erased: they do not get in. */
async function shutOut(tx: Tx, employee_id: string, deps: PeopleDeps): Promise<void> {
  await lockRoster(tx);
  const before = await lockEmployee(tx, employee_id);
  if (!before || (await erasedAmong(tx, [employee_id])).length) return;
  const after = await updateEmployee(tx, employee_id, { ...before, employee_account_status: 'INACTIVE' });
  await endSessions(tx, deps.bus, employee_id);
  await endAccess(tx, employee_id);
  await announce(tx, before, after);
}

/** Whoever another server has erased, or a crash has kept from the list. */
export async function completeList({ db }: Pick<Needs, 'db'>, deps: PeopleDeps): Promise<void> {
  const keyOf = ({ company_id, employee_id }: Erased) => `${company_id} ${employee_id}`;
  const listed = new Set(readErased(deps.erasedList).map(keyOf));
  const erased = await db.system(listErased);
  appendErased(
    deps.erasedList,
    erased.filter((one) => !listed.has(keyOf(one))),
  );
}
