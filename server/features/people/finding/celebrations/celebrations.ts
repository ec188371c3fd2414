// Whose birthday is soon, and who will have been here for whole years.
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import * as contract from '#contract/people/finding/celebrations.ts';
import type { Actor } from '../../../../platform/actor.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { implement, type Route } from '../../../../platform/feature.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { settingsOf } from '../../../company/service.ts';
import { mayLookUp } from '../../policy.ts';
import { presentPerson } from '../../present.ts';
import { findEmployees } from '../../repo.ts';
import { listCelebrations, todayIn } from './celebrations-repo.ts';

async function readCelebrations(tx: Tx, actor: Actor): Promise<ResponseOf<typeof contract.celebrations>> {
  if (!mayLookUp(actor, false)) throw new AppError('NO_PERMISSION');
  const { time_zone } = await settingsOf(tx);
  const today = await todayIn(tx, time_zone);
  const rows = await listCelebrations(tx, today, contract.AHEAD_DAYS, contract.MOST_CELEBRATIONS);
  const found = await findEmployees(tx, [...new Set(rows.map(({ employee_id }) => employee_id))]);
  const people = new Map(found.map((row) => [row.employee_id, presentPerson(row)]));
  return {
    today,
    time_zone,
    items: rows.flatMap(({ employee_id, total: _, ...rest }) => {
      const person = people.get(employee_id);
      return person ? [{ person, ...rest }] : [];
    }),
    more: (rows[0]?.total ?? 0) - rows.length,
  };
}

export const celebrationRoutes: readonly Route[] = implement(
  { celebrations: contract.celebrations },
  { celebrations: ({ tx, actor }) => readCelebrations(tx, actor) },
);
