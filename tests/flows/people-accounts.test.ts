// The life of an account: invited, switched off within the second, back again, removed.
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import * as chat from '#contract/chat.ts';
import * as people from '#contract/people.ts';
import { docOf } from '#contract/rich-text.ts';
import * as spaces from '#contract/spaces.ts';
import { close, ticket } from '#contract/sync.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { TestClient } from '#tests/kit/client.ts';
import { addPerson, PASSWORD, registerCompany, signIn } from '#tests/kit/factory.ts';
import { mailsTo, resetTokenIn, waitForMail } from '#tests/kit/mails.ts';
import { ENDED_AT_ONCE, openSocket } from '#tests/kit/socket.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const address = () => `p${uuid().slice(-12)}@people.example`;
const statusOf = async (by: TestClient, employee_id: string) =>
  (await by.call(people.meta, { employee_id, select: ['employee_account_status'] })).employee_account_status;
const setPassword = (token: string) =>
  new TestClient(app.url).call(auth.reset, { token, password: PASSWORD, confirm_password: PASSWORD });

test.each(['INACTIVE', 'SUSPENDED'] as const)(
  '%s: sessions and sockets end at once, signing in is over, and comes back',
  async (status) => {
    const { owner } = await registerCompany(app);
    const work_email_id = address();
    const ines = await addPerson(app, owner, { work_email_id });
    const phone = await signIn(app.url, work_email_id);
    await using socket = await openSocket(ines);
    const { employee_id } = ines;

    const { employee } = await owner.call(people.setStatus, { employee_id, status });
    expect(employee.employee_account_status).toBe(status);
    expect(await socket.end).toEqual(ENDED_AT_ONCE);
    for (const client of [ines, phone]) {
      expect((await client.raw(people.list, {})).body.error_code).toBe('AUTH_INVALID_TOKEN');
      expect((await client.raw(ticket, {})).status).toBe(401);
      const { session_id, company_id } = client.session as auth.Session;
      expect((await client.raw(auth.resolveSession, { session_id, company_id, employee_id })).status).toBe(401);
    }
    await expect(signIn(app.url, work_email_id)).rejects.toMatchObject({ code: 'ACCOUNT_INACTIVE' });

    await owner.call(people.setStatus, { employee_id, status: 'ACTIVE' });
    expect((await ines.raw(people.list, {})).status).toBe(401);
    const again = await signIn(app.url, work_email_id);
    expect(again.employee_id).toBe(employee_id);
  },
);

test('an account becomes ACTIVE by accepting alone, and goes back to where it came from', async () => {
  const { owner } = await registerCompany(app);
  const work_email_id = address();
  const { employee } = await owner.call(people.create, { first_name: 'Nell', last_name: 'Whitcombe', work_email_id });
  const { employee_id } = employee;
  const refused = { code: 'INVALID_REQUEST', data: [{ path: 'status' }] };
  const become = (status: 'ACTIVE' | 'INVITED' | 'INACTIVE' | 'SUSPENDED') =>
    owner.call(people.setStatus, { employee_id, status });
  await expect(become('ACTIVE')).rejects.toMatchObject(refused);
  await become('INACTIVE');
  await expect(become('ACTIVE')).rejects.toMatchObject(refused);
  await become('INVITED');
  await setPassword(resetTokenIn(await waitForMail(app.dataDir, work_email_id)));
  expect(await statusOf(owner, employee_id)).toBe('ACTIVE');
  await expect(become('INVITED')).rejects.toMatchObject(refused);
  await become('SUSPENDED');
  await expect(become('INVITED')).rejects.toMatchObject(refused);
  await become('ACTIVE');
});

test('the GET that writes: twice is once, and only with the headers of the session', async () => {
  const { owner } = await registerCompany(app);
  const ines = await addPerson(app, owner);
  const input = { employee_id: ines.employee_id, status: 'SUSPENDED' };
  const bare = await owner.raw(people.setStatus, input, {
    headers: { 'x-access-token': undefined, 'x-session-id': undefined },
  });
  expect(bare.status).toBe(401);
  expect(await statusOf(owner, ines.employee_id)).toBe('ACTIVE');
  const first = await owner.raw(people.setStatus, input);
  const second = await owner.raw(people.setStatus, input);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.headers.get('cache-control')).toBe('no-store');
  expect(first.headers.get('etag')).toBeNull();
  expect((second.body.data as { events: unknown[] }).events).toEqual([]);
  expect((await owner.raw(people.setStatus, { ...input, status: 'DELETED' })).body.error_code).toBe('INVALID_REQUEST');
});

