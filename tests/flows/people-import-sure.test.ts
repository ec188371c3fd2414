// Nobody is deactivated by mistake for not being in a file: who is meant is settled when it is checked, and from then on fewer at most.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restoreLeaver } from '#contract/people/leaving.ts';
import * as contract from '#contract/people/spreadsheet/importing.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { registerCompany } from '#tests/kit/factory.ts';
import {
  check,
  csv,
  everybody,
  fileOf,
  HEADINGS,
  missingOf,
  problemsOf,
  run,
  staff,
  statusOf,
  undo,
} from './people-import.fixture.ts';
import { newProvider, PATCH } from './provisioning.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const idOf = async (by: TestClient, address: string) => (await everybody(by)).get(address)?.employee_id ?? '';
const outcomes = async (by: TestClient, import_id: string) =>
  (await missingOf(by, import_id)).map(({ outcome, why }) => [outcome, why]);
const ask = (by: TestClient, import_id: string) => by.call(contract.runImport, { import_id, deactivate_missing: true });

test('who came back, was switched on, or is named by the file since the check is left alone', async () => {
  const { owner } = await registerCompany(app);
  const here = await staff(app, owner, 20);
  const [switched = '', returned = '', numbered = '', gone = '', off = '', first = '', ...rest] = here;
  const set = async (address: string, status: 'ACTIVE' | 'INACTIVE') =>
    owner.call(people.setStatus, { employee_id: await idOf(owner, address), status });
  const leaver = await idOf(owner, returned);
  await owner.call(people.remove, { employee_id: leaver });
  await set(off, 'INACTIVE');
  const [holder, next] = [await idOf(owner, first), await idOf(owner, numbered)];
  await owner.call(people.update, { employee_id: holder, employee_number: '07' });
  const file = csv(HEADINGS, ['', '', first, '07'], ...rest.map((address) => ['', '', address, '']));
  const batch = await check(owner, file);
  expect(batch.missing).toEqual({ people: 3, most: 3, unclear: 0 });

  await owner.call(restoreLeaver, { employee_id: leaver });
  await set(off, 'ACTIVE');
  await set(switched, 'INACTIVE');
  await set(switched, 'ACTIVE');
  await owner.call(people.update, { employee_id: holder, employee_number: null });
  await owner.call(people.update, { employee_id: next, employee_number: '07' });
  expect((await missingOf(owner, batch.import_id)).map(({ work_email_id }) => work_email_id)).toEqual([gone]);
  expect(await run(owner, batch.import_id, false, true)).toMatchObject({
    deactivation: { people: 1, done: 1, undone: 0 },
  });
  const active = [...(await everybody(owner)).values()].filter((one) => one.employee_account_status === 'ACTIVE');
  expect(active).toHaveLength(20);
  expect(await statusOf(owner, gone)).toBe('INACTIVE');
});

test('a row that is refused while it runs leaves everybody as they are, and that is said', async () => {
  const { owner } = await registerCompany(app);
  const here = await staff(app, owner, 9);
  const fresh = `new@${uuid().slice(-8)}.example`;
  const { import_id } = await check(owner, `${fileOf(here.slice(0, 8))}\r\nNew,One,${fresh},2`);
  const employee_id = await idOf(owner, here[0] as string);
  await owner.call(people.update, { employee_id, employee_number: '2' });
  const done = await run(owner, import_id, false, true);
  expect(done).toMatchObject({
    ...{ status: 'done', results: { refused: 1 }, deactivation: { people: 1, done: 0, undone: 0 } },
  });
  expect(await outcomes(owner, import_id)).toEqual([
    [
      'refused',
      'Nobody was deactivated, because a row of the file was refused: it may be about somebody who is missing',
    ],
  ]);
  expect(await statusOf(owner, here[8] as string)).toBe('ACTIVE');
});

test('whom another import is about to deactivate counts among the fifth', async () => {
  const { owner } = await registerCompany(app);
  const here = await staff(app, owner, 9);
  const other = await check(owner, fileOf(here.slice(0, 7)));
  const { import_id } = await check(owner, fileOf(here.slice(2)));
  expect(other.missing).toMatchObject({ people: 2, most: 2 });
  await run(owner, other.import_id, false, true);
  // As if the server had ended before it came to them.
  const at = [owner.company_id, other.import_id];
  await app.sql("UPDATE people_import SET status = 'stopped' WHERE company_id = $1 AND import_id = $2", at);
  await app.sql(
    "UPDATE people_import_row SET outcome = NULL WHERE company_id = $1 AND import_id = $2 AND verdict = 'missing'",
    at,
  );
  await app.sql("UPDATE employee SET employee_account_status = 'ACTIVE' WHERE company_id = $1", [owner.company_id]);
  await expect(ask(owner, import_id)).rejects.toMatchObject({ code: 'IMPORT_MISSING_TOO_MANY', status: 409 });
  expect((await everybody(owner)).get(here[0] as string)?.employee_account_status).toBe('ACTIVE');
});

test('undone, only who is as this import left them is active again: not who was switched or said to be off since', async () => {
  const { owner } = await registerCompany(app);
  const here = await staff(app, owner, 24);
  const [hand = '', again = '', provided = '', alone = '', ...rest] = here;
  const { import_id } = await check(owner, fileOf(rest));
  expect(await run(owner, import_id, false, true)).toMatchObject({ deactivation: { people: 4, done: 4 } });
  const set = async (address: string, status: 'ACTIVE' | 'INACTIVE') =>
    owner.call(people.setStatus, { employee_id: await idOf(owner, address), status });
  for (const status of ['ACTIVE', 'INACTIVE'] as const) await set(hand, status);
  await set(again, 'ACTIVE');
  const second = await check(owner, fileOf(rest));
  expect(await run(owner, second.import_id, false, true)).toMatchObject({ deactivation: { people: 1, done: 1 } });
  const provider = await newProvider(owner);
  const off = { schemas: [PATCH], Operations: [{ op: 'replace', value: { active: false } }] };
  expect((await provider.call('PATCH', `/Users/${await idOf(owner, provided)}`, off)).status).toBe(200);

  expect(await undo(owner, import_id)).toMatchObject({
    ...{ status: 'undone', deactivation: { people: 4, done: 4, undone: 1 } },
  });
  const kept = ['kept', 'Their account was switched since'];
  expect(await outcomes(owner, import_id)).toEqual([kept, kept, kept, ['undone', null]]);
  const now = [hand, again, provided, alone].map((address) => statusOf(owner, address));
  expect(await Promise.all(now)).toEqual(['INACTIVE', 'INACTIVE', 'INACTIVE', 'ACTIVE']);
  expect(await problemsOf(owner, import_id)).toEqual([]);
});

test('whom the identity provider changes is its own from then on, and never deactivated for a file', async () => {
  const { owner } = await registerCompany(app);
  const here = await staff(app, owner, 9);
  const provider = await newProvider(owner);
  const titled = { schemas: [PATCH], Operations: [{ op: 'replace', path: 'title', value: 'Clerk' }] };
  const id = await idOf(owner, here[0] as string);
  expect((await provider.call('PATCH', `/Users/${id}`, titled)).status).toBe(200);
  expect((await check(owner, fileOf(here.slice(1)))).missing).toMatchObject({ people: 0 });
});
