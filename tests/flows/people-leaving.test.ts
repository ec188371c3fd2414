// Leaving in two steps: what ends and what is handed over, and that somebody comes back as they were within thirty days.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as scheduled from '#contract/chat/scheduled.ts';
import * as bulk from '#contract/people/bulk.ts';
import * as departments from '#contract/people/departments.ts';
import * as groups from '#contract/people/groups.ts';
import * as leaving from '#contract/people/leaving.ts';
import { createRole, listRoles } from '#contract/people/roles.ts';
import * as people from '#contract/people.ts';
import { docOf } from '#contract/rich-text.ts';
import * as spaceRoles from '#contract/spaces/roles.ts';
import * as spaces from '#contract/spaces.ts';
import { close } from '#contract/sync.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany, signIn } from '#tests/kit/factory.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { ids, makeSpace, read, say, to } from './talk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const address = () => `p${uuid().slice(-12)}@leaving.example`;
const effectsOf = async (by: TestClient, employee_id: string) =>
  (await by.call(leaving.previewLeaving, { employee_id })).effects;
const managerOf = async (by: TestClient, { employee_id }: TestClient) =>
  (await by.call(people.meta, { employee_id, select: ['manager_id'] })).manager_id;
const reportTo = (by: TestClient, { employee_id }: TestClient, manager: TestClient | null) =>
  by.call(people.update, { employee_id, manager_id: manager?.employee_id ?? null });
const membersOf = async (by: TestClient, space_id: string) =>
  Object.fromEntries(
    (await by.call(spaces.listMembers, { space_id })).items.map((member) => [member.employee_id, member.role]),
  );
const DAY = 86_400_000;

test('the preview says what leaving does, and leaving does it at once', async () => {
  const { owner } = await registerCompany(app);
  const work_email_id = address();
  const gone = await addPerson(app, owner, { first_name: 'Lena', last_name: 'Fall', work_email_id });
  const phone = await signIn(app.url, work_email_id);
  const { employee_id } = gone;
  const role_id = uuid();
  await owner.call(createRole, { role_id, role_name: 'Bakers', permissions: [] });
  const employee = (await owner.call(listRoles, {})).items.find((role) => role.built_in === 'employee')?.role_id ?? '';
  await owner.call(people.update, { employee_id, role_ids: [employee, role_id] });
  const group_id = uuid();
  await owner.call(groups.createGroup, { group_id, group_name: 'Night shift' });
  await owner.call(groups.updateGroupMembers, { group_id, add: [employee_id] });
  await say(gone, to(owner), 'Bye soon');
  const planned = { ...to(owner), message_id: uuid(), body: docOf('Never said') };
  await gone.call(scheduled.schedule, { ...planned, due_at: new Date(Date.now() + DAY).toISOString() });
  await using socket = await openSocket(phone);

  const before = await effectsOf(owner, employee_id);
  expect(before).toEqual({
    spaces: 0,
    hand_over: {
      spaces: { count: 0, items: [] },
      departments: { count: 0, items: [] },
      reports: { count: 0, items: [] },
    },
    needs_heir: false,
    ends: {
      sessions: 2,
      devices: 0,
      scheduled_messages: 1,
      groups: { count: 1, items: [{ id: group_id, name: 'Night shift' }] },
      roles: { count: 2, items: expect.arrayContaining([{ id: role_id, name: 'Bakers' }]) },
      emptied: { count: 0, items: [] },
      joining: { requests: 0, invited: 0, inviting: 0 },
      ...{ views: 0, links: 0, sign_on: 0, provisioned: false },
    },
    stays: { conversations: 1, tokens: 0 },
  });
  const { effects } = await owner.call(people.remove, { employee_id });
  expect(effects).toEqual(before);

  expect(await socket.closed).toBe(close.session);
  for (const client of [gone, phone]) expect((await client.raw(people.list, {})).status).toBe(401);
  await expect(signIn(app.url, work_email_id)).rejects.toMatchObject({ code: 'AUTH_INVALID_CREDENTIALS' });
  expect(await app.sql('SELECT 1 FROM scheduled_message WHERE employee_id = $1', [employee_id])).toEqual([]);
  expect((await read(owner, to(gone))).items).toMatchObject([{ sender_id: employee_id, body: docOf('Bye soon') }]);
  expect((await owner.call(groups.listGroupMembers, { group_id })).total).toBe(0);
});

