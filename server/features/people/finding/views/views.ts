// One's own views of the list of people: kept, renamed, put anew, deleted. Each person's go one at a time, under their row's lock.
import { isDeepStrictEqual } from 'node:util';
import type { ParsedOf } from '#contract/kernel/endpoint.ts';
import * as contract from '#contract/people/finding/views.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { implement, type Route } from '../../../../platform/feature.ts';
import { AppError, invalid } from '../../../../platform/http/errors.ts';
import { lockEmployee } from '../../repo.ts';
import { deleteView, listViews, putView } from './view-repo.ts';

const MOST_VIEWS = 50;

/** Made twice under one id it is one. */
async function createView(tx: Tx, by: string, asked: ParsedOf<typeof contract.createView>): Promise<contract.View> {
  await lockEmployee(tx, by);
  const all = await listViews(tx, by);
  const there = all.find(({ view_id }) => view_id === asked.view_id);
  if (there) {
    if (!isDeepStrictEqual({ ...there }, asked)) throw invalid([{ path: 'view_id', message: 'This id is taken' }]);
    return there;
  }
  refuseTaken(all, asked);
  if (all.length >= MOST_VIEWS) throw new AppError('TOO_MANY_VIEWS');
  await putView(tx, by, asked);
  return asked;
}

async function updateView(
  tx: Tx,
  by: string,
  { view_id, view_name, query }: ParsedOf<typeof contract.updateView>,
): Promise<contract.View> {
  await lockEmployee(tx, by);
  const all = await listViews(tx, by);
  const before = all.find((one) => one.view_id === view_id);
  if (!before) throw new AppError('VIEW_NOT_FOUND');
  const after = { view_id, view_name: view_name ?? before.view_name, query: query ?? before.query };
  refuseTaken(all, after);
  await putView(tx, by, after);
  return after;
}

function refuseTaken(all: readonly contract.View[], wanted: contract.View): void {
  const name = wanted.view_name.toLocaleLowerCase('en');
  const other = all.some((one) => one.view_id !== wanted.view_id && one.view_name.toLocaleLowerCase('en') === name);
  if (other) throw new AppError('VIEW_ALREADY_EXIST');
}

export const viewRoutes: readonly Route[] = implement(contract, {
  listViews: async ({ tx, actor }) => ({ items: await listViews(tx, actor.employee_id) }),
  createView: async ({ tx, actor }, input) => ({ view: await createView(tx, actor.employee_id, input) }),
  updateView: async ({ tx, actor }, input) => ({ view: await updateView(tx, actor.employee_id, input) }),
  deleteView: async ({ tx, actor }, { view_id }) => {
    if (!(await deleteView(tx, actor.employee_id, view_id))) throw new AppError('VIEW_NOT_FOUND');
    return {};
  },
});
