// What there is to celebrate soon: whose birthday comes, and who has been here for whole years, unless they hide it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as company from '#contract/company.ts';
import { AHEAD_DAYS, celebrations, MOST_CELEBRATIONS } from '#contract/people/finding/celebrations.ts';
import * as people from '#contract/people.ts';
import { listCelebrations } from '#server/features/people/finding/celebrations/celebrations-repo.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const read = (by: TestClient) => by.call(celebrations, {});
const told = async (by: TestClient) =>
  (await read(by)).items.map(({ person, kind, day, years }) => [person.first_name, kind, day, years]);
/** In whole leap years, so that it is a day that there was also from 29 February. */
const plus = (day: string, days: number, years = 0): string => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toISOString().slice(0, 10);
};

async function cast() {
  const { owner } = await registerCompany(app);
  const [ada, ben] = [
    await addPerson(app, owner, { first_name: 'Ada' }),
    await addPerson(app, owner, { first_name: 'Ben' }),
  ];
  return { owner, ada, ben, today: (await read(owner)).today };
}

test('birthdays and anniversaries of the next two weeks, the soonest first; nobody is told how old somebody gets', async () => {
  const { owner, ada, ben, today } = await cast();
  expect(await told(ben)).toEqual([]);
  await ada.call(people.update, { employee_id: ada.employee_id, birth_date: plus(today, 3, -40) });
  await owner.call(people.update, { employee_id: ada.employee_id, joining_date: plus(today, 0, -4) });
  // Came today, will be here in two weeks and one day, and was born on the last day that is told.
  await owner.call(people.update, { employee_id: ben.employee_id, joining_date: today });
  await ben.call(people.update, { employee_id: ben.employee_id, birth_date: plus(today, AHEAD_DAYS, -28) });
  await owner.call(people.update, { employee_id: owner.employee_id, joining_date: plus(today, AHEAD_DAYS + 1, -4) });
  const all = [
    ['Ada', 'anniversary', today, 4],
    ['Ada', 'birthday', plus(today, 3), null],
    ['Ben', 'birthday', plus(today, AHEAD_DAYS), null],
  ];
  expect(await told(ben)).toEqual(all);
  expect(await told(owner)).toEqual(all);
  expect(JSON.stringify(await read(owner))).not.toContain(plus(today, 3, -40));
});

test('who hides the day is not in it, not even for who manages people; nor is whoever is not active', async () => {
  const { owner, ada, ben, today } = await cast();
  const { employee_id } = ada;
  await ada.call(people.update, { employee_id, birth_date: plus(today, 1, -40) });
  await owner.call(people.update, { employee_id, joining_date: plus(today, 2, -4) });
  await ada.call(people.update, { employee_id, hidden_fields: ['birth_date'] });
  expect(await told(owner)).toEqual([['Ada', 'anniversary', plus(today, 2), 4]]);
  await ada.call(people.update, { employee_id, hidden_fields: ['birth_date', 'joining_date'] });
  expect(await told(owner)).toEqual([]);
  await ada.call(people.update, { employee_id, hidden_fields: [] });
  expect(await told(ben)).toHaveLength(2);
  await owner.call(people.setStatus, { employee_id, status: 'SUSPENDED' });
  expect(await told(ben)).toEqual([]);
});

test('the day is that of the company’s time zone', async () => {
  const { owner } = await cast();
  const days = [];
  for (const time_zone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
    await owner.call(company.update, { settings: { time_zone } });
    const answer = await read(owner);
    expect(answer.time_zone).toBe(time_zone);
    days.push(answer.today);
  }
  // 25 hours lie between them.
  expect(days[0] && days[1] && days[0] > days[1]).toBe(true);
});

test('who was born on 29 February has their birthday on the 28th where there is no other', async () => {
  const { owner, ada } = await cast();
  await ada.call(people.update, { employee_id: ada.employee_id, birth_date: '1992-02-29' });
  const from = (today: string) =>
    app.app.context.db.company(owner.company_id, async (tx) =>
      (await listCelebrations(tx, today, AHEAD_DAYS, 10)).map(({ day }) => day),
    );
  expect([await from('2027-02-20'), await from('2028-02-20'), await from('2027-03-01')]).toEqual([
    ['2027-02-28'],
    ['2028-02-29'],
    [],
  ]);
});

test('of more than can be told the rest is counted', async () => {
  const { owner, ada, today } = await cast();
  await ada.call(people.update, { employee_id: ada.employee_id, birth_date: plus(today, 1, -40) });
  expect((await read(owner)).more).toBe(0);
  await app.sql(
    `INSERT INTO employee (company_id, employee_id, first_name, last_name, work_email, work_email_key, employee_account_status,
       sort_name, search_text, birth_date)
     SELECT $1, gen_random_uuid(), 'Cleo', g::text, g || '@cleo.example', g || '@cleo.example', 'ACTIVE', 'cleo', 'cleo', $2
     FROM generate_series(1, $3::integer) g`,
    [owner.company_id, plus(today, 2, -40), MOST_CELEBRATIONS + 2],
  );
  const { items, more } = await read(owner);
  expect([items.length, items[0]?.person.first_name, more]).toEqual([MOST_CELEBRATIONS, 'Ada', 3]);
});
