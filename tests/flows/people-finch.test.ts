// People out of the HR system by Finch: what is fetched is judged and run as a file is, and whatever Finch does wrong leaves nothing
// behind.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDepartment } from '#contract/people/departments.ts';
import { deleteFinch, importFinch, updateFinch } from '#contract/people/spreadsheet/finch.ts';
import * as contract from '#contract/people/spreadsheet/importing.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { type FinchServer, openFinch, type Worker, worker } from '#tests/kit/outside/finch-server.ts';
import { at, employedAt, fetched, refusal, trail } from './people-finch.fixture.ts';
import { everybody, personWith, problemsOf, rowsOf, run, undo } from './people-import.fixture.ts';

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
const askedWith = (key: string) => finch.asked.filter((one) => one.key === key);

test('people come in with what they are called, their manager and department; again changes nothing; and it is undone', async () => {
  const domain = at();
  const ade = worker({
    first_name: 'Adebayo',
    last_name: 'Balogun',
    preferred_name: 'Ade Balogun',
    email: `Ade@${domain}`,
  });
  const rosa = worker({
    ...{ preferred_name: 'Ro', email: `rosa@${domain}`, title: '00712', department: 'Warehouse', manager: ade },
    individual: {
      phone_numbers: [
        { data: '070 1', type: 'personal' },
        { data: '0046 8 123', type: 'work' },
      ],
      dob: '1990-02-28',
    },
    employment: {
      start_date: '2024-02-29',
      location: {
        line1: '1 Home Street',
        line2: null,
        city: 'Malmö',
        state: 'Skåne',
        postal_code: '007',
        country: 'SE',
      },
    },
  });
  const { owner, email } = await employed([rosa, ade]);
  const department_id = uuid();
  await owner.call(createDepartment, { department_id, department_name: 'Warehouse' });
  const import_id = uuid();
  const batch = await fetched(owner, import_id);
  expect(batch).toMatchObject({
    ...{ import_id, source: 'finch', file_id: import_id, file_name: '', status: 'checked' },
    counts: { rows: 2, create: 2, change: 0, same: 0, problem: 0 },
  });
  expect((await everybody(owner)).size).toBe(1);
  expect(await fetched(owner, import_id)).toEqual(batch);
  expect(await run(owner, import_id)).toMatchObject({ status: 'done', results: { created: 2, refused: 0 } });
  const boss = await personWith(owner, `Ade@${domain}`);
  expect(boss).toMatchObject({ first_name: 'Ade', last_name: 'Balogun', manager_id: null, birth_date: null });
  expect(await personWith(owner, `rosa@${domain}`)).toMatchObject({
    ...{
      first_name: 'Ro',
      last_name: 'Lindgren',
      position_title: '00712',
      department_id,
      manager_id: boss?.employee_id,
    },
    ...{ phone_number: '0046 8 123', birth_date: '1990-02-28', joining_date: '2024-02-29', location: 'Malmö, Skåne' },
    employee_account_status: 'INVITED',
  });
  const again = await fetched(owner);
  expect(again.counts).toEqual({ rows: 2, create: 0, change: 0, same: 2, problem: 0 });
  expect(await run(owner, again.import_id)).toMatchObject({ status: 'done', results: { created: 0, changed: 0 } });
  expect((await owner.call(contract.listImports, {})).items.map(({ source }) => source)).toEqual(['finch', 'finch']);
  expect((await trail(owner)).filter(({ action }) => action === 'people.finch_fetched')).toMatchObject([
    { detail: { import_id: again.import_id, people: 2 } },
    { detail: { import_id, people: 2 } },
  ]);
  // Neither pay nor where somebody lives is kept.
  const rows = JSON.stringify(await app.sql('SELECT * FROM people_import_row WHERE import_id = $1', [import_id]));
  for (const secret of ['7654321', 'Home Street', 'Hometown', 'private@home']) expect(rows).not.toContain(secret);
  expect(await undo(owner, import_id)).toMatchObject({ status: 'undone', results: { undone: 2, kept: 0 } });
  expect([...(await everybody(owner)).keys()]).toEqual([email]);
});

