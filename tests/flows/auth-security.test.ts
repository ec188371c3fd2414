// What people do for the safety of their own account: their sessions, listed and ended, and their password, changed.
// @module-tag long
import { createECDH } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as passkeys from '#contract/auth/passkeys.ts';
import { giveProof } from '#contract/auth/proof.ts';
import * as second from '#contract/auth/second-factor.ts';
import * as security from '#contract/auth/security.ts';
import * as auth from '#contract/auth.ts';
import * as config from '#contract/company.ts';
import { type PushInfo, updateDevice } from '#contract/notifications/device.ts';
import * as privacy from '#contract/privacy.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { type RawAnswer, TestClient } from '#tests/kit/client.ts';
import { addPerson, PASSWORD, registerCompany, signIn } from '#tests/kit/factory.ts';
import { resetTokenIn, waitForMail } from '#tests/kit/mails.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { ids, verdict } from './auth.fixture.ts';
import { infoOf } from './push.fixture.ts';

const NEW = 'kestrel over 7 marshes';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const ask = async (client: TestClient) => verdict(await client.raw(config.get, {}));
const GONE = '401 AUTH_INVALID_TOKEN';
const login = async (email_id: string, password: string) =>
  verdict(await new TestClient(app.url).raw(auth.login, { email_id, password }));
const own = async (client: TestClient) => (await client.call(security.listSessions, {})).items;
const audited = async ({ company_id }: TestClient, action: string) =>
  (await app.sql('SELECT 1 FROM audit_event WHERE company_id = $1 AND action = $2', [company_id, action])).length;
const change = (client: TestClient, given: { old?: string; password?: string; again?: string } = {}) => {
  const { old = PASSWORD, password = NEW, again = password } = given;
  return client.raw(security.changePassword, { old_password: old, password, confirm_password: again });
};

describe('sessions', () => {
  test('one sees one’s own, the one that asks first, with what is known of each', async () => {
    const { owner, email } = await registerCompany(app);
    const person = await addPerson(app, owner);
    const second = await signIn(app.url, email);
    const [mine, other, ...more] = await own(owner);
    expect(more).toEqual([]);
    expect(mine).toMatchObject({ session_id: owner.session?.session_id, current: true, address: '127.0.0.1' });
    expect(other).toMatchObject({ session_id: second.session?.session_id, current: false });
    expect(Date.parse(mine?.last_used_at ?? '')).toBeGreaterThanOrEqual(Date.parse(mine?.created_at ?? ''));
    expect((await own(second)).map(({ session_id }) => session_id)).toEqual([other?.session_id, mine?.session_id]);
    expect(await own(person)).toHaveLength(1);
  });

  test('what runs there is told as it has described itself, and not before', async () => {
    const { owner, email } = await registerCompany(app);
    const apps = async () => (await own(owner)).map((one) => one.app);
    const phone = await signIn(app.url, email);
    expect(await apps()).toEqual([null, null]);
    const say = (by: TestClient, app_type: 'web' | 'installed', push: PushInfo) =>
      by.call(updateDevice, { device_id: uuid(), device_info: { ...infoOf(push), app_type } });
    await say(phone, 'installed', {
      transport: 'web',
      permission: 'granted',
      endpoint: `https://push.example/${uuid()}`,
      keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'AAAAAAAAAAAAAAAAAAAAAA' },
    });
    await say(owner, 'web', { transport: 'none', permission: 'default' });
    await say(await signIn(app.url, (await registerCompany(app)).email), 'installed', {
      transport: 'none',
      permission: 'denied',
    });
    expect(await apps()).toEqual([
      { installed: false, takes_pushes: false },
      { installed: true, takes_pushes: true },
    ]);
    await app.sql(
      'UPDATE device SET address = NULL, address_hash = NULL, p256dh = NULL, auth = NULL WHERE session_id = $1',
      [phone.session?.session_id],
    );
    expect((await apps())[1], 'the push service has let go of it').toEqual({ installed: true, takes_pushes: false });
  });

  test('what the browser calls itself is kept, as long as that is not too long', async () => {
    const { email } = await registerCompany(app);
    const client = new TestClient(app.url);
    const named = { headers: { 'user-agent': `Kestrel/1 ${'x'.repeat(400)}` } };
    const { data } = (await client.raw(auth.login, { email_id: email, password: PASSWORD }, named)).body;
    client.session = data as NonNullable<TestClient['session']>;
    expect((await own(client))[0]?.user_agent).toBe(`Kestrel/1 ${'x'.repeat(290)}`);
  });

  test.each([
    [0, '127.0.0.1'],
    [1, '198.51.100.7'],
    [2, '203.0.113.9'],
  ])(
    'behind %i proxies the address is %s, whatever else somebody writes before it',
    async (trustedProxies, address) => {
      await using behind = await startTestApp({ trustedProxies });
      const { email } = await registerCompany(behind);
      const client = new TestClient(behind.url);
      const through = { headers: { 'x-forwarded-for': '10.1.1.1, 203.0.113.9, 198.51.100.7' } };
      const { data } = (await client.raw(auth.login, { email_id: email, password: PASSWORD }, through)).body;
      client.session = data as NonNullable<TestClient['session']>;
      expect((await own(client))[0]?.address).toBe(address);
    },
  );

  test('where and as what it was seen last is what it is: each start says so', async () => {
    const { owner } = await registerCompany(app);
    await app.sql(`UPDATE session SET address = '' WHERE session_id = $1`, [ids(owner).session_id]);
    expect((await own(owner))[0]?.address).toBe('');
    const named = { headers: { 'user-agent': 'Kestrel/2' } };
    expect(verdict(await owner.raw(auth.resolveSession, ids(owner), named))).toBe('200');
    expect((await own(owner))[0]).toMatchObject({ address: '127.0.0.1', user_agent: 'Kestrel/2' });
  });

  test('one that is ended is over at once, its socket too, and leaves the list; a second time is no mistake', async () => {
    const { owner, email } = await registerCompany(app);
    const second = await signIn(app.url, email);
    const socket = await openSocket(second);
    const { session_id } = ids(second);
    for (let n = 0; n < 2; n++) expect(await owner.call(security.revokeSession, { session_id })).toBeNull();
    await socket.closed;
    expect(await ask(second)).toBe(GONE);
    expect(verdict(await second.raw(auth.resolveSession, ids(second)))).toBe(GONE);
    expect((await own(owner)).map(({ current }) => current)).toEqual([true]);
    expect(await ask(owner)).toBe('200');
    expect(await audited(owner, 'auth.session_revoked')).toBe(1);
  });

  test('nobody ends a colleague’s, nor learns that there is one; not even the owner', async () => {
    const { owner } = await registerCompany(app);
    const person = await addPerson(app, owner);
    const stranger = (await registerCompany(app)).owner;
    for (const session_id of [ids(person).session_id, ids(stranger).session_id, uuid()])
      expect(verdict(await owner.raw(security.revokeSession, { session_id }))).toBe('404 SESSION_NOT_FOUND');
    expect([await ask(person), await ask(stranger)]).toEqual(['200', '200']);
  });

  test('all others at once: the one that asks stays, a colleague’s too', async () => {
    const { owner, email } = await registerCompany(app);
    const person = await addPerson(app, owner);
    const others = [await signIn(app.url, email), await signIn(app.url, email)];
    expect(await owner.call(security.revokeOthers, {})).toEqual({ ended: 2 });
    expect(await owner.call(security.revokeOthers, {})).toEqual({ ended: 0 });
    expect(await Promise.all([...others, owner, person].map(ask))).toEqual([GONE, GONE, '200', '200']);
    expect(await audited(owner, 'auth.sessions_revoked')).toBe(1);
  });
});

