// The dashboard over time: what is not told of days with few people, of people who left, and of departments; and counting that is slow.
import Papa from 'papaparse';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as company from '#contract/company.ts';
import { exportDashboard } from '#contract/insights.ts';
import { createDepartment } from '#contract/people/departments.ts';
import * as people from '#contract/people.ts';
import { countCompany } from '#server/features/insights/counting/counting.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { addRows, count, counted, read, setActive, setFounded, setSentAt } from './insights.fixture.ts';
import { gather, ids, into, makeSpace, say, to } from './talk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const dayBack = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
const UTC = { settings: { time_zone: 'UTC' } };

test('of days on which there were fewer than five nothing is stored, shown or added up', async () => {
  const { owner, ada } = await gather(app);
  const { company_id } = owner;
  await owner.call(company.update, UTC);
  const old = await addRows(app, company_id, 4);
  await addRows(app, company_id, 2, { since: `${dayBack(2)}T12:00:00Z` });
  await setFounded(app, company_id, `${dayBack(6)}T12:00:00Z`);
  const sent = await Promise.all([5, 4, 2, 1].map((back) => say(ada, to(owner), `${back} days ago`)));
  for (const [n, back] of [5, 4, 2, 1].entries())
    await setSentAt(app, [sent[n]?.message_id ?? ''], `${dayBack(back)}T12:00:00Z`);
  for (const back of [5, 4, 3, 2]) await setActive(app, company_id, dayBack(back), old.slice(0, back));
  await read(owner);
  await count(app, company_id);
  const { series, figures, too_few } = await read(owner);
  expect(too_few).toBe(false);
  const today = series.at(-1)?.active ?? 0;
  expect(today).toBeGreaterThan(0);
  expect(series.map(({ active }) => active)).toEqual([null, null, null, null, 2, 0, today]);
  expect(series.map(({ direct }) => direct)).toEqual([null, null, null, null, 1, 1, 0]);
  expect(series.map(({ writers }) => writers)).toEqual([null, null, null, null, 1, 1, 0]);
  expect(figures.messages).toEqual({ value: 2, before: null });
  // Two of the old ones since there are enough, and who called today.
  expect(figures.active_week.value).toBe(2 + today);
  expect(figures.active_month.value).toBe(2 + today);
  const stored = await app.sql<{ row: object }>(
    'SELECT to_jsonb(i) AS row FROM insight_day i WHERE company_id = $1 AND day < $2',
    [company_id, dayBack(2)],
  );
  expect(stored.map(({ row }) => Object.values(row).filter((value) => typeof value === 'number'))).toEqual([
    [],
    [],
    [],
    [],
  ]);
  const { content } = await owner.call(exportDashboard, { days: '7' });
  const { data } = Papa.parse<string[]>(new TextDecoder().decode(content));
  expect(data[1]).toEqual([dayBack(6), '', '', '', '', '']);
});

test('who looks at the same moment sees the same, and the days before are left to the job', async () => {
  const { owner, company_id } = await registerCompany(app);
  await owner.call(company.update, UTC);
  await addRows(app, company_id, 6);
  await setFounded(app, company_id, `${dayBack(20)}T12:00:00Z`);
  const seen = await Promise.all([read(owner), read(owner), read(owner), read(owner)]);
  expect(seen.map(({ too_few, people: all }) => [too_few, all])).toEqual(seen.map(() => [false, 7]));
  expect((await counted(app, company_id)).map(({ day }) => day)).toEqual([dayBack(0)]);
  await count(app, company_id);
  expect(await counted(app, company_id)).toHaveLength(21);
});

test('active are people who are still here: no more than there are', async () => {
  const { owner, company_id } = await registerCompany(app);
  const leavers = [await addPerson(app, owner), await addPerson(app, owner), await addPerson(app, owner)];
  const rows = await addRows(app, company_id, 5);
  await setActive(app, company_id, dayBack(1), rows);
  for (const one of leavers) await one.call(company.get, {});
  for (const { employee_id } of leavers) await owner.call(people.remove, { employee_id });
  const { people: all, figures, adoption } = await read(owner);
  expect(all).toBe(6);
  expect([figures.active_day.value, figures.active_week.value, figures.active_month.value]).toEqual([1, 6, 6]);
  expect(adoption?.active).toBe(6);
});

