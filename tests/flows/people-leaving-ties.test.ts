// Leaving, of what hangs on a person besides work: each count that is told before is what is gone, or stays, after.
// @module-tag long
import { readFile } from 'node:fs/promises';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import { withdrawn } from '#contract/notifications.ts';
import { createView } from '#contract/people/finding/views.ts';
import * as leaving from '#contract/people/leaving.ts';
import { listRoles } from '#contract/people/roles.ts';
import * as people from '#contract/people.ts';
import { requestsChanged, statusChanged } from '#contract/spaces/events.ts';
import { listInvitations } from '#contract/spaces/invitations.ts';
import * as joining from '#contract/spaces/joining.ts';
import { createRole } from '#contract/spaces/roles.ts';
import * as spaces from '#contract/spaces.ts';
import { sync } from '#contract/sync.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { TestClient } from '#tests/kit/client.ts';
import { addPerson, PASSWORD, registerCompany } from '#tests/kit/factory.ts';
import { resetTokenIn, waitForMail } from '#tests/kit/mails.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { told } from './notifications.fixture.ts';
import { newProvider, patch } from './provisioning.fixture.ts';
import { ids, makeSpace } from './talk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const LEFT_BEFORE = new URL(
  '../../server/features/spaces/migrations/20261123T1620_invited_by_who_left.sql',
  import.meta.url,
);

const effectsOf = async (by: TestClient, employee_id: string) =>
  (await by.call(leaving.previewLeaving, { employee_id })).effects;
const roleOf = async (by: TestClient, name: string) =>
  (await by.call(listRoles, {})).items.find(({ built_in }) => built_in === name)?.role_id ?? '';
const asked = async (by: TestClient, space_id: string) =>
  (await by.call(joining.listRequests, { space_id })).items.map(({ employee_id }) => employee_id);
/** What of the company stands in the table now, to be put back there. */
async function rowsOf(table: string, company_id: string): Promise<() => Promise<unknown>> {
  const [all] = await app.sql<{ rows: object[] }>(`SELECT jsonb_agg(t) AS rows FROM ${table} t WHERE company_id = $1`, [
    company_id,
  ]);
  const put = `INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1) ON CONFLICT DO NOTHING`;
  return () => app.sql(put, [JSON.stringify(all?.rows)]);
}
const setPassword = (token: string) =>
  new TestClient(app.url).call(auth.reset, { token, password: PASSWORD, confirm_password: PASSWORD });

test('what waits for an answer is taken back: theirs, others’ to them, and theirs to others', async () => {
  const { owner } = await registerCompany(app);
  const [gone, host, guest] = [await addPerson(app, owner), await addPerson(app, owner), await addPerson(app, owner)];
  const { employee_id } = gone;
  const visibility = 'private' as const;
  const [wanted, offered] = [await makeSpace(host, { visibility }), await makeSpace(host, { visibility })];
  const shared = await makeSpace(host, { visibility, employee_ids: ids(gone) });
  const own = await makeSpace(gone, { visibility, employee_ids: ids(host) });
  const { link_code } = await host.call(joining.getLink, { space_id: wanted.space_id });
  await gone.call(spaces.join, { space_id: wanted.space_id, link_code });
  await host.call(joining.invite, { space_id: offered.space_id, employee_ids: [employee_id] });
  for (const { space_id } of [shared, own]) await gone.call(joining.invite, { space_id, employee_ids: ids(guest) });
  // Not theirs: it stays.
  await host.call(joining.invite, { space_id: wanted.space_id, employee_ids: ids(guest) });
  await using hosts = await openSocket(host);
  await using guests = await openSocket(guest);

  const before = await effectsOf(owner, employee_id);
  expect(before.ends.joining).toEqual({ requests: 1, invited: 1, inviting: 2 });
  const { effects } = await owner.call(people.remove, { employee_id, hand_over_to: host.employee_id });
  expect(effects).toEqual(before);

  expect((await guest.call(listInvitations, {})).items.map(({ space }) => space.space_id)).toEqual([wanted.space_id]);
  expect(await asked(host, wanted.space_id)).toEqual([guest.employee_id]);
  for (const { space_id } of [offered, shared, own]) expect(await asked(host, space_id)).toEqual([]);
  const about = (socket: typeof hosts, name: string) =>
    socket.events
      .filter((event) => event.name === name)
      .map(({ payload }) => (payload as { space_id: string }).space_id);
  await expect
    .poll(() => about(hosts, 'spaces.requests_changed').toSorted())
    .toEqual([wanted, offered, shared, own].map(({ space_id }) => space_id).toSorted());
  await expect
    .poll(() => about(guests, 'spaces.join_status_changed').toSorted())
    .toEqual([shared.space_id, own.space_id].toSorted());
  // Their word, which would have opened it, opens nothing any more.
  await expect(guest.call(spaces.join, { space_id: own.space_id })).rejects.toMatchObject({ code: 'SPACE_NOT_FOUND' });

  await owner.call(leaving.restoreLeaver, { employee_id });
  expect((await effectsOf(owner, employee_id)).ends.joining).toEqual({ requests: 0, invited: 0, inviting: 0 });
});