describe('changing the password', () => {
  test('asks for the old one, ends all other sessions, kills links that were sent, and a mail says so', async () => {
    const { owner, email } = await registerCompany(app);
    const second = await signIn(app.url, email);
    await owner.call(auth.requestReset, { email_id: email });
    const token = resetTokenIn(await waitForMail(app.dataDir, email, 2));
    expect(verdict(await change(owner))).toBe('200');
    expect([await ask(owner), await ask(second)]).toEqual(['200', GONE]);
    expect([await login(email, PASSWORD), await login(email, NEW)]).toEqual(['401 AUTH_INVALID_CREDENTIALS', '200']);
    const mail = await waitForMail(app.dataDir, email, 3);
    expect(mail.subject).toBe('Your password was changed');
    expect(mail.text).toContain('on all other devices');
    const late = { token, password: 'another marsh 8 hen', confirm_password: 'another marsh 8 hen' };
    expect(verdict(await owner.raw(auth.reset, late))).toBe('400 AUTH_OTP_EXPIRED');
    expect(await audited(owner, 'auth.password_set')).toBe(1);
  });

  test.each([
    ['a wrong old one', { old: 'not this 1 at all' }, '400 AUTH_PASSWORD_INVALID'],
    ['an empty old one', { old: '' }, '400 AUTH_PASSWORD_INVALID'],
    ['one that is too short', { password: 'ab1' }, '400 AUTH_PASSWORD_SHORT'],
    ['one that is too common', { password: 'password' }, '400 AUTH_PASSWORD_WEAK'],
    ['two that differ', { again: `${NEW}!` }, '400 AUTH_PASSWORD_MISMATCH'],
  ])('%s changes nothing and signs nobody out', async (_, given, refused) => {
    const { owner, email } = await registerCompany(app);
    const second = await signIn(app.url, email);
    expect(verdict(await change(owner, given))).toBe(refused);
    expect([await ask(owner), await ask(second)]).toEqual(['200', '200']);
    expect(await login(email, PASSWORD)).toBe('200');
    expect(await audited(owner, 'auth.password_set')).toBe(0);
  });

  test('sent again because the answer was lost, it is told to be done; later it is a wrong old password', async () => {
    const { owner, email } = await registerCompany(app);
    expect(verdict(await change(owner))).toBe('200');
    expect(verdict(await change(owner))).toBe('200');
    expect(await audited(owner, 'auth.password_set')).toBe(1);
    await waitForMail(app.dataDir, email, 2);
    await app.sql(`UPDATE credential SET changed_at = now() - interval '6 minutes' WHERE company_id = $1`, [
      owner.company_id,
    ]);
    expect(verdict(await change(owner))).toBe('400 AUTH_PASSWORD_INVALID');
  });

  test('of many at once one succeeds, and its password is the one that is set', async () => {
    const { owner, email } = await registerCompany(app);
    const passwords = Array.from({ length: 8 }, (_, i) => `kestrel number ${i} of eight`);
    const answers = (await Promise.all(passwords.map((password) => change(owner, { password })))).map(verdict);
    const won = answers.indexOf('200');
    expect(answers.filter((one) => one === '200')).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set(['200', '400 AUTH_PASSWORD_INVALID']));
    expect(await login(email, passwords[won] ?? '')).toBe('200');
  });
});

