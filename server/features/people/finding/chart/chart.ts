// The chart: one level of it at a time.
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import * as contract from '#contract/people/finding/chart.ts';
import type { Actor } from '../../../../platform/actor.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { implement, type Route } from '../../../../platform/feature.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { mayLookUp } from '../../policy.ts';
import { presentPerson } from '../../present.ts';
import { findEmployees } from '../../repo.ts';
import { encodePlace, placeByName } from '../places.ts';
import { countBelow, countLevel, listAbove, listLevel } from './chart-repo.ts';

type Asked = ParsedOf<typeof contract.chart>;
type Answer = ResponseOf<typeof contract.chart>;

const PAGE = 50;
const SHOWN = new Set(['ACTIVE', 'INVITED']);

/** EMPLOYEE_NOT_FOUND for who is not in the chart; NO_PERMISSION where the directory is not for everybody. */
async function readChart(tx: Tx, actor: Actor, { employee_id, limit = PAGE, cursor }: Asked): Promise<Answer> {
  if (!mayLookUp(actor, false)) throw new AppError('NO_PERMISSION');
  const place = placeByName(cursor);
  const around = employee_id === undefined ? top : await aroundPerson(tx, employee_id);
  const of = employee_id ?? null;
  const rows = await listLevel(tx, of, place, limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const size = await countBelow(
    tx,
    of,
    shown.map((row) => row.employee_id),
  );
  return {
    ...around,
    ...size.own,
    items: shown.map((row) => ({ person: presentPerson(row), ...size.of(row.employee_id) })),
    next_cursor: last ? encodePlace(['name', last.sort_name, last.employee_id]) : null,
  };
}

type Around = Pick<Answer, 'person' | 'managers' | 'peers'>;

const top: Around = { person: null, managers: [], peers: 0 };

async function aroundPerson(tx: Tx, employee_id: string): Promise<Around> {
  const [row] = await findEmployees(tx, [employee_id]);
  if (!row || !SHOWN.has(row.employee_account_status)) throw new AppError('EMPLOYEE_NOT_FOUND');
  const above = await listAbove(tx, employee_id);
  const level = await countLevel(tx, above.at(-1)?.employee_id ?? null);
  return { person: presentPerson(row), managers: above.map(presentPerson), peers: Math.max(0, level - 1) };
}

export const chartRoutes: readonly Route[] = implement(contract, {
  chart: ({ tx, actor }, input) => readChart(tx, actor, input),
});
