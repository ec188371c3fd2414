// Groups of people: with chosen members, and by a rule that is true of the moment in which it is asked.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Criterion, Rule } from '#contract/people/criteria.ts';
import { createDepartment, updateDepartment } from '#contract/people/departments.ts';
import * as groups from '#contract/people/groups.ts';
import * as people from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const make = async (by: TestClient, group_name: string, rule?: Rule): Promise<groups.Group> =>
  (await by.call(groups.createGroup, { group_id: uuid(), group_name, ...(rule && { rule }) })).group;
const person = async (by: TestClient, first_name: string, more: object = {}): Promise<string> => {
  const name = { employee_id: uuid(), first_name, last_name: 'X', work_email_id: `${uuid()}@people.example` };
  return (await by.call(people.create, { ...name, send_invitation: false, ...more })).employee.employee_id;
};
const all = (...criteria: Criterion[]): Rule => ({ match: 'all', criteria });
const any = (...criteria: Criterion[]): Rule => ({ match: 'any', criteria });
const where = (criteria_type: string, search_type: string, ...values: string[]): Criterion => ({
  criteria_type,
  search_type,
  values,
});
/** First names of who fits, in order, as the members' list and as a filter of the employees' list. */
const fitting = async (by: TestClient, rule: Rule): Promise<string[]> => {
  const { items, total } = await by.call(groups.listGroupMembers, { rule });
  expect(items).toHaveLength(total);
  return items.map((one) => one.first_name);
};
const ofGroup = async (by: TestClient, group_id: string): Promise<string[]> =>
  (await by.call(people.list, { filters: { group_ids: [group_id] } })).items.map((one) => one.first_name);

test('members are chosen, counted, kept apart from rules, and gone with the person', async () => {
  const { owner } = await registerCompany(app, { first_name: 'Olive' });
  const [ada, ben] = [await person(owner, 'Ada'), await person(owner, 'Ben')];
  const { group_id } = await make(owner, 'First aiders');
  const change = (what: object) => owner.call(groups.updateGroupMembers, { group_id, ...what });
  expect((await change({ add: [ada, ben] })).group.members).toBe(2);
  expect((await change({ add: [ada] })).events).toEqual([]);
  expect(await ofGroup(owner, group_id)).toEqual(['Ada', 'Ben']);
  expect(await owner.call(people.meta, { employee_id: ada, select: ['group_ids'] })).toEqual({ group_ids: [group_id] });
  await expect(change({ add: [uuid()] })).rejects.toMatchObject({ code: 'EMPLOYEE_NOT_FOUND' });
  await owner.call(people.remove, { employee_id: ben });
  expect((await owner.call(groups.listGroups, {})).items).toMatchObject([{ group_id, members: 1 }]);
  const ruled = await make(owner, 'Ruled', all(where('location', 'is', 'Here')));
  await expect(owner.call(groups.updateGroupMembers, { group_id: ruled.group_id, add: [ada] })).rejects.toMatchObject({
    code: 'GROUP_KIND',
  });
  await owner.call(people.update, { employee_id: ada, group_ids: [] });
  expect(await ofGroup(owner, group_id)).toEqual([]);
  await owner.call(groups.deleteGroup, { group_id });
  await expect(change({ add: [ada] })).rejects.toMatchObject({ code: 'GROUP_NOT_FOUND' });
});

test('every kind of criterion finds who it should, alone and together', async () => {
  const { owner } = await registerCompany(app, { first_name: 'Olive' });
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const [trade, shops] = [uuid(), uuid()];
  await owner.call(createDepartment, { department_id: trade, department_name: 'Trade' });
  await owner.call(createDepartment, { department_id: shops, department_name: 'Shops', parent_id: trade });
  const boss = await person(owner, 'Ada', { department_id: trade, location: 'Mill Lane', joining_date: '2015-01-31' });
  await person(owner, 'Ben', { department_id: shops, manager_id: boss, position_title: 'Driver 100%' });
  await person(owner, 'Cleo', { location: 'mill road', joining_date: day(3) });
  const roles = (await owner.call(people.dropdown, { kinds: ['roles'] })).roles ?? [];
  const role = (name: string) => roles.find((one) => one.label === name)?.id ?? '';
  const found = new Map<string, string[]>();
  const fits = async (rule: Rule) => {
    const { group_id } = await make(owner, `Group ${found.size}`, rule);
    found.set(group_id, await fitting(owner, rule));
    return found.get(group_id);
  };
  expect(await fits(all(where('department', 'is', trade)))).toEqual(['Ada', 'Ben']);
  expect(await fits(all(where('department', 'is', shops)))).toEqual(['Ben']);
  expect(await fits(all(where('department', 'is_not', trade)))).toEqual(['Cleo', 'Olive']);
  expect(await fits(all(where('role', 'is', role('Owner'))))).toEqual(['Olive']);
  expect(await fits(all(where('role', 'is_not', role('Owner'), role('Admin'))))).toEqual(['Ada', 'Ben', 'Cleo']);
  expect(await fits(all(where('location', 'is', 'MILL LANE')))).toEqual(['Ada']);
  expect(await fits(all(where('location', 'contains', 'mill')))).toEqual(['Ada', 'Cleo']);
  expect(await fits(all(where('position_title', 'contains', '100%')))).toEqual(['Ben']);
  expect(await fits(all(where('position_title', 'contains', '_')))).toEqual([]);
  expect(await fits(all(where('status', 'is', 'ACTIVE')))).toEqual(['Olive']);
  expect(await fits(all(where('manager', 'is', boss)))).toEqual(['Ben']);
  expect(await fits(all(where('joining_date', 'before', '2015-02-01')))).toEqual(['Ada']);
  expect(await fits(all(where('joining_date', 'after', '2015-01-31')))).toEqual(['Cleo']);
  expect(await fits(all(where('joining_date', 'last_days', '30')))).toEqual(['Cleo']);
  expect(await fits(all(where('location', 'contains', 'mill'), where('department', 'is', trade)))).toEqual(['Ada']);
  expect(await fits(any(where('manager', 'is', boss), where('status', 'is', 'ACTIVE')))).toEqual(['Ben', 'Olive']);
  // All of them at once, of everybody: what several rules say is looked at once.
  const { items } = await owner.call(people.list, { select: ['group_ids'] });
  const inEach = [...found.keys()].map((id) => items.filter((one) => one.group_ids?.includes(id)));
  expect(inEach.map((members) => members.map((one) => one.first_name))).toEqual([...found.values()]);
});