test('an invitation that somebody else has repeated stands, and opens the space', async () => {
  const { owner } = await registerCompany(app);
  const [gone, host, guest] = [await addPerson(app, owner), await addPerson(app, owner), await addPerson(app, owner)];
  const { employee_id } = gone;
  const { space_id } = await makeSpace(host, { visibility: 'private', employee_ids: ids(gone) });
  await host.call(spaces.updateMember, { space_id, employee_id, role: 'admin' });
  for (const by of [gone, host]) await by.call(joining.invite, { space_id, employee_ids: ids(guest) });
  expect((await effectsOf(owner, employee_id)).ends.joining.inviting).toBe(0);
  await owner.call(people.remove, { employee_id });
  expect((await guest.call(spaces.join, { space_id })).space).toMatchObject({ join_status: 'accepted' });
});

test('what still stands of those who left before goes with the next start, and all whom it concerns are told', async () => {
  const { owner } = await registerCompany(app);
  const [gone, host, guest] = [await addPerson(app, owner), await addPerson(app, owner), await addPerson(app, owner)];
  const helper = await addPerson(app, owner);
  const { company_id, employee_id } = gone;
  const visibility = 'private' as const;
  const [first, second, wanted] = [
    await makeSpace(host, { visibility, employee_ids: ids(gone) }),
    await makeSpace(host, { visibility, employee_ids: ids(gone) }),
    await makeSpace(host, { visibility, employee_ids: ids(helper, owner) }),
  ];
  const of = { space_id: wanted.space_id };
  const space_role_id = uuid();
  await host.call(createRole, { ...of, space_role_id, space_role_name: 'Doors', actions: ['manage_members'] });
  await host.call(spaces.updateMember, { ...of, employee_id: helper.employee_id, role: 'member', space_role_id });
  const invite = (by: TestClient, space_id: string, who = guest) =>
    by.call(joining.invite, { space_id, employee_ids: ids(who) });
  for (const { space_id } of [first, second]) await invite(gone, space_id);
  await invite(host, wanted.space_id);
  const { link_code } = await host.call(joining.getLink, of);
  await gone.call(spaces.join, { ...of, link_code });
  await told(app);
  const entries = async () =>
    (await app.sql<{ kind: string }>('SELECT kind FROM notification WHERE company_id = $1 ORDER BY kind', [company_id]))
      .map(({ kind }) => kind)
      .filter((kind) => kind !== 'joined');
  const [before, after] = [['invitation', 'invitation', 'invitation', 'join_request', 'join_request'], ['invitation']];
  expect(await entries()).toEqual(before);
  const stood = await Promise.all(['space_joining', 'notification'].map((table) => rowsOf(table, company_id)));
  await owner.call(people.remove, { employee_id });
  await told(app);
  expect(await entries()).toEqual(after);

  // As those left who did before they took it along.
  for (const putBack of stood) await putBack();
  const invited = async () => (await guest.call(listInvitations, {})).items.map(({ space }) => space.space_id);
  expect((await invited()).toSorted()).toEqual([first, second, wanted].map(({ space_id }) => space_id).toSorted());
  expect(await entries()).toEqual(before);
  const all = [guest, host, helper, owner];
  const asOf = async (by: TestClient, revision: number) => {
    const topic = `employee:${by.employee_id}`;
    return (await by.call(sync, { topics: { [topic]: revision } })).topics[0];
  };
  const held = await Promise.all(all.map(async (by) => (await asOf(by, 0))?.revision ?? 0));

  await app.sql(await readFile(LEFT_BEFORE, 'utf8'));
  expect(await invited()).toEqual([wanted.space_id]);
  expect(await asked(host, wanted.space_id)).toEqual([guest.employee_id]);
  await told(app);
  expect(await entries()).toEqual(after);
  const sorted = (...some: (typeof first)[]) => some.map(({ space_id }) => space_id).toSorted();
  const changes = sorted(first, second).map((space_id) => [statusChanged.name, { space_id, join_status: null }]);
  const requests = (...some: (typeof first)[]) =>
    sorted(...some).map((space_id) => [requestsChanged.name, { space_id }]);
  const expected = [changes, requests(first, second, wanted), requests(wanted), []];
  const heard = await Promise.all(all.map(async (by, n) => (await asOf(by, held[n] as number))?.events ?? []));
  for (const [n, events] of heard.entries()) {
    expect(events.map(({ revision }) => revision)).toEqual(events.map((_, at) => (held[n] as number) + 1 + at));
    const atOnce = expected[n]?.length ?? 0;
    expect(events.slice(0, atOnce).map(({ name, payload }) => [name, payload])).toEqual(expected[n]);
    // And what their notifications are without by then.
    expect(new Set(events.slice(atOnce).map(({ name }) => name))).toEqual(new Set(atOnce ? [withdrawn.name] : []));
  }
  // From here on it is as any other.
  await invite(host, first.space_id);
  expect((await asOf(guest, heard[0]?.at(-1)?.revision ?? 0))?.events.map(({ name }) => name)).toContain(
    statusChanged.name,
  );
});

