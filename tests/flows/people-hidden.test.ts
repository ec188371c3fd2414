// What somebody hides of their profile: seen by themselves and by who manages people, and by nobody else in any way there is.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getQuiet } from '#contract/notifications/quiet.ts';
import { hideable } from '#contract/people/employee.ts';
import { selfChanged } from '#contract/people/events.ts';
import { chart } from '#contract/people/finding/chart.ts';
import { restoreLeaver } from '#contract/people/leaving.ts';
import { exportPeople } from '#contract/people/spreadsheet/export.ts';
import * as people from '#contract/people.ts';
import { search } from '#contract/search.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { openSocket } from '#tests/kit/socket.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const SELECT = [...people.selectable];
const whole = {
  phone_number: '020 7946 0777',
  location: 'Secretharbour',
  time_zone: 'Asia/Tokyo',
  working_hours: [...Array.from({ length: 5 }, () => ({ from: '07:15', to: '15:30' })), null, null],
  pronouns: 'xe/xem',
  skills: ['Secretskill'],
  birth_date: '1977-07-17',
};
/** For those who manage people alone. */
const MANAGED = ['group_ids', 'employee_number', 'deactivated_at', 'awaits_heir'];
const ALL = [...hideable.options];

/** Ines, who has filled in everything, beside a colleague and the owner. */
async function cast() {
  const { owner } = await registerCompany(app);
  const [ines, omar] = [await addPerson(app, owner, { first_name: 'Ines' }), await addPerson(app, owner)];
  const { employee_id } = ines;
  await ines.call(people.update, { employee_id, ...whole });
  await owner.call(people.update, { employee_id, joining_date: '2031-01-01' });
  await owner.call(people.update, { employee_id: omar.employee_id, joining_date: '2030-01-01', location: 'Mill Lane' });
  const hide = (...hidden_fields: typeof ALL) => ines.call(people.update, { employee_id, hidden_fields });
  return { owner, ines, omar, employee_id, hide };
}
const seen = (by: TestClient, employee_id: string) => by.call(people.meta, { employee_id, select: SELECT });
const listed = (by: TestClient, input: Parameters<typeof by.call<typeof people.list>>[1]) =>
  by.call(people.list, input);
const idsOf = async (by: TestClient, input: Parameters<typeof listed>[1]) =>
  (await listed(by, input)).items.map((one) => one.employee_id);

test('each field is missing for colleagues while it is hidden; the person and who manages people see it', async () => {
  const { owner, ines, omar, employee_id, hide } = await cast();
  const { birth_date: _, ...open } = whole;
  expect(await seen(omar, employee_id)).toMatchObject({ ...open, birthday: '07-17' });
  for (const field of ALL) {
    await hide(field);
    const colleague = await seen(omar, employee_id);
    const shown = field === 'birth_date' ? 'birthday' : field;
    // When the account was made is about when somebody came.
    const with_it = field === 'joining_date' ? ['created_at'] : [];
    expect(Object.keys(colleague).toSorted(), field).toEqual(
      SELECT.filter((one) => ![shown, ...with_it, 'birth_date', 'hidden_fields', ...MANAGED].includes(one)).toSorted(),
    );
    for (const by of [ines, owner])
      expect(await seen(by, employee_id), field).toMatchObject({
        ...whole,
        joining_date: '2031-01-01',
        birthday: '07-17',
        hidden_fields: [field],
      });
  }
  await hide();
  expect(await seen(omar, employee_id)).toMatchObject({ pronouns: 'xe/xem', birthday: '07-17' });
  // A status, which they set all the time, changes nothing of it.
  await hide('skills');
  await ines.call(people.update, { employee_id, employee_status: { status_type: 'Busy' } });
  expect(await seen(omar, employee_id)).not.toHaveProperty('skills');
});

