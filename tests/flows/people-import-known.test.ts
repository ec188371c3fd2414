// Whom a row is about, by number or address: nobody else since the check, one way to write a number, and nobody named in a reason.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseLeaver } from '#contract/people/leaving.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { registerCompany } from '#tests/kit/factory.ts';
import { check, csv, everybody, HEADINGS, personWith, problemsOf, rowsOf, run, undo } from './people-import.fixture.ts';
import { ENTERPRISE, newProvider, newUser } from './provisioning.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const at = () => `${uuid().slice(-8)}.example`;
async function hire(owner: TestClient, work_email_id: string, employee_number?: string): Promise<string> {
  const employee_id = uuid();
  const name = { first_name: work_email_id.split('@')[0] as string, last_name: 'Here' };
  const given = { employee_id, ...name, work_email_id, ...(employee_number && { employee_number }) };
  await owner.call(people.create, { ...given, send_invitation: false });
  return employee_id;
}
const give = (owner: TestClient, employee_id: string, employee_number: string | null) =>
  owner.call(people.update, { employee_id, employee_number });
const numberOf = async (by: TestClient, employee_id: string) =>
  (await by.call(people.meta, { employee_id, select: ['employee_number'] })).employee_number;

test('a change of one person is never made to another who has the number or the address since', async () => {
  const { owner } = await registerCompany(app);
  const domain = at();
  const [ada, ben] = [await hire(owner, `ada@${domain}`, '1'), await hire(owner, `ben@${domain}`)];
  const cai = await hire(owner, `cai@${domain}`);
  const rows = [
    ['Changed', '', '', '1'],
    ['Changed', '', `cai@${domain}`, ''],
  ];
  const { import_id, counts } = await check(owner, csv(HEADINGS, ...rows));
  expect(counts).toMatchObject({ change: 2 });
  await give(owner, ada, null);
  await give(owner, ben, '1');
  await owner.call(people.update, { employee_id: cai, work_email_id: `cai.new@${domain}` });
  const dora = await hire(owner, `cai@${domain}`);
  expect(await run(owner, import_id)).toMatchObject({ results: { changed: 0, refused: 2 } });
  const why = 'Changed since the check: check the file again';
  expect(await problemsOf(owner, import_id)).toEqual([`2: ${why}`, `3: ${why}`]);
  const names = [...(await everybody(owner)).values()].map(({ first_name }) => first_name);
  expect(names).not.toContain('Changed');
  expect((await personWith(owner, `cai@${domain}`))?.employee_id).toBe(dora);
});

test('who is removed by undoing lets go of their number; who has left does not bar their own address', async () => {
  const { owner } = await registerCompany(app);
  const domain = at();
  const wrong = await check(owner, csv(HEADINGS, ['New', 'One', `typo@${domain}`, '7']));
  await run(owner, wrong.import_id);
  await undo(owner, wrong.import_id);
  const right = await check(owner, csv(HEADINGS, ['New', 'One', `right@${domain}`, '7']));
  expect(await problemsOf(owner, right.import_id)).toEqual([]);
  await run(owner, right.import_id);
  expect(await personWith(owner, `right@${domain}`)).toMatchObject({ employee_number: '7' });

  const employee_id = await hire(owner, `back@${domain}`, '8');
  await owner.call(people.remove, { employee_id });
  const file = csv(HEADINGS, ['New', 'One', `back@${domain}`, '8']);
  const again = await check(owner, file);
  expect(again.counts).toMatchObject({ create: 1, problem: 0 });
  expect((await check(owner, csv(HEADINGS, ['New', 'One', `other@${domain}`, '8']))).counts).toMatchObject({
    problem: 1,
  });
  expect(await run(owner, again.import_id)).toMatchObject({ results: { created: 1, refused: 0 } });
  expect(await personWith(owner, `back@${domain}`)).toMatchObject({ employee_number: '8' });
});