test('who has left is listed by name for those who manage people, and for nobody else', async () => {
  const { owner } = await registerCompany(app);
  const [gone, other] = [
    await addPerson(app, owner, { first_name: 'Lena', last_name: 'Fall', position_title: 'Miller' }),
    await addPerson(app, owner),
  ];
  const { employee_id } = gone;
  await owner.call(people.remove, { employee_id });
  const asked = { filters: { statuses: ['DELETED' as const] }, query: 'lena' };
  const [listed, ...rest] = (await owner.call(people.list, asked)).items;
  expect(rest).toEqual([]);
  expect(listed).toMatchObject({ employee_id, first_name: 'Lena', employee_account_status: 'DELETED' });
  const [left, erase] = [Date.parse(listed?.left_at ?? ''), Date.parse(listed?.erase_at ?? '')];
  expect((erase - left) / DAY).toBeCloseTo(leaving.DAYS_TO_RETURN, 1);
  for (const sort of ['department', 'status', 'last_seen', 'joining_date'] as const)
    expect((await owner.call(people.list, { ...asked, sort })).items).toHaveLength(1);
  const { leaver } = await owner.call(leaving.getLeaver, { employee_id });
  expect(leaver).toMatchObject({ employee: { first_name: 'Lena', position_title: 'Miller' }, hand_over_to: null });

  expect((await other.call(people.list, asked)).items).toEqual([]);
  expect(JSON.stringify((await other.call(people.directory, {})).items)).not.toContain('Lena');
  const refused = { code: 'NO_PERMISSION' };
  await expect(other.call(leaving.getLeaver, { employee_id })).rejects.toMatchObject(refused);
  const there = { employee_id: other.employee_id };
  await expect(owner.call(leaving.getLeaver, there)).rejects.toMatchObject({ code: 'EMPLOYEE_NOT_FOUND' });
  await expect(owner.call(leaving.restoreLeaver, there)).rejects.toMatchObject({ code: 'EMPLOYEE_NOT_FOUND' });
  await expect(owner.call(leaving.eraseLeaver, there)).rejects.toMatchObject({ code: 'EMPLOYEE_NOT_FOUND' });
  await expect(owner.call(leaving.previewLeaving, { employee_id })).rejects.toMatchObject({
    code: 'EMPLOYEE_NOT_FOUND',
  });
  await expect(owner.call(leaving.previewLeaving, { employee_id: owner.employee_id })).rejects.toMatchObject({
    code: 'LAST_OWNER',
  });
});