test('inviting again replaces the link; not somebody who is in already', async () => {
  const { owner } = await registerCompany(app);
  const work_email_id = address();
  const { employee } = await owner.call(people.create, { first_name: 'Nell', last_name: 'Whitcombe', work_email_id });
  await owner.call(people.invite, { employee_id: employee.employee_id });
  const [first, second] = [
    resetTokenIn(await waitForMail(app.dataDir, work_email_id)),
    resetTokenIn(await waitForMail(app.dataDir, work_email_id, 2)),
  ];
  await expect(setPassword(first)).rejects.toMatchObject({ code: 'AUTH_OTP_EXPIRED' });
  await setPassword(second);
  await expect(owner.call(people.invite, { employee_id: employee.employee_id })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    data: [{ path: 'employee_id' }],
  });
});

test('a link that went to an address that is no longer theirs is dead', async () => {
  const { owner } = await registerCompany(app);
  const wrong = address();
  const { employee } = await owner.call(people.create, {
    first_name: 'Nell',
    last_name: 'Whitcombe',
    work_email_id: wrong,
  });
  const token = resetTokenIn(await waitForMail(app.dataDir, wrong));
  await owner.call(people.update, { employee_id: employee.employee_id, work_email_id: address() });
  await expect(setPassword(token)).rejects.toMatchObject({ code: 'AUTH_OTP_EXPIRED' });
});

