// The access key to the HR system: kept for one company, never said, and used by nobody else.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { deleteFinch, getFinch, importFinch, updateFinch } from '#contract/people/spreadsheet/finch.ts';
import * as contract from '#contract/people/spreadsheet/importing.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { type FinchServer, openFinch, type Worker, worker } from '#tests/kit/outside/finch-server.ts';
import { at, employedAt, fetched, refusal, trail } from './people-finch.fixture.ts';
import { rowsOf, uploadFile } from './people-import.fixture.ts';

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

const employed = (workers: readonly Worker[]) => employedAt(app, finch, workers);

test('without a key it says so; one that Finch refuses, or that may read too little, is not kept', async () => {
  const { owner } = await registerCompany(app);
  expect(await owner.call(getFinch, {})).toEqual({ connection: null });
  expect(await refusal(owner.call(importFinch, { import_id: uuid() }))).toBe('NO_FINCH_ACCESS_KEY');
  expect(await owner.call(deleteFinch, {})).toBeNull();
  expect(await refusal(owner.call(updateFinch, { access_key: 'nobody-knows-it' }))).toBe('FINCH_KEY_REFUSED');
  const narrow = finch.employer([], ['company', 'directory']);
  expect(await refusal(owner.call(updateFinch, { access_key: narrow }))).toBe('FINCH_KEY_REFUSED');
  for (const access_key of ['', 'short', 'with a space in it', 'line\nbreak-line', 'x'.repeat(501)])
    expect(await refusal(owner.call(updateFinch, { access_key }))).toBe('INVALID_REQUEST');
  expect(await owner.call(getFinch, {})).toEqual({ connection: null });
  expect(await trail(owner)).toEqual([]);
});

test('a key is said to be there, and replaced, and removed; nowhere it is written as it is', async () => {
  const { owner, company_id, key } = await employed([]);
  const { connection } = await owner.call(getFinch, {});
  expect(connection).toMatchObject({ key_end: key.slice(-4), set_by: owner.employee_id });
  expect(await owner.call(updateFinch, { access_key: ` ${key} ` })).toEqual({ connection });
  const other = finch.employer([]);
  const answer = await owner.raw(updateFinch, { access_key: other });
  expect(JSON.stringify(answer.body)).not.toContain(other);
  const [row] = await app.sql<{ sealed_key: Buffer }>('SELECT sealed_key FROM finch_connection WHERE company_id = $1', [
    company_id,
  ]);
  expect(row?.sealed_key.includes(other)).toBe(false);
  await owner.call(deleteFinch, {});
  expect(await owner.call(getFinch, {})).toEqual({ connection: null });
  expect((await trail(owner)).map(({ action }) => action)).toEqual([
    ...['people.finch_key_removed', 'people.finch_key_set', 'people.finch_key_set'],
  ]);
  for (const secret of [key, other]) {
    expect(JSON.stringify((await owner.call(listAudit, {})).items)).not.toContain(secret);
    const tables = await app.sql<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
    );
    for (const { name } of tables)
      expect(
        await app.sql(`SELECT 1 FROM ONLY ${name} t WHERE t::text LIKE $1 LIMIT 1`, [`%${secret}%`]),
        name,
      ).toEqual([]);
  }
});

test('each company has its own key; nobody else’s import is seen or replaced', async () => {
  const [one, two] = [
    await employed([worker({ email: `one@${at()}` })]),
    await employed([worker({ email: `two@${at()}` })]),
  ];
  const { owner: third } = await registerCompany(app);
  const import_id = uuid();
  const [row] = await rowsOf(one.owner, (await fetched(one.owner, import_id)).import_id);
  expect(row?.work_email_id).toMatch(/^one@/);
  expect((await rowsOf(two.owner, (await fetched(two.owner)).import_id))[0]?.work_email_id).toMatch(/^two@/);
  expect(await refusal(third.call(importFinch, { import_id: uuid() }))).toBe('NO_FINCH_ACCESS_KEY');
  // Sealed for one company it opens for no other.
  const copy = `INSERT INTO finch_connection (company_id, sealed_key, key_end, set_by)
    SELECT $1, sealed_key, key_end, $2 FROM finch_connection WHERE company_id = $3`;
  await app.sql(copy, [third.company_id, third.employee_id, one.company_id]);
  expect(await third.call(getFinch, {})).toEqual({ connection: null });
  expect(await refusal(third.call(importFinch, { import_id: uuid() }))).toBe('NO_FINCH_ACCESS_KEY');
  const file_id = await uploadFile(one.owner, 'Name,Email\nA B,a@b.example');
  expect(await refusal(one.owner.call(contract.checkImport, { import_id, file_id }))).toBe('IMPORT_STATUS');
  expect(await refusal(two.owner.call(contract.getImport, { import_id }))).toBe('IMPORT_NOT_FOUND');
});

test('who manages people looks; who may configure the company, too, sets the key; nobody else does either', async () => {
  const { owner } = await employed([worker({ email: `a@${at()}` })]);
  const key = finch.employer([]);
  const plain = await addPerson(app, owner);
  const holder = async (permissions: string[]) => {
    const role_id = uuid();
    const values = [owner.company_id, role_id, `Role ${role_id}`, permissions];
    await app.sql('INSERT INTO role (company_id, role_id, name, permissions) VALUES ($1, $2, $3, $4)', values);
    return addPerson(app, owner, { role_ids: [role_id] });
  };
  const manager = await holder(['people.manage']);
  const configurer = await holder(['company.configure']);
  for (const by of [plain, configurer]) {
    expect(await refusal(by.call(getFinch, {}))).toBe('NO_PERMISSION');
    expect(await refusal(by.call(importFinch, { import_id: uuid() }))).toBe('NO_PERMISSION');
  }
  for (const by of [plain, manager, configurer]) {
    expect(await refusal(by.call(updateFinch, { access_key: key }))).toBe('NO_PERMISSION');
    expect(await refusal(by.call(deleteFinch, {}))).toBe('NO_PERMISSION');
  }
  expect((await manager.call(getFinch, {})).connection?.set_by).toBe(owner.employee_id);
  const theirs = await fetched(manager);
  expect(theirs.created_by).toBe(manager.employee_id);
  expect(await refusal(owner.call(importFinch, { import_id: theirs.import_id }))).toBe('IMPORT_NOT_FOUND');
});