test('what needs somebody goes to who is named, and nothing happens until somebody is', async () => {
  const { owner } = await registerCompany(app);
  const [gone, below, heir] = [await addPerson(app, owner), await addPerson(app, owner), await addPerson(app, owner)];
  const { employee_id } = gone;
  // The one who takes over reports to somebody who reports to who leaves.
  await reportTo(owner, below, gone);
  await reportTo(owner, heir, below);
  const department_id = uuid();
  await owner.call(departments.createDepartment, { department_id, department_name: 'Mills', lead_id: employee_id });
  const led = await makeSpace(gone, { employee_ids: ids(below) });
  const shared = await makeSpace(owner, { employee_ids: ids(gone) });

  const effects = await effectsOf(owner, employee_id);
  expect(effects).toMatchObject({
    spaces: 2,
    needs_heir: true,
    hand_over: {
      spaces: { count: 1, items: [{ id: led.space_id, name: led.space_name }] },
      departments: { count: 1, items: [{ id: department_id, name: 'Mills' }] },
      reports: { count: 1, items: [{ id: below.employee_id }] },
    },
  });
  await expect(owner.call(people.remove, { employee_id })).rejects.toMatchObject({
    code: 'HAND_OVER_REQUIRED',
    status: 409,
  });
  const { results } = await owner.call(bulk.bulkRemove, { employee_ids: [employee_id] });
  expect(results).toEqual(['HAND_OVER_REQUIRED']);
  const several = [owner.employee_id, employee_id, heir.employee_id];
  expect((await owner.call(leaving.previewLeavingAll, { employee_ids: several })).items).toEqual([
    { effects: null, refusal: 'LAST_OWNER' },
    { effects, refusal: null },
    { effects: await effectsOf(owner, heir.employee_id), refusal: null },
  ]);
  await expect(owner.call(leaving.previewLeavingAll, { employee_ids: [...several, uuid()] })).rejects.toMatchObject({
    code: 'EMPLOYEE_NOT_FOUND',
  });
  expect(await effectsOf(owner, employee_id)).toEqual(effects);

  await owner.call(people.remove, { employee_id, hand_over_to: heir.employee_id });
  expect(await membersOf(owner, shared.space_id)).toEqual({ [owner.employee_id]: 'admin' });
  expect(await membersOf(heir, led.space_id)).toEqual({ [below.employee_id]: 'member', [heir.employee_id]: 'admin' });
  const { items } = await owner.call(departments.listDepartments, {});
  expect(items[0]).toMatchObject({ lead_id: heir.employee_id });
  expect([await managerOf(owner, heir), await managerOf(owner, below)]).toEqual([null, heir.employee_id]);
  const { leaver } = await owner.call(leaving.getLeaver, { employee_id });
  expect(leaver).toMatchObject({
    hand_over_to: heir.employee_id,
    handed_over: { spaces: 1, departments: 1, reports: 1 },
  });
});

test('who comes back is what they were, but for what was handed over', async () => {
  const { owner } = await registerCompany(app);
  const work_email_id = address();
  const gone = await addPerson(app, owner, { first_name: 'Lena', last_name: 'Fall', work_email_id });
  const [lead, heir] = [await addPerson(app, owner), await addPerson(app, owner)];
  const { employee_id } = gone;
  const select = ['first_name', 'phone_number', 'skills', 'birth_date', 'manager_id', 'department_id', 'role_ids'];
  const all = [...select, 'group_ids', 'time_zone', 'employee_account_status', 'work_email_id', 'position_title'];
  const [department_id, group_id, role_id] = [uuid(), uuid(), uuid()];
  await owner.call(departments.createDepartment, { department_id, department_name: 'Mills' });
  await owner.call(groups.createGroup, { group_id, group_name: 'Night shift' });
  await owner.call(createRole, { role_id, role_name: 'Bakers', permissions: ['spaces.create'] });
  await owner.call(people.update, {
    employee_id,
    ...{ phone_number: '0777 777777', skills: ['Rye'], birth_date: '1977-07-17', time_zone: 'Europe/Lisbon' },
    ...{ manager_id: lead.employee_id, department_id, role_ids: [role_id], group_ids: [group_id] },
  });
  const led = await makeSpace(gone, { employee_ids: ids(lead) });
  const [alone, shared] = [await makeSpace(gone), await makeSpace(owner, { employee_ids: ids(gone) })];
  const sub_space_id = uuid();
  const { space_id } = shared;
  await owner.call(spaces.createSubSpace, { space_id, sub_space_id, sub_space_name: 'Back room', is_private: true });
  await owner.call(spaces.addSubSpaceMembers, { sub_space_id, employee_ids: [employee_id] });
  const space_role_id = uuid();
  await owner.call(spaceRoles.createRole, {
    ...{ space_id, space_role_id, space_role_name: 'Host', actions: ['manage_members'] },
  });
  await owner.call(spaces.updateMember, { space_id, employee_id, role: 'member', space_role_id });
  const before = await owner.call(people.meta, { employee_id, select: all });
  await owner.call(people.remove, { employee_id, hand_over_to: heir.employee_id });
  await using others = await openSocket(heir);

  const { employee, handed_over } = await owner.call(leaving.restoreLeaver, { employee_id });
  expect(employee).toMatchObject({ first_name: 'Lena', employee_account_status: 'ACTIVE' });
  expect(handed_over).toEqual({ spaces: 1, departments: 0, reports: 0 });
  expect((await others.waitForEvent('people.changed')).payload).toMatchObject({ employee_id, first_name: 'Lena' });
  expect(await owner.call(people.meta, { employee_id, select: all })).toEqual(before);
  expect((await gone.raw(people.list, {})).status).toBe(401);
  const back = await signIn(app.url, work_email_id);
  expect(back.employee_id).toBe(employee_id);
  expect(await membersOf(back, led.space_id)).toMatchObject({ [employee_id]: 'member', [heir.employee_id]: 'admin' });
  expect(await back.call(spaces.get, { space_id: alone.space_id })).toMatchObject({ role: 'admin', total_members: 1 });
  const seen = await back.call(spaces.get, { space_id });
  expect(seen).toMatchObject({ role: 'member', space_role: { space_role_id } });
  expect(seen.sub_spaces.map((sub) => sub.sub_space_id)).toContain(sub_space_id);
  await say(back, to(owner), 'I am back');
  await expect(owner.call(leaving.restoreLeaver, { employee_id })).rejects.toMatchObject({
    code: 'EMPLOYEE_NOT_FOUND',
  });
  const actions = await app.sql<{ action: string }>(
    "SELECT action FROM audit_event WHERE company_id = $1 AND action IN ('people.removed', 'people.restored') ORDER BY created_at",
    [owner.company_id],
  );
  expect(actions.map(({ action }) => action)).toEqual(['people.removed', 'people.restored']);
});

