// The dashboard: who is counted as active, what days add up to, who may see it, and that nobody can be worked out of it.
import Papa from 'papaparse';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { createGroup } from '#contract/chat/groups.ts';
import * as chat from '#contract/chat.ts';
import * as company from '#contract/company.ts';
import { exportDashboard, getDashboard } from '#contract/insights.ts';
import { updateDevice } from '#contract/notifications/device.ts';
import { createDepartment } from '#contract/people/departments.ts';
import { eraseLeaver } from '#contract/people/leaving.ts';
import { createRole, updateRoleMembers } from '#contract/people/roles.ts';
import * as people from '#contract/people.ts';
import { createActivity } from '#server/features/insights/activity/activity.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { addRows, count, counted, read, setActive, setFounded, setSentAt } from './insights.fixture.ts';
import { infoOf } from './push.fixture.ts';
import { gather, ids, into, makeSpace, say, to, under } from './talk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const dayBack = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
const UTC = { settings: { time_zone: 'UTC' } };

test('who calls is active, once a day; invited, accepted, active, installed and notified are counted', async () => {
  const { owner, company_id } = await registerCompany(app);
  const [ada, ben] = [await addPerson(app, owner), await addPerson(app, owner)];
  await addRows(app, company_id, 4);
  await addRows(app, company_id, 2, { status: 'INVITED' });
  await addRows(app, company_id, 1, { status: 'INACTIVE' });
  for (const one of [ada, ada, ben]) await one.call(company.get, {});
  await ada.call(updateDevice, { device_id: uuid(), device_info: infoOf({ transport: 'none', permission: 'denied' }) });
  const { figures, adoption, people: all, series, too_few } = await read(owner);
  expect([too_few, all]).toEqual([false, 7]);
  expect(figures.active_day).toEqual({ value: 3, before: null });
  expect(figures.active_week).toEqual({ value: 3, before: null });
  expect(adoption).toEqual({ invited: 9, accepted: 7, active: 3, installed: 1, notified: 0 });
  expect(series).toHaveLength(7);
  expect(series.map(({ active }) => active)).toEqual([null, null, null, null, null, null, 3]);
  expect(await app.sql('SELECT 1 FROM activity_day WHERE company_id = $1', [company_id])).toHaveLength(3);
});

test('messages count where and when they were sent: threads with their root, deleted ones, too', async () => {
  const cast = await gather(app);
  const { owner, ada, ben, cleo } = cast;
  const { company_id } = owner;
  await addRows(app, company_id, 3);
  const { space_id } = await makeSpace(owner, { employee_ids: ids(ada, ben) });
  const root = await say(owner, into(space_id), 'Root');
  await say(ada, under(root), 'Answer');
  await say(ada, to(ben), 'Direct');
  const gone = await say(ben, to(ada), 'Gone');
  await ben.call(chat.remove, { message_id: gone.message_id });
  const conversation_id = uuid();
  const others = [ada.employee_id, cleo.employee_id];
  await owner.call(createGroup, { conversation_id, employee_ids: others, name: 'Three' });
  await say(owner, { entity_type: 'group', entity_id: conversation_id }, 'Group');
  const dashboard = await read(owner);
  expect(dashboard.figures).toMatchObject({
    messages: { value: 5, before: null },
    writers: { value: 3, before: null },
    spaces: { value: 1, before: null },
  });
  expect(dashboard.series.at(-1)).toMatchObject({ writers: 3, direct: 2, in_spaces: 2, in_groups: 1 });
});

test('a day begins at the company’s midnight, whatever the zone and also when clocks change', async () => {
  const cast = await gather(app);
  const { owner, ada } = cast;
  const { company_id } = owner;
  await addRows(app, company_id, 5);
  const texts = await Promise.all(['a', 'b', 'c', 'd'].map((text) => say(owner, to(ada), text)));
  const sent = texts.map(({ message_id }) => message_id);
  // London's clocks go forward on 29 March 2026 at one: that day has 23 hours.
  const times = [
    '2026-03-28T23:59:59.999Z',
    '2026-03-29T00:00:00Z',
    '2026-03-29T22:59:59.999Z',
    '2026-03-29T23:00:00Z',
  ];
  for (const [n, at] of times.entries()) await setSentAt(app, [sent[n] as string], at);
  const sums = async (zone: string) => {
    await owner.call(company.update, { settings: { time_zone: zone } });
    await app.sql('DELETE FROM insight_day WHERE company_id = $1', [company_id]);
    await setFounded(app, company_id, '2026-03-27T12:00:00Z');
    await count(app, company_id, '2026-03-31T12:00:00Z');
    return (await counted(app, company_id)).filter(({ direct }) => direct).map(({ day, direct }) => [day, direct]);
  };
  expect(await sums('Europe/London')).toEqual([
    ['2026-03-28', 1],
    ['2026-03-29', 2],
    ['2026-03-30', 1],
  ]);
  expect(await sums('Pacific/Kiritimati')).toEqual([
    ['2026-03-29', 2],
    ['2026-03-30', 2],
  ]);
  expect(await sums('Pacific/Pago_Pago')).toEqual([
    ['2026-03-28', 2],
    ['2026-03-29', 2],
  ]);
});

