// What everybody finds colleagues by: a skill, a site, a department, who is available at this moment; and how many are where.
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import * as bulk from '#contract/people/bulk.ts';
import { createDepartment } from '#contract/people/departments.ts';
import * as people from '#contract/people.ts';
import { skillsText } from '#server/features/people/finding/fold.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { openSocket } from '#tests/kit/socket.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const SKILLS_BEFORE = new URL('../../server/features/people/migrations/20261123T1556_skills_text.sql', import.meta.url);

type Asked = RequestOf<typeof people.list>;
const names = async (by: TestClient, input: Asked): Promise<string[]> =>
  (await by.call(people.list, input)).items.map((one) => one.first_name);
const change = (one: TestClient, fields: object, by = one) =>
  by.call(people.update, { employee_id: one.employee_id, ...fields });
const sites = async (by: TestClient) =>
  (await by.call(people.dropdown, { kinds: ['locations'] })).locations?.map(({ id }) => id);

/** Olive the owner, and two colleagues. */
async function cast() {
  const { owner } = await registerCompany(app, { first_name: 'Olive' });
  const ines = await addPerson(app, owner, { first_name: 'Ines', position_title: 'Baker' });
  const kwame = await addPerson(app, owner, { first_name: 'Kwame', position_title: 'Driver' });
  return { owner, ines, kwame };
}

test('words are looked for in skills, too, each wherever it stands, without accents; a skill that is gone finds nobody', async () => {
  const { owner, ines, kwame } = await cast();
  await change(ines, { skills: ['Pâtisserie', 'First aid'] });
  expect(await names(kwame, { query: 'patisserie' })).toEqual(['Ines']);
  expect(await names(kwame, { query: 'AID bak' })).toEqual(['Ines']);
  expect(await names(kwame, { query: 'first driver' })).toEqual([]);
  await change(ines, { skills: ['Baguettes'] });
  expect(await names(kwame, { query: 'patisserie' })).toEqual([]);
  await owner.call(people.remove, { employee_id: ines.employee_id });
  expect(await names(kwame, { query: 'baguettes' })).toEqual([]);
  // Until they are erased they are found by what they could do, by who can bring them back.
  expect(await names(owner, { query: 'baguettes', filters: { statuses: ['DELETED'] } })).toEqual(['Ines']);
});

test('skills from before they could be found are found by the same words', async () => {
  const skills = [
    ['Straßenbau', 'GROẞ', 'Œuvre'],
    ['Smørrebrød', 'ÆRLIG', 'Łódź', 'Đorđe'],
    ['Eiðs', 'ÞÓRR', 'Ħamrun', 'ısı', 'İstanbul'],
    ['Pâtisserie', '  Chef’s   table ', 'L`art´s ʼokina'],
    [],
  ];
  const client = new pg.Client(app.connection);
  await client.connect();
  try {
    // The tables of that moment, for this connection alone.
    for (const table of ['employee', 'leaver'])
      await client.query(`CREATE TEMP TABLE ${table} (n serial, skills text[] NOT NULL)`);
    for (const one of skills)
      await client.query(
        'WITH a AS (INSERT INTO employee (skills) VALUES ($1)) INSERT INTO leaver (skills) VALUES ($1)',
        [one],
      );
    await client.query(await readFile(SKILLS_BEFORE, 'utf8'));
    for (const table of ['employee', 'leaver']) {
      const { rows } = await client.query<{ skills_text: string }>(`SELECT skills_text FROM ${table} ORDER BY n`);
      expect(rows.map((row) => row.skills_text)).toEqual(skills.map(skillsText));
    }
  } finally {
    await client.end();
  }
});