test('the sixth invitation within an hour has to wait', async () => {
  await using limited = await startTestApp({ rateFactor: 1 });
  const { owner } = await registerCompany(limited);
  const { employee } = await owner.call(people.create, {
    first_name: 'N',
    last_name: 'W',
    work_email_id: address(),
    send_invitation: false,
  });
  const { employee_id } = employee;
  for (let i = 0; i < 5; i++) await owner.call(people.invite, { employee_id });
  const { status, headers } = await owner.raw(people.invite, { employee_id });
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

test('removed: the account ends, colleagues see no more of them, those who reported to them move up', async () => {
  const { owner } = await registerCompany(app);
  const work_email_id = 'canary.address@people.example';
  const lead = await addPerson(app, owner);
  const gone = await addPerson(app, owner, {
    first_name: 'Canaryfirst',
    last_name: 'Canarylast',
    work_email_id,
    position_title: 'Canarytitle',
  });
  const { employee_id } = gone;
  await owner.call(people.update, {
    employee_id,
    birth_date: '1977-07-17',
    joining_date: '2011-11-11',
    manager_id: lead.employee_id,
    phone_number: '0777 777777',
    location: 'Canaryplace',
    pronouns: 'canary/s',
    skills: ['Canaryskill'],
    profile_url: '/files/canary.png',
    time_zone: 'Atlantic/Canary',
  });
  const report = await addPerson(app, owner);
  await owner.call(people.update, { employee_id: report.employee_id, manager_id: employee_id });
  await using hers = await openSocket(gone);
  await using others = await openSocket(report);

  const { effects, events } = await owner.call(people.remove, { employee_id });
  expect(effects).toMatchObject({ spaces: 0, hand_over: { reports: { count: 1 } }, needs_heir: false });
  expect(events.map(({ name, payload }) => [name, payload])).toEqual([
    ['people.removed', { employee_id }],
    ['people.roles_changed', {}],
  ]);
  expect(await hers.closed).toBe(close.session);
  expect((await others.waitForEvent('people.removed')).payload).toEqual({ employee_id });

  expect((await gone.raw(people.list, {})).status).toBe(401);
  await expect(signIn(app.url, work_email_id)).rejects.toMatchObject({ code: 'AUTH_INVALID_CREDENTIALS' });
  for (const call of [
    () => statusOf(owner, employee_id),
    () => owner.call(people.update, { employee_id, first_name: 'X' }),
    () => owner.call(people.remove, { employee_id }),
    () => owner.call(people.setStatus, { employee_id, status: 'ACTIVE' }),
    () => owner.call(people.invite, { employee_id }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'EMPLOYEE_NOT_FOUND', status: 404 });
  const everybody = await owner.call(people.list, {});
  expect(everybody.items.map((p) => p.employee_id)).not.toContain(employee_id);
  const former = await owner.call(people.list, { filters: { statuses: ['DELETED'] } });
  expect(former.items.map((p) => `${p.first_name} ${p.last_name}`)).toEqual(['Canaryfirst Canarylast']);
  expect(await owner.call(people.meta, { employee_id: report.employee_id, select: ['manager_id'] })).toEqual({
    manager_id: lead.employee_id,
  });

  const tables = await app.sql<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'company_id'",
  );
  // Events and stored answers are the log of a few days; `leaver` is what they may come back to (people-leaving.test.ts).
  const lasting = tables
    .map(({ name }) => name)
    .filter((name) => !['event', 'idempotency_key', 'leaver'].includes(name));
  expect(lasting).toContain('employee');
  for (const name of lasting) {
    const rows = await app.sql(`SELECT * FROM ${name} WHERE company_id = $1`, [owner.company_id]);
    expect(JSON.stringify(rows), name).not.toMatch(/canary|1977-07-17|2011-11-11|0777 777777/i);
  }
  expect(await app.sql('SELECT * FROM employee_role WHERE employee_id = $1', [employee_id])).toEqual([]);

  const { employee } = await owner.call(people.create, {
    first_name: 'Canaryfirst',
    last_name: 'Again',
    work_email_id,
    send_invitation: false,
  });
  expect(employee.employee_id).not.toBe(employee_id);
});

test('what somebody wrote stays, and what they ran goes to whoever is named', async () => {
  const { owner } = await registerCompany(app);
  const [gone, heir] = [await addPerson(app, owner), await addPerson(app, owner)];
  const [space_id, message_id] = [uuid(), uuid()];
  await gone.call(spaces.create, { space_id, space_name: 'Night bakers', employee_ids: [owner.employee_id] });
  const address = { entity_type: 'space', entity_id: space_id } as const;
  const body = docOf('The rye is out.');
  await gone.call(chat.send, { ...address, message_id, body });
  const input = { employee_id: gone.employee_id, hand_over_to: heir.employee_id };
  const { effects } = await owner.call(people.remove, input);
  expect(effects).toMatchObject({
    spaces: 1,
    hand_over: { spaces: { items: [{ id: space_id, name: 'Night bakers' }] } },
  });
  const { items } = await owner.call(chat.listMessages, address);
  expect(items.map(({ sender_id, body }) => [sender_id, body])).toEqual([[gone.employee_id, body]]);
  expect(await heir.call(spaces.get, { space_id })).toMatchObject({ role: 'admin', total_members: 2 });
  const members = await owner.call(spaces.listMembers, { space_id });
  expect(members.items.map((member) => member.employee_id)).not.toContain(gone.employee_id);
});

test('whoever is being removed is let in nowhere at the same moment', async () => {
  const { owner } = await registerCompany(app);
  const gone = await addPerson(app, owner);
  const space_id = uuid();
  await owner.call(spaces.create, { space_id, space_name: 'Night bakers' });
  const { employee_id } = gone;
  const barrier = new pg.Client(app.connection);
  await barrier.connect();
  // The removal waits before its last step, and the others for the removal.
  await barrier.query('BEGIN; LOCK TABLE audit_event IN SHARE MODE');
  const removal = owner.call(people.remove, { employee_id });
  const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  await expect.poll(async () => (await app.sql(waiting)).length).toBe(1);
  const added = owner.raw(spaces.addMembers, { space_id, employee_ids: [employee_id] });
  const made = owner.raw(spaces.create, { space_id: uuid(), space_name: 'Owls', employee_ids: [employee_id] });
  await expect.poll(async () => (await app.sql(waiting)).length).toBe(3);
  await barrier.query('COMMIT');
  await barrier.end();
  expect(await removal).toMatchObject({ effects: { spaces: 0 } });
  expect([(await added).body.error_code, (await made).body.error_code]).toEqual(Array(2).fill('EMPLOYEE_NOT_FOUND'));
  expect(await app.sql('SELECT 1 FROM space_member WHERE employee_id = $1', [employee_id])).toEqual([]);
});

test('who is to take over must be somebody else, and active', async () => {
  const { owner } = await registerCompany(app);
  const [ines, omar] = [await addPerson(app, owner), await addPerson(app, owner)];
  await owner.call(people.setStatus, { employee_id: omar.employee_id, status: 'INACTIVE' });
  const { employee_id } = ines;
  for (const hand_over_to of [employee_id, omar.employee_id])
    await expect(owner.call(people.remove, { employee_id, hand_over_to })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      data: [{ path: 'hand_over_to' }],
    });
  await expect(owner.call(people.remove, { employee_id, hand_over_to: uuid() })).rejects.toMatchObject({
    code: 'EMPLOYEE_NOT_FOUND',
  });
  expect(await statusOf(owner, employee_id)).toBe('ACTIVE');
  await owner.call(people.remove, { employee_id, hand_over_to: owner.employee_id });
  expect(await mailsTo(app.dataDir, 'nobody@nowhere.example')).toEqual([]);
});