test('only the person decides, only what can be hidden, and a refusal changes nothing', async () => {
  const { owner, ines, omar, employee_id, hide } = await cast();
  await hide('pronouns');
  for (const by of [owner, omar])
    await expect(by.call(people.update, { employee_id, hidden_fields: [] })).rejects.toMatchObject({
      code: 'NO_PERMISSION',
    });
  for (const wrong of [['first_name'], ['work_email_id'], ['birthday'], 'pronouns', null]) {
    const hidden_fields = wrong as never;
    const { body } = await ines.raw(people.update, { employee_id, location: 'Elsewhere', hidden_fields });
    expect(body.error_code, String(wrong)).toBe('INVALID_REQUEST');
  }
  expect(await seen(ines, employee_id)).toMatchObject({ location: 'Secretharbour', hidden_fields: ['pronouns'] });
  const [hours] = whole.working_hours;
  for (const week of [[], [hours], Array.from({ length: 7 }, () => ({ from: '08:00', to: '08:00' })), 'always']) {
    const { body } = await ines.raw(people.update, { employee_id, working_hours: week as never });
    expect(body.error_code).toBe('INVALID_REQUEST');
  }
  const twice = await ines.call(people.update, { employee_id, hidden_fields: ['pronouns'] });
  expect(twice.events).toEqual([]);
});

test('a day that no calendar has is refused, and the same once more is told to nobody', async () => {
  const { ines, employee_id, hide } = await cast();
  for (const birth_date of ['2023-02-30', '0000-01-01', '2021-13-01']) {
    const { status, body } = await ines.raw(people.update, { employee_id, birth_date });
    expect([status, body.error_code]).toEqual([400, 'INVALID_REQUEST']);
  }
  await hide('skills', 'location');
  await using socket = await openSocket(ines);
  await ines.call(people.update, { employee_id, ...whole });
  await ines.call(people.update, { employee_id, pronouns: 'she/her' });
  await socket.waitForEvent(selfChanged.name);
  expect(socket.events.filter(({ name }) => name === selfChanged.name)).toHaveLength(1);
});

test('lists neither show nor find nor sort by what is hidden', async () => {
  const { owner, ines, omar, employee_id, hide } = await cast();
  const select: ('location' | 'joining_date' | 'phone_number')[] = ['location', 'joining_date', 'phone_number'];
  const filters = { locations: ['Secretharbour'] };
  const sort = 'joining_date' as const;
  const row = async (by: TestClient) =>
    (await listed(by, { select })).items.find((one) => one.employee_id === employee_id);
  expect(await idsOf(omar, { filters })).toEqual([employee_id]);
  expect(await idsOf(omar, { sort, limit: 1 })).toEqual([employee_id]);
  const bySkill = async (by: TestClient) => [
    await idsOf(by, { query: 'ines secretskill' }),
    (await by.call(people.dropdown, { kinds: ['employees'], query: 'secretskill' })).employees?.map(({ id }) => id),
    (await listed(by, { query: 'secretskill', by_department: true })).departments?.length,
  ];
  const found = [[employee_id], [employee_id], 1];
  expect(await bySkill(omar)).toEqual(found);
  await hide(...ALL);
  expect(await bySkill(omar)).toEqual([[], [], 0]);
  for (const by of [ines, owner]) expect(await bySkill(by)).toEqual(found);
  for (const field of select) {
    expect(await row(omar), field).not.toHaveProperty(field);
    for (const by of [ines, owner]) expect(await row(by), field).toHaveProperty(field);
  }
  expect(await listed(omar, { filters })).toMatchObject({ items: [], total: 0 });
  for (const by of [ines, owner]) expect(await listed(by, { filters })).toMatchObject({ total: 1 });
  // Newest first: whoever hides it stands with those of whom nothing is known, and no cursor tells the day.
  for (const by of [ines, owner]) expect((await idsOf(by, { sort }))[0]).toBe(employee_id);
  const inOrder: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await listed(omar, { sort, limit: 1, ...(cursor && { cursor }) });
    inOrder.push(...page.items.map((one) => one.employee_id));
    cursor = page.next_cursor;
    expect(Buffer.from(cursor ?? '', 'base64url').toString()).not.toContain('2031');
  }
  expect(inOrder[0]).toBe(omar.employee_id);
  expect(inOrder.toSorted()).toEqual([owner.employee_id, omar.employee_id, employee_id].toSorted());
  const reversed = await idsOf(omar, { sort, reverse: true });
  expect(reversed.at(-1)).toBe(omar.employee_id);
});