test('what is null everywhere, of another kind or not answered is a problem of that row alone', async () => {
  const domain = at();
  const empty = Object.fromEntries(
    [...['first_name', 'preferred_name', 'last_name', 'emails', 'phone_numbers', 'dob']].map((name) => [name, null]),
  );
  const nothing = { title: null, department: null, manager: null, start_date: null, is_active: null, location: null };
  const unknown = worker({ first_name: 'Un', last_name: 'Known', email: `un@${domain}` });
  const { owner } = await employed([
    worker({ first_name: null, last_name: null, active: null, individual: empty, employment: nothing }),
    worker({
      first_name: 'Bad',
      last_name: 'Kinds',
      email: `bad@${domain}`,
      employment: { title: 7, location: 'x', department: [] },
    }),
    worker({ first_name: 'Not', last_name: 'Read', email: `not@${domain}`, codes: { individual: 500 } }),
    worker({ first_name: 'Not', last_name: 'Placed', email: `placed@${domain}`, codes: { employment: 202 } }),
    worker({
      first_name: 'Mail',
      last_name: 'Less',
      individual: { emails: [{ data: 'me@home.example', type: 'personal' }] },
    }),
    worker({
      first_name: 'Half',
      last_name: 'Hidden',
      email: `half@${domain}`,
      individual: { dob: '1990-**-**' },
      manager: unknown,
    }),
    worker({ first_name: 'Wrong', last_name: 'Place', email: `wrong@${domain}`, department: 'Nowhere' }),
    worker({ first_name: 'Odd\u0000', last_name: '  Space ', email: 'no address' }),
  ]);
  const batch = await fetched(owner);
  expect(batch.counts).toEqual({ rows: 8, create: 2, change: 0, same: 0, problem: 6 });
  expect(await problemsOf(owner, batch.import_id)).toEqual([
    '1: The HR system has no work e-mail of this person',
    '1: First name: The first name is missing',
    '1: Last name: The last name is missing',
    '3: Finch could not read all of this person: try again later',
    '4: Finch could not read all of this person: try again later',
    '5: The HR system has no work e-mail of this person',
    '7: Department: There is no department called Nowhere',
    '8: Work e-mail: Invalid email address',
  ]);
  const file = await owner.call(contract.importErrors, { import_id: batch.import_id });
  expect(Buffer.from(file.content).toString()).toContain('Mail,Less');
  expect(await run(owner, batch.import_id)).toMatchObject({ results: { created: 2 } });
});

test('who has left there is not brought in; who is here still is told, and nothing is done to them', async () => {
  const domain = at();
  const { owner, key } = await employed([]);
  const person = await addPerson(app, owner, { work_email_id: `gone@${domain}` });
  const off = await addPerson(app, owner, { work_email_id: `off@${domain}` });
  await owner.call(people.setStatus, { employee_id: off.employee_id, status: 'INACTIVE' });
  const boss = worker({ email: `never@${domain}`, active: false });
  finch.employs(key, [
    boss,
    worker({ email: `GONE@${domain}`, active: false }),
    worker({ email: `off@${domain}`, active: false }),
    worker({ email: `back@${domain}`, active: false }),
    worker({ first_name: 'Came', last_name: 'Back', email: `back@${domain}`, manager: boss }),
  ]);
  const batch = await fetched(owner);
  expect(batch.counts).toEqual({ rows: 2, create: 1, change: 0, same: 0, problem: 1 });
  expect(await problemsOf(owner, batch.import_id)).toEqual([
    '1: They have left, the HR system says. Nothing changes here: remove them by hand',
  ]);
  await run(owner, batch.import_id);
  expect(await personWith(owner, `gone@${domain}`)).toMatchObject({
    employee_id: person.employee_id,
    employee_account_status: 'ACTIVE',
  });
  expect(await personWith(owner, `back@${domain}`)).toMatchObject({ first_name: 'Came', manager_id: null });
  expect(await personWith(owner, `never@${domain}`)).toBeUndefined();
  finch.employs(key, [boss]);
  expect(await refusal(fetched(owner))).toBe('FINCH_EMPTY');
});