test('what is gone meanwhile stays gone, an address that is taken keeps them out, and a status comes back as it was', async () => {
  const { owner } = await registerCompany(app);
  const work_email_id = address();
  const gone = await addPerson(app, owner, { first_name: 'Lena', last_name: 'Fall', work_email_id });
  const lead = await addPerson(app, owner);
  const { employee_id } = gone;
  const [department_id, group_id] = [uuid(), uuid()];
  await owner.call(departments.createDepartment, { department_id, department_name: 'Mills' });
  await owner.call(groups.createGroup, { group_id, group_name: 'Night shift' });
  await owner.call(people.update, {
    employee_id,
    ...{ manager_id: lead.employee_id, department_id, group_ids: [group_id] },
  });
  const shared = await makeSpace(owner, { employee_ids: ids(gone) });
  await owner.call(people.setStatus, { employee_id, status: 'SUSPENDED' });
  await owner.call(people.remove, { employee_id });
  await owner.call(people.remove, { employee_id: lead.employee_id });
  await owner.call(departments.deleteDepartment, { department_id, to_top: 'true' });
  await owner.call(groups.deleteGroup, { group_id });
  const { employee: second } = await owner.call(people.create, {
    first_name: 'Somebody',
    last_name: 'Else',
    work_email_id,
    send_invitation: false,
  });
  const restored = owner.call(leaving.restoreLeaver, { employee_id });
  await expect(restored).rejects.toMatchObject({ code: 'AUTH_EMAIL_ALREADY_EXISTS', status: 409 });
  expect(await owner.call(leaving.getLeaver, { employee_id })).toMatchObject({ leaver: { employee: { employee_id } } });

  await owner.call(people.update, { employee_id: second.employee_id, work_email_id: address() });
  await owner.call(leaving.restoreLeaver, { employee_id });
  const select = ['manager_id', 'department_id', 'group_ids', 'employee_account_status'];
  expect(await owner.call(people.meta, { employee_id, select })).toEqual({
    ...{ manager_id: null, department_id: null, group_ids: [], employee_account_status: 'SUSPENDED' },
  });
  expect(await membersOf(owner, shared.space_id)).toMatchObject({ [employee_id]: 'member' });
  await expect(signIn(app.url, work_email_id)).rejects.toMatchObject({ code: 'ACCOUNT_INACTIVE' });
});

