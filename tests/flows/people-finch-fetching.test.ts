// While people are being fetched from the HR system: the key goes, another import comes, and those who ask how far it is wait for nobody.

import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteFinch, importFinch, updateFinch } from '#contract/people/spreadsheet/finch.ts';
import * as contract from '#contract/people/spreadsheet/importing.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { type FinchServer, openFinch, worker } from '#tests/kit/outside/finch-server.ts';
import { at, employedAt, fetched, refusal, trail } from './people-finch.fixture.ts';
import { rowsOf, uploadFile } from './people-import.fixture.ts';

const PATIENCE = 20_000;

let app: TestApp;
let finch: FinchServer;
beforeAll(async () => {
  finch = await openFinch();
  app = await startTestApp({}, { outbound: finch.outbound() });
});
afterAll(async () => {
  await app?.close();
  await finch?.[Symbol.asyncDispose]();
});

/** Begun, and not answered until `go` is called; what is asked of Finch later is answered at once. */
async function begun(by: TestClient, import_id = uuid()) {
  const requests = finch.waiting();
  const go = finch.hold();
  const answer = refusal(by.call(importFinch, { import_id }));
  await expect.poll(() => finch.waiting(), { timeout: PATIENCE }).toBe(requests + 1);
  finch.hold()();
  return { import_id, go, answer };
}

const poll = (by: TestClient, import_id: string) => refusal(by.call(importFinch, { import_id }));
const addresses = async (by: TestClient, import_id: string) =>
  (await rowsOf(by, import_id)).map(({ work_email_id }) => work_email_id);

test.for([
  ['comes of it', false],
  ['is held against the new one', true],
] as const)('the key is replaced in mid-fetch while it is asked about: nothing %s', async ([, fails]) => {
  const domain = at();
  const { owner, company_id, key } = await employedAt(app, finch, [worker({ email: `old@${domain}` })]);
  const old = await begun(owner);
  expect(await poll(owner, old.import_id)).toBe('done');
  const other = finch.employer([worker({ email: `new@${domain}` })]);
  await owner.call(updateFinch, { access_key: other });
  expect(await poll(owner, old.import_id)).toBe('FINCH_KEY_CHANGED');
  const next = await begun(owner);
  expect(await poll(owner, old.import_id)).toBe('FINCH_KEY_CHANGED');
  if (fails) finch.revoke(key);
  old.go();
  expect(await old.answer).toBe('FINCH_KEY_CHANGED');
  expect(await owner.call(importFinch, { import_id: next.import_id })).toEqual({ batch: null });
  expect(await app.sql('SELECT 1 FROM people_import WHERE company_id = $1', [company_id])).toEqual([]);
  next.go();
  expect(await next.answer).toBe('done');
  expect(await addresses(owner, (await fetched(owner, next.import_id)).import_id)).toEqual([`new@${domain}`]);
  expect(await poll(owner, old.import_id)).toBe('FINCH_KEY_CHANGED');
  expect((await trail(owner)).filter(({ action }) => action === 'people.finch_fetched')).toHaveLength(1);
});

test('what was being fetched by a key that was removed is not begun by the next one, for a day', async () => {
  const { owner, company_id, key } = await employedAt(app, finch, [worker({ email: `a@${at()}` })]);
  const { import_id, go, answer } = await begun(owner);
  await owner.call(deleteFinch, {});
  expect(await poll(owner, import_id)).toBe('FINCH_KEY_CHANGED');
  expect(await poll(owner, uuid())).toBe('NO_FINCH_ACCESS_KEY');
  await owner.call(updateFinch, { access_key: key });
  go();
  expect(await answer).toBe('FINCH_KEY_CHANGED');
  expect(await poll(owner, import_id)).toBe('FINCH_KEY_CHANGED');
  expect(await app.sql('SELECT 1 FROM people_import WHERE company_id = $1', [company_id])).toEqual([]);
  await app.sql("UPDATE finch_dropped SET dropped_at = now() - interval '25 hours' WHERE company_id = $1", [
    company_id,
  ]);
  await owner.call(deleteFinch, {});
  expect(await app.sql('SELECT import_id FROM finch_dropped WHERE company_id = $1', [company_id])).toEqual([]);
});

test('whoever asks how far it is waits for nobody who holds the connection', async () => {
  const { owner, company_id } = await employedAt(app, finch, [worker({ email: `a@${at()}` })]);
  const { import_id, go, answer } = await begun(owner);
  const holder = new pg.Client(app.connection);
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM finch_connection WHERE company_id = $1 FOR UPDATE', [company_id]);
  expect(await owner.call(importFinch, { import_id })).toEqual({ batch: null });
  expect(await poll(owner, uuid())).toBe('FINCH_BUSY');
  await holder.query('ROLLBACK');
  await holder.end();
  go();
  expect(await answer).toBe('done');
  expect((await fetched(owner, import_id)).counts.create).toBe(1);
});

test('a file that was checked under the same id meanwhile stays as it is', async () => {
  const { owner } = await employedAt(app, finch, [worker({ email: `finch@${at()}` })]);
  const { import_id, go, answer } = await begun(owner);
  const file_id = await uploadFile(owner, 'First name,Last name,Email\nA,B,a@b.example');
  const { batch } = await owner.call(contract.checkImport, { import_id, file_id });
  expect(batch).toMatchObject({ source: 'file', status: 'checked' });
  go();
  expect(await answer).toBe('IMPORT_STATUS');
  expect((await owner.call(contract.getImport, { import_id })).batch).toEqual(batch);
  expect(await addresses(owner, import_id)).toEqual(['a@b.example']);
  expect(await poll(owner, import_id)).toBe('IMPORT_STATUS');
  // It is over: another one begins.
  expect((await fetched(owner)).counts.create).toBe(1);
});