test('a number is written in one way, whether by hand, from a file or by the identity provider', async () => {
  const { owner } = await registerCompany(app);
  const domain = at();
  const [composed, apart] = ['A\u00e9 7', '\u200b\u00a0Ae\u0301\u00a07\ufeff '];
  const hand = await hire(owner, `hand@${domain}`, apart);
  expect(await numberOf(owner, hand)).toBe(composed);
  await expect(hire(owner, `other@${domain}`, composed)).rejects.toMatchObject({ code: 'EMPLOYEE_NUMBER_TAKEN' });
  await expect(give(owner, hand, '\u200b')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  expect((await check(owner, csv(HEADINGS, ['', '', '', apart]))).counts).toMatchObject({ same: 1, problem: 0 });
  const file = csv(HEADINGS, ['New', 'One', `one@${domain}`, '\u00a0e\u0301\u200b']);
  await run(owner, (await check(owner, file)).import_id);
  expect(await personWith(owner, `one@${domain}`)).toMatchObject({ employee_number: '\u00e9' });

  const provider = await newProvider(owner);
  const numbered = (employeeNumber: string) => newUser({ [ENTERPRISE]: { employeeNumber } });
  const taken = await provider.call('POST', '/Users', numbered(apart));
  expect([taken.status, taken.body[ENTERPRISE]?.employeeNumber]).toEqual([201, undefined]);
  const { body } = await provider.call('POST', '/Users', numbered(' \u200bo\u0308\u00a0'));
  expect(await numberOf(owner, body.id)).toBe('\u00f6');
});

test('a file with numbers alone changes who is here; somebody new needs an address', async () => {
  const { owner } = await registerCompany(app);
  const domain = at();
  await hire(owner, `ada@${domain}`, '1');
  const batch = await check(owner, csv(['Name', 'Staff no.'], ['Ada Here', '1'], ['New One', '2'], ['None Two', '']));
  expect(batch).toMatchObject({ status: 'checked', counts: { create: 0, change: 1, problem: 2 } });
  expect(await problemsOf(owner, batch.import_id)).toEqual([
    '3: Staff no.: Nobody has this number: somebody new needs a work e-mail',
    '4: Staff no.: This field is required',
  ]);
  expect(await run(owner, batch.import_id)).toMatchObject({ results: { changed: 1, created: 0 } });
  expect(await personWith(owner, `ada@${domain}`)).toMatchObject({ first_name: 'Ada', employee_number: '1' });
});

test('a manager is found by the address that the file changes, also in a later part', async () => {
  const { owner } = await registerCompany(app);
  const domain = at();
  const boss = await hire(owner, `boss.before@${domain}`, '1');
  const rows = Array.from({ length: 255 }, (_, n) => ['N', `P${n}`, `n${n}@${domain}`, '', '']);
  const last = ['Last', 'One', `last@${domain}`, '', `boss.before@${domain}`];
  const file = csv([...HEADINGS, 'Manager'], ['', '', `boss.after@${domain}`, '1', ''], ...rows, last);
  const { import_id } = await check(owner, file);
  expect(await run(owner, import_id)).toMatchObject({ results: { created: 256, changed: 1, refused: 0 } });
  const [row] = await app.sql('SELECT manager_id FROM employee WHERE company_id = $1 AND work_email = $2', [
    ...[owner.company_id, `last@${domain}`],
  ]);
  expect(row).toEqual({ manager_id: boss });
});

test('nothing of whoever is erased stays with a row that is about somebody else', async () => {
  const { owner } = await registerCompany(app);
  const domain = at();
  await hire(owner, `stays@${domain}`, '1');
  const employee_id = await hire(owner, `canary@${domain}`);
  const file = csv([...HEADINGS, 'Manager'], ['Canary', 'Name', `canary@${domain}`, '1', '']);
  const { import_id } = await check(owner, file);
  const said = JSON.stringify(await rowsOf(owner, import_id));
  expect(said).toContain('canary@');
  expect(await problemsOf(owner, import_id)).toEqual([
    "2: Employee number: The number is one person's here, and the address somebody else's",
  ]);
  await owner.call(people.remove, { employee_id });
  await owner.call(eraseLeaver, { employee_id });
  const left = async () =>
    JSON.stringify(await app.sql('SELECT * FROM people_import_row WHERE import_id = $1', [import_id]));
  await expect.poll(left, { timeout: 20_000 }).not.toMatch(/canary/i);
});