test('who is here over midnight is active on both days, and each is written once', async () => {
  const { owner, company_id } = await registerCompany(app);
  await owner.call(company.update, { settings: { time_zone: 'Asia/Tokyo' } });
  let clock = Date.parse('2026-05-10T14:59:50Z');
  const { db, bus, log } = app.app.context;
  const activity = createActivity({ db, bus, log }, () => clock);
  const days = () =>
    app.sql("SELECT day::text FROM activity_day WHERE company_id = $1 AND day < '2026-06-01' ORDER BY day", [
      company_id,
    ]);
  activity.note(owner);
  activity.note(owner);
  // Midnight in Tokyo: seen before and after it, and written afterwards.
  clock += 20_000;
  activity.note(owner);
  await activity.flush(company_id);
  expect(await days()).toEqual([{ day: '2026-05-10' }]);
  activity.note(owner);
  await activity.flush(company_id);
  expect(await days()).toEqual([{ day: '2026-05-10' }, { day: '2026-05-11' }]);
  expect(activity.takeUsed()).toEqual([company_id]);
  expect(activity.takeUsed()).toEqual([]);
  // West of there it is the day before still.
  await owner.call(company.update, { settings: { time_zone: 'America/Los_Angeles' } });
  clock += 16 * 3_600_000;
  activity.note(owner);
  await activity.stop();
  expect(await days()).toHaveLength(2);
});

test('a database that is away costs no call, and nothing that was noted', async () => {
  const { owner, company_id } = await registerCompany(app);
  const { db, bus, log } = app.app.context;
  let away = true;
  const company_ = ((id: string, work: never) =>
    away ? Promise.reject(new Error('away')) : db.company(id, work)) as typeof db.company;
  const activity = createActivity({ db: { ...db, company: company_ }, bus, log }, () =>
    Date.parse('2026-05-10T12:00:00Z'),
  );
  activity.note(owner);
  await expect(activity.flush(company_id)).rejects.toThrow('away');
  away = false;
  await activity.stop();
  expect(
    await app.sql("SELECT 1 FROM activity_day WHERE company_id = $1 AND day = '2026-05-10'", [company_id]),
  ).toHaveLength(1);
});

test('a day that is over stays as it was counted, whoever is erased since; the day itself is forgotten', async () => {
  const { owner, company_id } = await registerCompany(app);
  const leaver = await addPerson(app, owner);
  await addRows(app, company_id, 5);
  const sent = await say(leaver, to(owner), 'Bye');
  await setSentAt(app, [sent.message_id], '2026-02-02T12:00:00Z');
  await setFounded(app, company_id, '2026-02-01T12:00:00Z');
  const { employee_id } = leaver;
  await setActive(app, company_id, '2026-02-02', [employee_id, owner.employee_id]);
  await count(app, company_id, '2026-02-03T12:00:00Z');
  const before = await counted(app, company_id);
  expect(before.map(({ day, final, active, direct }) => [day, final, active, direct])).toEqual([
    ['2026-02-01', true, null, 0],
    ['2026-02-02', true, 2, 1],
    ['2026-02-03', false, 0, 0],
  ]);
  // Twice is the same as once.
  await count(app, company_id, '2026-02-03T12:00:00Z');
  expect(await counted(app, company_id)).toEqual(before);
  await owner.call(people.remove, { employee_id });
  await owner.call(eraseLeaver, { employee_id });
  expect(await app.sql('SELECT 1 FROM activity_day WHERE employee_id = $1', [employee_id])).toEqual([]);
  await count(app, company_id, '2026-02-04T12:00:00Z');
  expect((await counted(app, company_id)).slice(0, 2)).toEqual(before.slice(0, 2));
  // Nobody stands in the sums.
  const sums = await app.sql('SELECT to_jsonb(i) AS row FROM insight_day i WHERE company_id = $1', [company_id]);
  expect(JSON.stringify(sums)).not.toContain(employee_id);
});

test('on which days people used the app goes after 400 days; the sums stay', async () => {
  const { owner, company_id } = await registerCompany(app);
  const day = dayBack;
  for (const back of [402, 398]) await setActive(app, company_id, day(back), [owner.employee_id]);
  await count(app, company_id);
  const left = await app.sql<{ day: string }>(
    'SELECT day::text FROM activity_day WHERE company_id = $1 AND day < current_date - 10',
    [company_id],
  );
  expect(left).toEqual([{ day: day(398) }]);
});