test('of sites a colleague is told those of active colleagues who show theirs, and finds nobody by any other', async () => {
  const { owner, ines, kwame } = await cast();
  await change(ines, { location: 'Quayside' });
  await change(kwame, { location: 'Mill Lane' });
  await change(owner, { location: 'Mill Lane' });
  const { owner: stranger } = await registerCompany(app);
  await change(stranger, { location: 'Elsewhere' });
  expect(await sites(kwame)).toEqual(['Mill Lane', 'Quayside']);
  expect(await names(kwame, { filters: { locations: ['Quayside', 'Elsewhere'] } })).toEqual(['Ines']);
  await owner.call(people.setStatus, { employee_id: ines.employee_id, status: 'SUSPENDED' });
  expect(await sites(kwame)).toEqual(['Mill Lane']);
  expect(await names(kwame, { filters: { locations: ['Quayside'] } })).toEqual([]);
  expect(await sites(owner)).toEqual(['Mill Lane', 'Quayside']);
});

test('the one department without those below, those in none, and how many are where under the same filters', async () => {
  const { owner, ines, kwame } = await cast();
  const [trade, shops] = [uuid(), uuid()];
  await owner.call(createDepartment, { department_id: trade, department_name: 'Trade' });
  await owner.call(createDepartment, { department_id: shops, department_name: 'Shops', parent_id: trade });
  const put = (employee_ids: string[], department_id: string) =>
    owner.call(bulk.bulkDepartment, { employee_ids, department_id });
  await put([ines.employee_id], trade);
  await put([kwame.employee_id], shops);
  expect(await names(kwame, { filters: { department_id: trade } })).toEqual(['Ines']);
  expect(await names(kwame, { filters: { department_id: shops } })).toEqual(['Kwame']);
  expect(await names(kwame, { filters: { department_id: null } })).toEqual(['Olive']);
  expect(await names(kwame, { filters: { department_id: uuid() } })).toEqual([]);
  expect(await names(kwame, { filters: { department_id: shops, department_ids: [trade] } })).toEqual(['Kwame']);
  const counts = async (input: Asked) => {
    const { departments = [], total } = await kwame.call(people.list, { ...input, by_department: true, limit: 1 });
    return [new Map(departments.map((one) => [one.department_id, one.people])), total];
  };
  const all = new Map<string | null, number>([
    [trade, 1],
    [shops, 1],
    [null, 1],
  ]);
  expect(await counts({})).toEqual([all, 3]);
  expect(await counts({ query: 'driver' })).toEqual([new Map([[shops, 1]]), 1]);
  // A slip in a name is overlooked in what is counted as it is in what is listed.
  expect(await counts({ query: 'kwmae' })).toEqual([new Map([[shops, 1]]), 1]);
  const { next_cursor } = await kwame.call(people.list, { limit: 1 });
  const next = await kwame.call(people.list, { limit: 1, cursor: next_cursor ?? '', by_department: true });
  expect(next).not.toHaveProperty('departments');
  expect(await kwame.call(people.list, {})).not.toHaveProperty('departments');
});

test('available is who is shown so at this moment: not who is away, busy, or appears offline, whoever asks', async () => {
  const { owner, ines, kwame } = await cast();
  const { owner: stranger } = await registerCompany(app);
  await using elsewhere = await openSocket(stranger);
  elsewhere.say({ type: 'active', active: true });
  const available = (by: TestClient) => names(by, { filters: { available: true } });
  const choose = (status_type: 'Automatic' | 'Available' | 'Busy' | 'Appear Offline') =>
    change(ines, { employee_status: { status_type } });
  for (const by of [owner, kwame]) expect(await available(by)).toEqual([]);
  const hers = await openSocket(ines);
  const reads = (expected: string[]) =>
    expect
      .poll(async () => [await available(owner), await available(kwame), await available(ines)])
      .toEqual([expected, expected, expected]);
  await reads(['Ines']);
  expect(await kwame.call(people.list, { filters: { available: true } })).toMatchObject({ total: 1 });
  expect(await names(kwame, { filters: { available: true }, query: 'driver' })).toEqual([]);
  for (const status of ['Busy', 'Appear Offline'] as const) {
    await choose(status);
    await reads([]);
  }
  await choose('Available');
  await reads(['Ines']);
  await choose('Automatic');
  hers.say({ type: 'active', active: false });
  await reads([]);
  hers.say({ type: 'active', active: true });
  await reads(['Ines']);
  hers.close();
  await reads([]);
  // Chosen, but nobody is there.
  await choose('Available');
  await reads([]);
});
