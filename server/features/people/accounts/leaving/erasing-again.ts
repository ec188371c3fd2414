// After a backup was restored: who was erased since it was taken is there again, and is erased again before anybody gets in. The list of
// them is no part of the database; what it lacks is written into it.

import type { Tx } from '../../../../platform/db/database.ts';
import { appendErased, type Erased, readErased } from '../../../../platform/db/privacy/erased-list.ts';
import type { Context } from '../../../../platform/feature.ts';
import type { PeopleDeps } from '../../deps.ts';
import { lockEmployee } from '../../repo.ts';
import { findOtherOwner, lockRoster } from '../../roles/role-repo.ts';
import { effectsOf } from './effects.ts';
import { erase } from './erasing.ts';
import { erasedAmong, holdLeaver, listErased } from './leaver-repo.ts';
import { endFor } from './leaving.ts';

type Needs = Pick<Context, 'db' | 'log'>;

/** Everybody on the list. What cannot be done is told in the log, and tried at each start. */
export async function eraseAgain({ db, log }: Needs, deps: PeopleDeps): Promise<void> {
  const byCompany = Map.groupBy(readErased(deps.erasedList), ({ company_id }) => company_id);
  for (const [company_id, people] of byCompany) {
    const ids = people.map(({ employee_id }) => employee_id);
    const done = new Set(await db.company(company_id, (tx) => erasedAmong(tx, ids), 'snapshot'));
    for (const employee_id of new Set(ids))
      if (!done.has(employee_id))
        await db
          .company(company_id, (tx) => eraseOne(tx, employee_id, deps))
          .catch((error: unknown) =>
            log.error({ err: error, company_id, employee_id }, 'erasing somebody whom a backup has brought back'),
          );
  }
}

async function eraseOne(tx: Tx, employee_id: string, deps: PeopleDeps): Promise<void> {
  await lockRoster(tx);
  const left = await holdLeaver(tx, employee_id);
  if (left) return erase(tx, null, left, deps);
  const before = await lockEmployee(tx, employee_id, true);
  // Came after the backup, or another server was first.
  if (!before || (await erasedAmong(tx, [employee_id])).length) return;
  const { needs_heir } = await effectsOf(tx, before, deps);
  const heir = needs_heir ? await findOtherOwner(tx, employee_id) : undefined;
  await endFor(tx, null, before, heir, deps);
  const row = await holdLeaver(tx, employee_id);
  if (row) await erase(tx, null, row, deps);
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