test('what began to be recorded lately has not grown', async () => {
  const { owner, company_id } = await registerCompany(app);
  await owner.call(company.update, UTC);
  const rows = await addRows(app, company_id, 8);
  await setFounded(app, company_id, `${dayBack(40)}T12:00:00Z`);
  for (const back of [10, 9, 8, 7, 6]) await setActive(app, company_id, dayBack(back), rows.slice(0, 12 - back));
  for (const back of [8, 7, 1]) await count(app, company_id, `${dayBack(back)}T23:00:00Z`);
  const { figures } = await read(owner);
  expect(figures.active_week).toEqual({ value: 7, before: null });
  // The week of the range before this one lies wholly in what is known.
  expect(figures.messages).toEqual({ value: 0, before: 0 });
  expect((await read(owner, '30')).figures.messages.before).toBeNull();
});

test('departments are told once a day: who moves is not to be seen', async () => {
  const { owner, ada, ben, cleo } = await gather(app);
  const { company_id } = owner;
  await owner.call(company.update, UTC);
  const [bakery, drivers] = [uuid(), uuid()];
  await owner.call(createDepartment, { department_id: bakery, department_name: 'Bakery' });
  await owner.call(createDepartment, { department_id: drivers, department_name: 'Drivers' });
  const bakers = await addRows(app, company_id, 9, { department_id: bakery });
  await addRows(app, company_id, 9, { department_id: drivers });
  await addRows(app, company_id, 3);
  const { space_id } = await makeSpace(owner, { employee_ids: ids(ada, ben, cleo) });
  const texts = await Promise.all(Array.from({ length: 13 }, (_, n) => say(ada, into(space_id), `${n}`)));
  await setSentAt(
    app,
    texts.map(({ message_id }) => message_id),
    `${dayBack(1)}T12:00:00Z`,
  );
  await app.sql('UPDATE employee SET department_id = $2 WHERE employee_id = $1', [ada.employee_id, bakery]);
  await app.sql("UPDATE employee SET activated_at = '2020-01-01' WHERE company_id = $1", [company_id]);
  await setActive(app, company_id, dayBack(2), bakers);
  const before = (await read(owner)).departments;
  expect(before.map(({ name, people: size, active_share }) => [name, size, active_share])).toEqual([
    ['Bakery', 10, 90],
    ['Drivers', 9, 10],
    ['No department', 6, 10],
  ]);
  expect(before.map(({ messages }) => messages)).toEqual([13, 0, 0]);
  await app.sql('UPDATE employee SET department_id = $2 WHERE employee_id = $1', [ada.employee_id, drivers]);
  await count(app, company_id);
  expect((await read(owner)).departments).toEqual(before);
});

test('what takes too long is asked for in pieces, and adds up to the same', async () => {
  const { owner, ada, ben } = await gather(app);
  const { company_id } = owner;
  await owner.call(company.update, UTC);
  await addRows(app, company_id, 5);
  await setFounded(app, company_id, `${dayBack(29)}T12:00:00Z`);
  const senders = [ada, ben, ada, owner];
  const sent = await Promise.all(senders.map((one) => say(one, to(one === owner ? ada : owner), 'Hello')));
  for (const [n, back] of [25, 14, 3, 1].entries())
    await setSentAt(app, [sent[n]?.message_id ?? ''], `${dayBack(back)}T12:00:00Z`);
  const sums = () =>
    app.sql('SELECT day::text, direct, writers, writers_month FROM insight_day WHERE company_id = $1 ORDER BY day', [
      company_id,
    ]);
  await count(app, company_id);
  const whole = await sums();
  expect(whole.at(-1)).toMatchObject({ direct: 0, writers_month: 3 });
  await app.sql('DELETE FROM insight_day WHERE company_id = $1', [company_id]);
  const { db } = app.app.context;
  let late = 0;
  // As a database that has time for four days of messages and no more.
  const slow: typeof db = {
    ...db,
    company: (id, work, mode) =>
      db.company(
        id,
        (tx) =>
          work({
            ...tx,
            query: (text, values = []) => {
              const moments = values.filter((value) => typeof value === 'string' && value.endsWith('Z')) as string[];
              const [begins, ends] = moments.slice(-2).map((at) => Date.parse(at));
              if (!text.includes('FROM message') || !begins || !ends || ends - begins <= 4 * 86_400_000)
                return tx.query(text, values);
              late++;
              return Promise.reject(
                Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
              );
            },
          }),
        mode,
      ),
  };
  await countCompany(slow, company_id);
  expect(late).toBeGreaterThan(5);
  expect(await sums()).toEqual(whole);
});