test('saved views, mailed links and what the identity provider calls them are gone; their token goes on', async () => {
  const { owner } = await registerCompany(app);
  const work_email_id = `gone@${uuid()}.example`;
  const gone = await addPerson(app, owner, { work_email_id, role_ids: [await roleOf(owner, 'admin')] });
  const { employee_id } = gone;
  for (const view_name of ['Drivers', 'Bakers']) await gone.call(createView, { view_id: uuid(), view_name, query: {} });
  const { call } = await newProvider(gone);
  const known = { op: 'replace', path: 'externalId', value: uuid() };
  expect((await call('PATCH', `/Users/${employee_id}`, patch(known))).status).toBe(200);
  await new TestClient(app.url).call(auth.requestReset, { email_id: work_email_id });
  const token = resetTokenIn(await waitForMail(app.dataDir, work_email_id, 2));

  const before = await effectsOf(owner, employee_id);
  expect(before).toMatchObject({
    ends: { views: 2, links: 1, sign_on: 0, provisioned: true },
    stays: { tokens: 1 },
  });
  const { effects } = await owner.call(people.remove, { employee_id });
  expect(effects).toEqual(before);

  await expect(setPassword(token)).rejects.toMatchObject({ code: 'AUTH_OTP_EXPIRED' });
  expect((await call('GET', `/Users/${employee_id}`)).status).toBe(404);
  await owner.call(leaving.restoreLeaver, { employee_id });
  expect(await effectsOf(owner, employee_id)).toMatchObject({
    ends: { views: 0, links: 0, provisioned: false },
    stays: { tokens: 1 },
  });
  expect((await call('GET', `/Users/${employee_id}`)).body.externalId).toBeUndefined();
});

test('an invitation that was mailed stops working, and nobody but them has it counted', async () => {
  const { owner } = await registerCompany(app);
  const [first, second] = [uuid(), uuid()];
  const work_email_id = `${first}@invited.example`;
  const names = { first_name: 'Ada', last_name: 'Gone' };
  await owner.call(people.create, { ...names, employee_id: first, work_email_id });
  await owner.call(people.create, { ...names, employee_id: second, work_email_id: `${second}@invited.example` });
  const token = resetTokenIn(await waitForMail(app.dataDir, work_email_id));
  expect((await effectsOf(owner, first)).ends).toMatchObject({ links: 1, sessions: 0, views: 0 });
  await owner.call(people.remove, { employee_id: first });
  await expect(setPassword(token)).rejects.toMatchObject({ code: 'AUTH_OTP_EXPIRED' });
  expect((await effectsOf(owner, second)).ends.links).toBe(1);
});