test('a manager whom Finch could not read is a problem of their reports, whoever they report to until now stays', async () => {
  const domain = at();
  const boss = worker({ first_name: 'Bo', last_name: 'Ss', email: `boss@${domain}` });
  const report = worker({ first_name: 'Re', last_name: 'Port', email: `report@${domain}`, manager: boss });
  const { owner, key } = await employed([boss, report]);
  await run(owner, (await fetched(owner)).import_id);
  const late = worker({ first_name: 'La', last_name: 'Te', email: `late@${domain}`, manager: boss });
  const mailless = worker({ first_name: 'No', last_name: 'Mail' });
  const under = worker({ first_name: 'Un', last_name: 'Der', email: `under@${domain}`, manager: mailless });
  for (const code of [202, 500]) {
    finch.employs(key, [{ ...boss, codes: { individual: code } }, report, late, mailless, under]);
    const batch = await fetched(owner);
    expect(batch.counts).toEqual({ rows: 5, create: 1, change: 0, same: 0, problem: 4 });
    expect(await problemsOf(owner, batch.import_id)).toEqual([
      '1: Finch could not read all of this person: try again later',
      '2: Finch could not read their manager: try again later',
      '3: Finch could not read their manager: try again later',
      '4: The HR system has no work e-mail of this person',
    ]);
  }
  const { employee_id } = (await personWith(owner, `boss@${domain}`)) ?? {};
  expect(await personWith(owner, `report@${domain}`)).toMatchObject({ manager_id: employee_id });
  finch.employs(key, [{ ...boss, codes: { employment: 202 } }, report, late]);
  const again = await fetched(owner);
  expect(again.counts).toEqual({ rows: 3, create: 1, change: 0, same: 1, problem: 1 });
  await run(owner, again.import_id);
  expect(await personWith(owner, `late@${domain}`)).toMatchObject({ manager_id: employee_id });
});

test('2,500 people are fetched in pages, each asked for once', async () => {
  const domain = at();
  const workers = Array.from({ length: 2_500 }, (_, n) =>
    worker({ first_name: `P${n}`, last_name: 'Person', email: `p${n}@${domain}` }),
  );
  const { owner, key } = await employed(workers);
  const batch = await fetched(owner);
  expect(batch.counts).toEqual({ rows: 2_500, create: 2_500, change: 0, same: 0, problem: 0 });
  const asked = (path: string) => askedWith(key).filter((one) => one.path === path);
  expect(asked('/employer/directory')).toHaveLength(5);
  for (const path of ['/employer/individual', '/employer/employment'])
    expect(asked(path).map(({ ids }) => ids)).toEqual([500, 500, 500, 500, 500]);
  const rows = await rowsOf(owner, batch.import_id, 'create');
  expect(new Set(rows.map(({ work_email_id }) => work_email_id)).size).toBe(2_500);
});

test('more than 10,000 are too many', async () => {
  const { owner } = await employed([]);
  finch.next('/employer/directory', {
    status: 200,
    body: JSON.stringify({ paging: { count: 10_001 }, individuals: [] }),
  });
  expect(await refusal(fetched(owner))).toBe('FINCH_TOO_LARGE');
});

test('asked to come later, it does; what is down a moment is waited for', async () => {
  const { owner, key } = await employed([worker({ email: `a@${at()}` })]);
  finch.next('/employer/directory', { status: 429, headers: { 'retry-after': '1' } });
  finch.next('/employer/individual', { status: 503 }, { status: 500 });
  const began = performance.now();
  expect((await fetched(owner)).counts.create).toBe(1);
  expect(performance.now() - began).toBeGreaterThan(950);
  expect(askedWith(key).map(({ path }) => path)).toEqual([
    ...['/introspect', '/employer/directory', '/employer/directory'],
    ...['/employer/individual', '/employer/individual', '/employer/individual', '/employer/employment'],
  ]);
});