test('a private space opens to nobody by it, and where everybody has left meanwhile they are the admin', async () => {
  const { owner } = await registerCompany(app);
  const gone = await addPerson(app, owner);
  const [first, second, heir] = [await addPerson(app, owner), await addPerson(app, owner), await addPerson(app, owner)];
  const { employee_id } = gone;
  const secret = await makeSpace(gone, { visibility: 'private', space_name: 'Hush', employee_ids: ids(first) });
  await gone.call(spaces.addMembers, { space_id: secret.space_id, employee_ids: ids(second) });
  const emptied = await makeSpace(first, { employee_ids: ids(gone) });
  const { space_id } = emptied;
  const space_role_id = uuid();
  await first.call(spaceRoles.createRole, {
    ...{ space_id, space_role_id, space_role_name: 'Host', actions: ['manage_members'] },
  });
  await first.call(spaces.updateMember, { space_id, employee_id, role: 'member', space_role_id });
  const { hand_over } = await effectsOf(owner, employee_id);
  expect(hand_over.spaces).toEqual({ count: 1, items: [{ id: secret.space_id, name: 'a private space' }] });
  await owner.call(people.remove, { employee_id, hand_over_to: heir.employee_id });
  await expect(heir.call(spaces.get, { space_id: secret.space_id })).rejects.toMatchObject({ code: 'SPACE_NOT_FOUND' });
  expect(await membersOf(second, secret.space_id)).toEqual({
    [first.employee_id]: 'admin',
    [second.employee_id]: 'member',
  });
  const [told] = await app.sql<{ detail: object }>(
    "SELECT detail FROM audit_event WHERE company_id = $1 AND action = 'people.removed'",
    [owner.company_id],
  );
  expect(told?.detail).toEqual({ employee_id, hand_over_to: heir.employee_id, spaces: [secret.space_id] });

  await first.call(spaces.leave, { space_id });
  await owner.call(leaving.restoreLeaver, { employee_id });
  const [{ role } = {}] = await app.sql<{ role: string }>(
    'SELECT role FROM space_member WHERE company_id = $1 AND space_id = $2',
    [owner.company_id, space_id],
  );
  expect(role).toBe('admin');
});

test('who could not have ended an account brings nobody back and erases nobody', async () => {
  const { owner } = await registerCompany(app);
  const role_id = uuid();
  await owner.call(createRole, { role_id, role_name: 'Front desk', permissions: ['people.manage'] });
  const desk = await addPerson(app, owner, { role_ids: [role_id] });
  const top = (await owner.call(listRoles, {})).items.find((role) => role.built_in === 'owner')?.role_id ?? '';
  const boss = await addPerson(app, owner, { role_ids: [top] });
  const { employee_id } = boss;
  await expect(desk.call(leaving.previewLeaving, { employee_id })).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  const colleague = await addPerson(app, owner);
  await owner.call(people.remove, { employee_id });
  await owner.call(people.remove, { employee_id: colleague.employee_id });
  // Each is told before, without having been told what the other one could do.
  const told = async (by: TestClient, { employee_id: id }: TestClient) =>
    (await by.call(leaving.getLeaver, { employee_id: id })).leaver.in_reach;
  expect([await told(desk, boss), await told(desk, colleague)]).toEqual([false, true]);
  expect([await told(owner, boss), await told(owner, colleague)]).toEqual([true, true]);
  for (const endpoint of [leaving.restoreLeaver, leaving.eraseLeaver])
    await expect(desk.call(endpoint, { employee_id })).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  await desk.call(leaving.restoreLeaver, { employee_id: colleague.employee_id });
  await owner.call(leaving.restoreLeaver, { employee_id });
});