test('a mailed link that would be refused is not counted: another address, or an account that is off', async () => {
  const { owner } = await registerCompany(app);
  const [work_email_id, other] = [`gone@${uuid()}.example`, `other@${uuid()}.example`];
  const gone = await addPerson(app, owner, { work_email_id });
  const { employee_id } = gone;
  const links = async (of = employee_id) => (await effectsOf(owner, of)).ends.links;
  await new TestClient(app.url).call(auth.requestReset, { email_id: work_email_id });
  const token = resetTokenIn(await waitForMail(app.dataDir, work_email_id, 2));
  expect(await links()).toBe(1);
  await owner.call(people.update, { employee_id, work_email_id: other });
  expect(await links()).toBe(0);
  await expect(setPassword(token)).rejects.toMatchObject({ code: 'AUTH_OTP_EXPIRED' });
  await owner.call(people.update, { employee_id, work_email_id });
  await owner.call(people.setStatus, { employee_id, status: 'SUSPENDED' });
  expect(await links()).toBe(0);
  await expect(setPassword(token)).rejects.toMatchObject({ code: 'AUTH_OTP_EXPIRED' });
  await owner.call(people.setStatus, { employee_id, status: 'ACTIVE' });
  expect(await links()).toBe(1);
  await setPassword(token);
  expect(await links()).toBe(0);

  // The invited have only their invitation.
  const invited = uuid();
  const names = { first_name: 'Ada', last_name: 'Gone' };
  await owner.call(people.create, { ...names, employee_id: invited, work_email_id: `${invited}@invited.example` });
  expect(await links(invited)).toBe(1);
  await owner.call(people.setStatus, { employee_id: invited, status: 'INACTIVE' });
  expect(await links(invited)).toBe(0);
});

test('the identity provider knows who it has a name for, or has switched off, and nobody else', async () => {
  const { owner } = await registerCompany(app);
  const { employee_id } = await addPerson(app, owner);
  const { call } = await newProvider(owner);
  const change = async (operation: object) =>
    expect((await call('PATCH', `/Users/${employee_id}`, patch(operation))).status).toBe(200);
  const known = async () => (await effectsOf(owner, employee_id)).ends.provisioned;
  expect(await known()).toBe(false);
  await change({ op: 'replace', path: 'active', value: false });
  expect(await known()).toBe(true);
  await owner.call(people.setStatus, { employee_id, status: 'ACTIVE' });
  expect(await known()).toBe(false);
  await change({ op: 'replace', path: 'externalId', value: uuid() });
  expect(await known()).toBe(true);
  await change({ op: 'remove', path: 'externalId' });
  expect(await known()).toBe(false);
});

test('spaces that nobody is in any more are told before, a private one without its name', async () => {
  const { owner } = await registerCompany(app);
  const [gone, other] = [await addPerson(app, owner), await addPerson(app, owner)];
  const { employee_id } = gone;
  const open = await makeSpace(gone, { space_name: 'Notes' });
  const secret = await makeSpace(gone, { visibility: 'private', space_name: 'Hush' });
  await makeSpace(gone, { employee_ids: ids(other) });
  await makeSpace(other);
  const before = await effectsOf(owner, employee_id);
  expect(before.spaces).toBe(3);
  expect(before.ends.emptied).toEqual({
    count: 2,
    items: [
      { id: secret.space_id, name: 'a private space' },
      { id: open.space_id, name: 'Notes' },
    ],
  });
  const { effects } = await owner.call(people.remove, { employee_id, hand_over_to: other.employee_id });
  expect(effects).toEqual(before);
  const empty = await app.sql<{ space_id: string }>(
    'SELECT space_id FROM space WHERE company_id = $1 AND total_members = 0',
    [owner.company_id],
  );
  expect(empty.map(({ space_id }) => space_id).toSorted()).toEqual([open.space_id, secret.space_id].toSorted());
});