test('a broken answer, a key that was withdrawn and data that is not there yet leave nothing behind, and the reason stays', async () => {
  const { owner, company_id, key } = await employed([worker({ email: `a@${at()}` })]);
  const ways: [string, string, number, string?][] = [
    ['FINCH_UNAVAILABLE', '/employer/directory', 200, 'no JSON'],
    ['FINCH_UNAVAILABLE', '/employer/directory', 200, '{"individuals":{}}'],
    ['FINCH_UNAVAILABLE', '/employer/individual', 200, '{"responses":[{"individual_id":7}]}'],
    ['FINCH_UNAVAILABLE', '/employer/employment', 400],
    ['FINCH_UNAVAILABLE', '/employer/employment', 302],
    ['FINCH_NOT_READY', '/employer/directory', 202],
    ['FINCH_KEY_REFUSED', '/employer/individual', 403],
  ];
  for (const [code, path, status, body] of ways) {
    finch.next(path, { status, ...(body && { body }) });
    const import_id = uuid();
    expect([await refusal(fetched(owner, import_id)), path, status]).toEqual([code, path, status]);
    expect(await refusal(fetched(owner, import_id))).toBe(code);
  }
  // Longer than anybody would wait.
  finch.next('/employer/directory', { status: 429, headers: { 'retry-after': '3600' } });
  expect(await refusal(fetched(owner))).toBe('FINCH_UNAVAILABLE');
  finch.revoke(key);
  expect(await refusal(fetched(owner))).toBe('FINCH_KEY_REFUSED');
  expect(await app.sql('SELECT 1 FROM people_import WHERE company_id = $1', [company_id])).toEqual([]);
  expect(await app.sql('SELECT 1 FROM people_import_row WHERE company_id = $1', [company_id])).toEqual([]);
  expect((await trail(owner)).map(({ action }) => action)).toEqual(['people.finch_key_set']);
  finch.employs(key, [worker({ email: `b@${at()}` })]);
  expect((await fetched(owner)).counts.create).toBe(1);
});

test('one fetch at a time; nothing comes of one whose key is removed meanwhile; nobody waits in the database', async () => {
  const { owner, company_id } = await employed([worker({ email: `a@${at()}` })]);
  const go = finch.hold();
  const [first, second] = [uuid(), uuid()];
  const fetching = refusal(owner.call(importFinch, { import_id: first }));
  await expect
    .poll(() => app.sql('SELECT fetch_id FROM finch_connection WHERE company_id = $1', [company_id]))
    .toEqual([{ fetch_id: first }]);
  expect(await owner.call(importFinch, { import_id: first })).toEqual({ batch: null });
  expect(await refusal(owner.call(importFinch, { import_id: second }))).toBe('FINCH_BUSY');
  const waiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'";
  await expect.poll(() => app.sql(waiting)).toEqual([]);
  await owner.call(deleteFinch, {});
  go();
  expect(await fetching).toBe('FINCH_KEY_CHANGED');
  expect(await app.sql('SELECT 1 FROM people_import WHERE company_id = $1', [company_id])).toEqual([]);
});

test('a call is answered before anybody gives up on it; fetching goes on, and is there when it is asked for again', async () => {
  const { owner } = await employed([worker({ email: `a@${at()}` })]);
  const go = finch.hold();
  const import_id = uuid();
  expect(await owner.call(importFinch, { import_id })).toEqual({ batch: null });
  go();
  expect((await fetched(owner, import_id)).counts.create).toBe(1);
});

test('two at the same moment: one of them fetches', async () => {
  const { owner, key } = await employed([worker({ email: `a@${at()}` })]);
  const answers = await Promise.all([uuid(), uuid(), uuid()].map((import_id) => refusal(fetched(owner, import_id))));
  expect(answers.filter((one) => one === 'done').length).toBeGreaterThan(0);
  expect(answers.filter((one) => one !== 'done' && one !== 'FINCH_BUSY')).toEqual([]);
  const looks = askedWith(key).filter(({ path }) => path === '/employer/directory').length;
  expect(looks).toBe(answers.filter((one) => one === 'done').length);
});

test('a server that stops breaks off what it fetches, at once', async () => {
  await using other = await startTestApp({}, { outbound: finch.outbound() });
  const { owner } = await registerCompany(other);
  await owner.call(updateFinch, { access_key: finch.employer([worker({ email: `a@${at()}` })]) });
  const go = finch.hold();
  const fetching = refusal(owner.call(importFinch, { import_id: uuid() }));
  await expect.poll(() => other.sql('SELECT 1 FROM finch_connection WHERE fetch_id IS NOT NULL')).toHaveLength(1);
  const began = performance.now();
  await other.close();
  expect(performance.now() - began).toBeLessThan(15_000);
  expect(await fetching).toBe('FINCH_UNAVAILABLE');
  go();
});
