// Saved views of the list of people: each person's own, kept on the server, at most fifty, and gone with the person.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createView, deleteView, listViews, updateView, type View } from '#contract/people/finding/views.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const query: View['query'] = {
  q: 'bak',
  sort: 'last_seen',
  reverse: true,
  columns: ['manager'],
  statuses: ['INVITED'],
  seen: 'not_month',
};
const save = async (by: TestClient, view_name: string, given: Partial<View> = {}): Promise<View> =>
  (await by.call(createView, { view_id: uuid(), view_name, query, ...given })).view;
const names = async (by: TestClient) => (await by.call(listViews, {})).items.map((view) => view.view_name);
const manager = async (owner: TestClient): Promise<TestClient> => {
  const { roles = [] } = await owner.call(people.dropdown, { kinds: ['roles'] });
  const role_ids = roles.filter(({ label }) => label === 'People manager').map(({ id }) => id);
  return addPerson(app, owner, { role_ids });
};

test('kept, listed by name, renamed, put anew, deleted; nobody sees those of somebody else', async () => {
  const { owner } = await registerCompany(app);
  const other = await manager(owner);
  const drivers = await save(owner, 'drivers');
  await save(owner, 'Bakers');
  expect(await names(owner)).toEqual(['Bakers', 'drivers']);
  expect((await owner.call(listViews, {})).items[1]).toEqual({ view_id: drivers.view_id, view_name: 'drivers', query });
  expect(await names(other)).toEqual([]);
  const { view } = await owner.call(updateView, { view_id: drivers.view_id, view_name: 'All drivers' });
  expect(view).toEqual({ ...drivers, view_name: 'All drivers' });
  await owner.call(updateView, { view_id: drivers.view_id, query: {} });
  expect((await owner.call(listViews, {})).items[0]).toEqual({ ...view, query: {} });
  const view_id = drivers.view_id;
  const gone = { code: 'VIEW_NOT_FOUND' };
  await expect(other.call(updateView, { view_id, view_name: 'Mine' })).rejects.toMatchObject(gone);
  await expect(other.call(deleteView, { view_id })).rejects.toMatchObject(gone);
  // The same name, even the same id, is no matter between people.
  await save(other, 'Bakers', { view_id });
  await owner.call(deleteView, { view_id });
  await expect(owner.call(deleteView, { view_id })).rejects.toMatchObject(gone);
  expect(await names(owner)).toEqual(['Bakers']);
  expect(await names(other)).toEqual(['Bakers']);
});

test('saved twice it is one; a name twice, the fifty-first, and what is no view are refused and change nothing', async () => {
  const { owner } = await registerCompany(app);
  const colleague = await addPerson(app, owner);
  const first = await save(owner, 'First');
  expect(await save(owner, 'First', first)).toEqual(first);
  await expect(save(owner, 'Other', { view_id: first.view_id })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  await expect(save(owner, 'FIRST')).rejects.toMatchObject({ code: 'VIEW_ALREADY_EXIST' });
  const wrong: object[] = [{ company: 'x' }, { sort: 'size' }, { columns: ['salary'] }, { roles: Array(21).fill('x') }];
  for (const bad of wrong)
    expect((await owner.raw(createView, { view_id: uuid(), view_name: 'Bad', query: bad })).body.error_code).toBe(
      'INVALID_REQUEST',
    );
  await expect(save(colleague, 'Mine')).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  for (let n = 2; n < 50; n++) await save(owner, `View ${n}`);
  // Two at once for the last place.
  const tries = await Promise.allSettled([save(owner, 'Last'), save(owner, 'Least')]);
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(save(owner, 'One more')).rejects.toMatchObject({ code: 'TOO_MANY_VIEWS' });
  expect(await names(owner)).toHaveLength(50);
});

test('who is removed leaves none behind', async () => {
  const { owner } = await registerCompany(app);
  const other = await manager(owner);
  const { view_id } = await save(other, 'Whom I call when it burns');
  const left = () => app.sql('SELECT 1 FROM employee_view WHERE view_id = $1', [view_id]);
  expect(await left()).toHaveLength(1);
  await owner.call(people.remove, { employee_id: other.employee_id });
  expect(await left()).toEqual([]);
});