test('what was signed out meanwhile changes nothing any more, and signs nobody out', async () => {
  const { owner, email } = await registerCompany(app);
  const second = await signIn(app.url, email);
  const { session_id } = ids(second);
  // Either is first; what must not be is that both have their way.
  const [changed] = await Promise.all([change(second), owner.raw(security.revokeSession, { session_id })]);
  const first = verdict(changed) === '200' ? 'the change' : 'the end';
  expect(await ask(owner)).toBe(first === 'the change' ? GONE : '200');
  expect(await login(email, first === 'the change' ? NEW : PASSWORD)).toBe('200');
});

test('a password that a link has set does not make a wrong old one right', async () => {
  const { owner } = await registerCompany(app);
  const person = await addPerson(app, owner);
  expect(verdict(await change(person, { old: 'not this 1 at all', password: PASSWORD }))).toBe(
    '400 AUTH_PASSWORD_INVALID',
  );
});

describe('guesses, by the limits as they are for everybody,', () => {
  let limited: TestApp;
  let owner: TestClient;
  beforeAll(async () => {
    limited = await startTestApp({ rateFactor: 1 });
    ({ owner } = await registerCompany(limited));
  });
  afterAll(() => limited?.close());

  const WRONG = '400 AUTH_PASSWORD_INVALID';
  const LIMIT = '429 TOO_MANY_REQUESTS';
  const OTHER = 'not this 1 at all';
  const enter = async (email_id: string, password = PASSWORD) =>
    verdict(await new TestClient(limited.url).raw(auth.login, { email_id, password }));
  const somebody = async () => {
    const person = await addPerson(limited, owner);
    return { person, email: person.session?.employee_profile.work_email_id ?? '' };
  };
  /** What an open session asks the password for. */
  const ways: [string, (client: TestClient, password: string) => Promise<RawAnswer>][] = [
    ['changing the password', (client, old) => change(client, { old })],
    ['setting up a second factor', (client, password) => client.raw(second.beginTotp, { password })],
    ['setting up a passkey', (client, password) => client.raw(passkeys.beginPasskey, { password })],
    ['asking for one’s own data', (client, password) => client.raw(privacy.askExport, { password })],
    ['saying once more who one is', (client, password) => client.raw(giveProof, { password })],
  ];

  test.each(ways)('%s: those at the door lock nobody out here', async (_, way) => {
    const { person, email } = await somebody();
    for (let n = 0; n < 5; n++) expect(await enter(email, OTHER)).toBe('401 AUTH_INVALID_CREDENTIALS');
    expect(await enter(email)).toBe(LIMIT);
    expect(verdict(await way(person, PASSWORD))).toBe('200');
  });

  test.each(ways)('%s: those here come to an end, and lock nobody out at the door', async (_, way) => {
    const { person, email } = await somebody();
    for (let n = 0; n < 10; n++) expect(verdict(await way(person, OTHER))).toBe(WRONG);
    for (const [, each] of ways) expect(verdict(await each(person, PASSWORD))).toBe(LIMIT);
    expect(await ask(person)).toBe('200');
    expect(await enter(email)).toBe('200');
  });

  test.each(ways)('%s: what fails for another reason was none', async (_, way) => {
    const { person } = await somebody();
    const [kept] = await limited.sql<{ password_hash: string }>(
      'SELECT password_hash FROM credential WHERE employee_id = $1',
      [person.employee_id],
    );
    const put = (hash = '') =>
      limited.sql('UPDATE credential SET password_hash = $2 WHERE employee_id = $1', [person.employee_id, hash]);
    await put('one that cannot be read');
    for (let n = 0; n < 11; n++) expect((await way(person, PASSWORD)).status).toBe(500);
    await put(kept?.password_hash);
    expect(verdict(await way(person, PASSWORD))).toBe('200');
  });
});