test('choices, search, chart and directory say nothing of it, and the file is for who manages people', async () => {
  const { owner, ines, omar, employee_id, hide } = await cast();
  const locations = async (by: TestClient) =>
    (await by.call(people.dropdown, { kinds: ['locations'] })).locations?.map(({ id }) => id);
  expect(await locations(omar)).toEqual(['Mill Lane', 'Secretharbour']);
  await hide(...ALL);
  expect(await locations(omar)).toEqual(['Mill Lane']);
  for (const by of [ines, owner]) expect(await locations(by)).toEqual(['Mill Lane', 'Secretharbour']);
  for (const query of ['Secretharbour', 'Secretskill', '7946', 'xem', 'Tokyo']) {
    expect(await idsOf(omar, { query }), query).toEqual([]);
    expect(JSON.stringify(await omar.call(search, { query })), query).not.toContain(employee_id);
  }
  const told = [
    await omar.call(chart, {}),
    await omar.call(chart, { employee_id }),
    await omar.call(people.directory, {}),
    await listed(omar, { query: 'Ines' }),
    await omar.call(people.dropdown, { kinds: ['employees', 'managers', 'locations'] }),
  ];
  expect(JSON.stringify(told)).toContain(employee_id);
  expect(JSON.stringify(told)).not.toMatch(/7946|Secret|Tokyo|xe\/xem|07-17|2031-/);
  expect((await omar.raw(exportPeople, {})).body.error_code).toBe('NO_PERMISSION');
});

test('who hides their time zone is not told of by when it is quiet with them', async () => {
  const { owner, ines, omar, employee_id, hide } = await cast();
  expect(await omar.call(getQuiet, { employee_id })).toMatchObject({ time_zone: 'Asia/Tokyo' });
  await hide('time_zone');
  expect(await omar.call(getQuiet, { employee_id })).toEqual({ time_zone: 'UTC', quiet_until: null });
  for (const by of [ines, owner])
    expect(await by.call(getQuiet, { employee_id })).toMatchObject({ time_zone: 'Asia/Tokyo' });
});

test('others’ devices are told that it changed, and nothing of what; one’s own read it anew', async () => {
  const { omar, ines, employee_id, hide } = await cast();
  await using his = await openSocket(omar);
  await using hers = await openSocket(ines);
  const { events } = await hide('location', 'phone_number');
  expect(events.map(({ name }) => name)).toEqual([people.hiddenChanged.name, people.selfChanged.name]);
  const { payload } = await his.waitForEvent(people.hiddenChanged.name);
  expect(payload).toEqual({ employee_id });
  await hers.waitForEvent(people.selfChanged.name);
  // What is hidden changes without a word to others.
  await ines.call(people.update, { employee_id, location: 'Secrethill', phone_number: '020 7946 0999' });
  await hide();
  const told = () => his.events.filter(({ name }) => name === people.hiddenChanged.name).map((one) => one.payload);
  await expect.poll(told, { timeout: 20_000 }).toEqual([{ employee_id }, { employee_id }]);
  expect(JSON.stringify(his.messages)).not.toMatch(/Secret|7946/);
});

test('it stays hidden with somebody who left and comes back', async () => {
  const { owner, omar, employee_id, hide } = await cast();
  await hide('skills', 'working_hours');
  await owner.call(people.remove, { employee_id });
  await owner.call(restoreLeaver, { employee_id });
  const back = await seen(owner, employee_id);
  expect(back).toMatchObject({ skills: whole.skills, working_hours: whole.working_hours });
  expect(back.hidden_fields?.toSorted()).toEqual(['skills', 'working_hours']);
  const colleague = await seen(omar, employee_id);
  expect(colleague).toMatchObject({ pronouns: 'xe/xem' });
  expect(colleague).not.toHaveProperty('skills');
  expect(colleague).not.toHaveProperty('working_hours');
});