test('who fits a rule is always as of now: people, the tree, roles', async () => {
  const { owner } = await registerCompany(app, { first_name: 'Olive' });
  const [trade, shops] = [uuid(), uuid()];
  await owner.call(createDepartment, { department_id: trade, department_name: 'Trade' });
  await owner.call(createDepartment, { department_id: shops, department_name: 'Shops' });
  const ada = await person(owner, 'Ada', { department_id: shops });
  const { group_id, members } = await make(owner, 'Traders', all(where('department', 'is', trade)));
  expect(members).toBe(0);
  await owner.call(updateDepartment, { department_id: shops, parent_id: trade });
  expect(await ofGroup(owner, group_id)).toEqual(['Ada']);
  expect(await owner.call(people.meta, { employee_id: ada, select: ['group_ids'] })).toEqual({ group_ids: [group_id] });
  await owner.call(people.update, { employee_id: ada, department_id: null });
  expect(await ofGroup(owner, group_id)).toEqual([]);
  await owner.call(people.update, { employee_id: owner.employee_id, department_id: trade });
  expect(await ofGroup(owner, group_id)).toEqual(['Olive']);
  const chosen = await make(owner, 'Chosen');
  await owner.call(groups.updateGroupMembers, { group_id: chosen.group_id, add: [ada, owner.employee_id] });
  const { items } = await owner.call(people.list, { select: ['group_ids'] });
  expect(items.map((one) => [one.first_name, one.group_ids])).toEqual([
    ['Ada', [chosen.group_id]],
    // By name, as all lists of groups.
    ['Olive', [chosen.group_id, group_id]],
  ]);
  const rule = all(where('department', 'is_not', trade));
  expect((await owner.call(groups.updateGroup, { group_id, rule })).group.members).toBe(1);
  expect(await ofGroup(owner, group_id)).toEqual(['Ada']);
});

test('refused: an unknown kind, a comparison or a value that does not fit, a name twice; nothing is changed', async () => {
  const { owner } = await registerCompany(app);
  const colleague = await addPerson(app, owner);
  await make(owner, 'Drivers');
  const before = await owner.call(groups.listGroups, {});
  const refused = (rule: Rule, code: string) => expect(make(owner, 'Other', rule)).rejects.toMatchObject({ code });
  await refused(all(where('shoe_size', 'is', '42')), 'CRITERIA_TYPE_NOT_FOUND');
  await refused(all(where('constructor', 'is', '42')), 'CRITERIA_TYPE_NOT_FOUND');
  await refused(all(where('department', 'contains', 'x')), 'CRITERIA_SEARCH_TYPE_INVALID');
  await refused(all(where('joining_date', 'is', '2020-01-01')), 'CRITERIA_SEARCH_TYPE_INVALID');
  for (const wrong of [
    where('department', 'is', 'Trade'),
    where('status', 'is', 'DELETED'),
    where('joining_date', 'before', '2023-02-29'),
    where('joining_date', 'last_days', '0'),
    where('joining_date', 'after', '2020-01-01', '2021-01-01'),
  ])
    await refused(all(wrong), 'CRITERIA_INVALID');
  await expect(make(owner, 'DRIVERS')).rejects.toMatchObject({ code: 'GROUP_ALREADY_EXIST', status: 409 });
  await expect(make(colleague, 'Mine')).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  expect(await owner.call(groups.listGroups, {})).toEqual(before);
});