test('figures stand beside those of the time before', async () => {
  const { owner, company_id } = await registerCompany(app);
  const rows = await addRows(app, company_id, 9);
  const day = dayBack;
  await owner.call(company.update, UTC);
  await setFounded(app, company_id, `${day(70)}T12:00:00Z`);
  // As if it had been counted every day: 60 days ago the first came, each later day one more, nine at last.
  for (let back = 69; back >= 1; back--) {
    await setActive(app, company_id, day(back), rows.slice(0, Math.max(1, Math.min(9, 61 - back))));
    if ([37, 31, 30, 8, 7, 1].includes(back)) await count(app, company_id, `${day(back)}T23:00:00Z`);
  }
  const { figures, series } = await read(owner, '30');
  expect(figures.active_day).toEqual({ value: 1, before: 9 });
  expect(figures.active_week).toEqual({ value: 10, before: 9 });
  expect(figures.active_month).toEqual({ value: 10, before: 9 });
  expect(figures.messages).toEqual({ value: 0, before: 0 });
  expect(series).toHaveLength(30);
  expect((await read(owner, '365')).series).toHaveLength(365);
});

test('a department of fewer than five is hidden, and the next smallest with it', async () => {
  const { owner, company_id } = await registerCompany(app);
  const sizes = { Bakery: 12, Drivers: 6, Night: 3 };
  for (const [department_name, size] of Object.entries(sizes)) {
    const department_id = uuid();
    await owner.call(createDepartment, { department_id, department_name });
    const rows = await addRows(app, company_id, size, { department_id });
    await setActive(app, company_id, dayBack(2), rows.slice(0, 5));
  }
  await addRows(app, company_id, 7);
  const { departments } = await read(owner);
  // The owner is in none, with the seven others.
  expect(departments.map(({ name, people: size, active_share }) => [name, size, active_share])).toEqual([
    ['Bakery', 12, 40],
    ['Drivers', null, null],
    ['Night', null, null],
    ['No department', 8, 10],
  ]);
  // What is hidden does not stand in the database either.
  const stored = await app.sql<{ people: number | null }>(
    'SELECT people FROM insight_department WHERE company_id = $1 ORDER BY people',
    [company_id],
  );
  expect(stored.map(({ people: size }) => size)).toEqual([8, 12, null, null]);
});

test('of a company of fewer than five nothing is said', async () => {
  const { owner, company_id } = await registerCompany(app);
  await addRows(app, company_id, 3);
  const { too_few, people: all, figures, series, adoption, departments } = await read(owner);
  expect([too_few, all, series, adoption, departments]).toEqual([true, null, [], null, []]);
  expect(Object.values(figures).every(({ value, before }) => value === null && before === null)).toBe(true);
  await addRows(app, company_id, 1);
  await count(app, company_id);
  expect(await read(owner)).toMatchObject({ too_few: false, people: 5 });
});

test('with chat switched off nothing is said of messages', async () => {
  const { owner, company_id } = await registerCompany(app);
  await addRows(app, company_id, 5);
  await owner.call(company.updateModules, { company_id, modules: { chat: false, people: false } });
  const { chat: on, figures, departments } = await read(owner);
  expect([on, figures.messages.value, figures.writers.value, departments]).toEqual([false, null, null, []]);
  expect(figures.active_day.value).toBe(1);
});

test('for who may see it, of one’s own company, and not while that is suspended', async () => {
  const { owner, company_id } = await registerCompany(app);
  const ines = await addPerson(app, owner);
  await addRows(app, company_id, 5);
  await expect(read(ines)).rejects.toMatchObject({ code: 'NO_PERMISSION', status: 403 });
  const role_id = uuid();
  await owner.call(createRole, { role_id, role_name: 'Analyst', permissions: ['insights.view'] });
  await owner.call(updateRoleMembers, { role_id, add: [ines.employee_id] });
  expect((await read(ines)).people).toBe(7);
  const { owner: foreigner, company_id: abroad } = await registerCompany(app);
  await addRows(app, abroad, 8);
  expect((await read(foreigner)).people).toBe(9);
  await app.sql("UPDATE company SET status = 'SUSPENDED' WHERE company_id = $1", [company_id]);
  app.app.context.bus.signal({ type: 'company_suspended', company_id });
  await expect(read(ines)).rejects.toMatchObject({ code: 'COMPANY_SUSPENDED', status: 503 });
  // Its days are counted all the same, so that none is missing when it comes back.
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  await count(app, company_id, tomorrow);
  expect((await counted(app, company_id)).at(-1)).toMatchObject({ active: 0, final: false });
});

test('as a file: the days of the range, and that it was taken is recorded', async () => {
  const { owner, company_id } = await registerCompany(app);
  await addRows(app, company_id, 5);
  const { series, today } = await read(owner, '30');
  const { file_name, content } = await owner.call(exportDashboard, { days: '30' });
  expect(file_name).toBe(`dashboard-${today}-30-days.csv`);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
  expect(text.startsWith('\uFEFFDay,Active people,')).toBe(true);
  const { data } = Papa.parse<string[]>(text.slice(1));
  expect(data).toHaveLength(31);
  expect(data.slice(1).map(([day]) => day)).toEqual(series.map(({ day }) => day));
  const { items } = await owner.call(listAudit, { filters: { areas: ['insights'] }, limit: 5 });
  expect(items).toMatchObject([{ action: 'insights.exported', detail: { days: 30 } }]);
  const ines = await addPerson(app, owner);
  await expect(ines.call(exportDashboard, { days: '7' })).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  await expect(owner.call(getDashboard, { days: '8' as '7' })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});
