// Pushes over real HTTP to a push service that decrypts them: which words arrive, at whose devices, and where that ends.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parkCompany } from '#contract/auth/companies.ts';
import * as auth from '#contract/auth.ts';
import { getPush, type PushInfo, testPush, updateDevice } from '#contract/notifications/device.ts';
import { PUSH_BYTES } from '#contract/notifications/push.ts';
import { endSessions } from '#contract/people/access.ts';
import * as people from '#contract/people.ts';
import { enqueuePushes, reachable } from '#server/features/notifications/devices/pushing.ts';
import { createOutbound } from '#server/platform/outbound/outbound.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { TestClient } from '#tests/kit/client.ts';
import { addPerson, signIn, type TestCompany } from '#tests/kit/factory.ts';
import { resetTokenIn, waitForMail } from '#tests/kit/mails.ts';
import { type PushService, startPushService } from '#tests/kit/outside/push-service.ts';
import { registerAwake } from './notifications.fixture.ts';
import { eventually, infoOf, push, saying, startAnother, subscribe, waiting } from './push.fixture.ts';

let service: PushService;
let app: TestApp;
let company: TestCompany;
let ada: TestClient;
let mail: string;

beforeAll(async () => {
  service = await startPushService();
  app = await startTestApp({ publicUrl: 'https://limelight.bakery.example' }, { outbound: service.outbound });
  company = await registerAwake(app);
});
afterAll(async () => {
  await app?.close();
  await service?.close();
});
beforeEach(async () => {
  mail = `ada-${uuid()}@bakery.example`;
  ada = await addPerson(app, company.owner, { first_name: 'Ada', work_email_id: mail });
});
afterEach(() => app.sql('DELETE FROM push'));

const tell = (...pushes: Parameters<typeof push>[2][]) => push(app, company.company_id, ...pushes);

describe('what is pushed', () => {
  test('is for that device alone, and says exactly what was to be said', async () => {
    const phone = await subscribe(service, ada);
    const words = { body: 'Brot um vier 🥖', silent: true, clear: ['c:2'], urgency: 'high' } as const;
    await tell(saying(ada, 'Kwame Mensah', words));
    await eventually(phone.titles, ['Kwame Mensah']);
    const got = service.received.find((one) => one.endpoint === phone.at.endpoint);
    expect(got?.payload).toEqual({
      web_push: 8030,
      mutable: true,
      notification: {
        title: 'Kwame Mensah',
        body: 'Brot um vier 🥖',
        navigate: 'https://limelight.bakery.example/connect/employee/1',
        tag: 'test:Kwame Mensah',
        lang: 'en',
        dir: 'auto',
        silent: true,
        timestamp: expect.any(Number),
        data: {
          kind: 'direct',
          company_id: ada.company_id,
          employee_id: ada.employee_id,
          path: '/connect/employee/1',
          clear: ['c:2'],
        },
      },
      app_badge: 0,
    });
    expect(Math.abs((got?.payload.notification.timestamp ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(got?.headers).toMatchObject({ urgency: 'high', 'content-type': 'application/octet-stream' });
    expect(Number(got?.headers.ttl)).toBeGreaterThan(86_000);
    expect(got?.subject).toBe('https://limelight.bakery.example');
    await eventually(() => waiting(app), 0);
    expect(await phone.known()).toMatchObject({ last_sent_at: expect.any(String), last_error: null, lost_at: null });
  });

  test('is cut to what a push service takes, between code points', async () => {
    const phone = await subscribe(service, ada);
    const body = '🥖 bread "for" all\n'.repeat(500);
    await tell(saying(ada, 'Long', { body }));
    await eventually(phone.titles, ['Long']);
    const got = service.received.find((one) => one.endpoint === phone.at.endpoint);
    expect(got?.bytes).toBeLessThanOrEqual(PUSH_BYTES);
    expect(got?.bytes).toBeGreaterThan(PUSH_BYTES - 8);
    const said = got?.payload.notification.body ?? '';
    expect(said.endsWith('…') && body.startsWith(said.slice(0, -1))).toBe(true);
  });

  test('comes in order; what is one notification has one topic, which does not tell what it is', async () => {
    const phone = await subscribe(service, ada);
    const titles = ['1', '2', '3', '4', '5', '6'];
    await tell(...titles.map((title) => saying(ada, title, { tag: `test:${Number(title) % 2}` })));
    await eventually(phone.titles, titles);
    const topics = service.received
      .filter((one) => one.endpoint === phone.at.endpoint)
      .map((one) => one.headers['topic']);
    expect(new Set(topics).size).toBe(2);
    expect(topics[0]).toBe(topics[2]);
    expect(topics[0]).toMatch(/^[\w-]{32}$/);
  });

  test('goes to each device that takes pushes, and to nobody of whom it was not asked', async () => {
    const [tablet, ben] = [await signIn(app.url, mail), await addPerson(app, company.owner)];
    const devices = [await subscribe(service, ada), await subscribe(service, tablet), await subscribe(service, ben)];
    const none: Partial<PushInfo>[] = [{ transport: 'none' }, { permission: 'denied' }, { permission: 'default' }];
    for (const refusing of none) devices.push(await subscribe(service, await signIn(app.url, mail), refusing));
    await tell(saying(ada, 'Both'));
    const titles = () => devices.map((device) => device.titles());
    await eventually(titles, [['Both'], ['Both'], [], [], [], []]);
    expect(await app.app.context.db.company(company.company_id, (tx) => reachable(tx, [ada.employee_id]))).toEqual(
      new Set([ada.employee_id]),
    );
  });

  test('is nothing if the transaction that asks for it does not commit', async () => {
    const phone = await subscribe(service, ada);
    const failing = app.app.context.db.company(company.company_id, async (tx) => {
      await enqueuePushes(tx, [saying(ada, 'Never')]);
      throw new Error('Changed my mind');
    });
    await expect(failing).rejects.toThrow('Changed my mind');
    await tell(saying(ada, 'Ever'));
    await eventually(phone.titles, ['Ever']);
  });
});

describe('pushes end with the session', () => {
  const ways: Record<string, (by: TestClient) => Promise<unknown>> = {
    'by logging out': (by) => by.call(auth.logout, { session_id: by.session?.session_id ?? '' }),
    'when the account is deactivated': ({ employee_id }) =>
      company.owner.call(people.setStatus, { employee_id, status: 'INACTIVE' }),
    'when whoever manages people signs them out': ({ employee_id }) => company.owner.call(endSessions, { employee_id }),
    'when the person is removed': ({ employee_id }) => company.owner.call(people.remove, { employee_id }),
    'when the password is set anew': async () => {
      await company.owner.call(auth.requestReset, { email_id: mail });
      const token = resetTokenIn(await waitForMail(app.dataDir, mail, 2));
      await new TestClient(app.url).call(auth.reset, {
        token,
        password: 'nine geese 7 lakes',
        confirm_password: 'nine geese 7 lakes',
      });
    },
    // The device shows another company now: only who is on its screen is called.
    'when it is left for another company': (by) => by.call(parkCompany, {}),
    'when it has not been used for two weeks': ({ session }) =>
      app.sql("UPDATE session SET last_used_at = now() - interval '15 days' WHERE session_id = $1", [
        session?.session_id,
      ]),
  };
  test.each(Object.entries(ways))('%s', async (_name, end) => {
    const [phone, still] = [await subscribe(service, ada), await subscribe(service, company.owner)];
    await end(ada);
    await tell(saying(ada, 'After'), saying(company.owner, 'Still'));
    await eventually(still.titles, ['Still']);
    await eventually(() => waiting(app), 0);
    expect(phone.titles()).toEqual([]);
    const { db } = app.app.context;
    expect(await db.company(company.company_id, (tx) => reachable(tx, [ada.employee_id]))).toEqual(new Set());
    // Nothing of it is kept either.
    expect(await app.sql('SELECT 1 FROM device WHERE session_id = $1', [ada.session?.session_id])).toEqual([]);
  });

  test('and another one of the same person goes on', async () => {
    const laptop = await signIn(app.url, mail);
    const [phone, other] = [await subscribe(service, ada), await subscribe(service, laptop)];
    await ada.call(auth.logout, { session_id: ada.session?.session_id ?? '' });
    await tell(saying(ada, 'Here'));
    await eventually(other.titles, ['Here']);
    expect(phone.titles()).toEqual([]);
  });
});

describe('a device', () => {
  test.each(['a colleague', 'somebody of another company'])(
    'belongs to %s who signs in on it, from the moment it says so',
    async (who) => {
      const phone = await subscribe(service, ada);
      const next = who === 'a colleague' ? await addPerson(app, company.owner) : (await registerAwake(app)).owner;
      const taken = await subscribe(service, next, { device_id: phone.device_id, at: phone.at });
      await tell(saying(ada, 'For Ada'));
      await push(app, next.company_id, saying(next, 'For the next'));
      await eventually(taken.titles, ['For the next']);
      await eventually(() => waiting(app), 0);
      expect(taken.titles()).toEqual(['For the next']);
      expect(await phone.known()).toMatchObject({ endpoint: null, since: null, lost_at: null });
      expect(await taken.known()).toMatchObject({ endpoint: phone.at.endpoint, since: expect.any(String) });
    },
  );

  test('that two name at once is one of theirs', async () => {
    const ben = await addPerson(app, company.owner);
    const { at } = await subscribe(service, ada);
    const both = Array.from({ length: 8 }, (_, n) => (n % 2 ? ada : ben));
    await Promise.all(both.map((by) => subscribe(service, by, { at })));
    expect(await app.sql('SELECT 1 FROM device WHERE address = $1', [at.endpoint])).toHaveLength(1);
  });

  test('says more of itself later, and what is said twice is written once', async () => {
    const phone = await subscribe(service, ada);
    const since = (await phone.known())?.since;
    await subscribe(service, ada, { device_id: phone.device_id, at: phone.at });
    expect((await phone.known())?.since).toBe(since);
    await ada.call(updateDevice, {
      device_id: phone.device_id,
      device_info: infoOf({ transport: 'none', permission: 'denied' }),
    });
    expect(await phone.known()).toMatchObject({ transport: 'none', endpoint: null, since: null });
    await tell(saying(ada, 'Nowhere'));
    expect(await waiting(app)).toBe(0);
  });

  test('is one of five of its session at most, the latest', async () => {
    const devices = [];
    for (let n = 0; n < 7; n++) devices.push(await subscribe(service, ada));
    const known = await Promise.all(devices.map((device) => device.known()));
    expect(known.map((one) => one !== null)).toEqual([false, false, true, true, true, true, true]);
  });

  test('is known to its own session alone', async () => {
    const phone = await subscribe(service, ada);
    const others = [await signIn(app.url, mail), company.owner, (await registerAwake(app)).owner];
    for (const other of others) {
      expect((await other.call(getPush, { device_id: phone.device_id })).device).toBeNull();
      const answer = await other.raw(testPush, { device_id: phone.device_id });
      expect(answer.body.error_code).toBe('DEVICE_NOT_FOUND');
    }
  });

  test.each([
    ['http://push.example/1', 'another scheme'],
    ['https://user:secret@push.example/1', 'a name in it'],
    ['https://localhost/1', 'this machine'],
    ['https://127.0.0.1/1', 'this machine'],
    ['https://[::1]/1', 'this machine'],
    ['https://[::ffff:127.0.0.1]/1', 'this machine'],
    ['https://0x7f.1/1', 'this machine'],
    ['https://10.0.0.1/1', 'our network'],
    ['https://169.254.169.254/latest', 'the host'],
    ['https://database.internal/1', 'our network'],
    ['https://8.8.8.8:5432/1', 'another port'],
  ])('cannot be at %s (%s)', async (endpoint) => {
    // With the real reach.
    const real = createOutbound();
    expect(real.accepts(endpoint)).toBe(false);
    await expect(real.post(endpoint, { headers: {}, body: Buffer.alloc(1) })).rejects.toMatchObject({
      reason: 'refused',
    });
    if (endpoint.startsWith('http:')) return;
    const { vapid_public_key } = await ada.call(getPush, { device_id: uuid() });
    const { keys } = service.endpointFor(vapid_public_key);
    const device_info = infoOf({ transport: 'web', permission: 'granted', endpoint, keys });
    const answer = await ada.raw(updateDevice, { device_id: uuid(), device_info });
    expect([answer.status, answer.body.error_code]).toEqual([400, 'INVALID_REQUEST']);
  });

  test.each([
    ['no point', { p256dh: Buffer.alloc(65, 4).toString('base64url') }],
    ['half a point', { p256dh: Buffer.alloc(33, 2).toString('base64url') }],
    ['a short secret', { auth: Buffer.alloc(15).toString('base64url') }],
  ])('has no keys with %s', async (_name, wrong) => {
    const { vapid_public_key } = await ada.call(getPush, { device_id: uuid() });
    const { endpoint, keys } = service.endpointFor(vapid_public_key);
    const given = infoOf({ transport: 'web', permission: 'granted', endpoint, keys: { ...keys, ...wrong } });
    const answer = await ada.raw(updateDevice, { device_id: uuid(), device_info: given });
    expect([answer.status, answer.body.error_code]).toEqual([400, 'INVALID_REQUEST']);
  });
});

describe('a test of one’s own device', () => {
  test('says what the push service says, and what was pushed', async () => {
    const phone = await subscribe(service, ada);
    const { tag, ...said } = await phone.test();
    expect(said).toEqual({ accepted: true, status: 201, reason: null });
    const got = service.received.find((one) => one.endpoint === phone.at.endpoint);
    expect(got?.payload.notification).toMatchObject({ tag, title: 'Limelight', data: { kind: 'test' } });
    expect(got?.payload).not.toHaveProperty('app_badge');
    expect((await phone.known())?.last_sent_at).not.toBeNull();
  });

  test('says what is wrong', async () => {
    const phone = await subscribe(service, ada);
    service.answerWith(phone.at, 503);
    expect(await phone.test()).toMatchObject({ accepted: false, status: 503, reason: 'The push service answered 503' });
    service.answerWith(phone.at, 410);
    expect(await phone.test()).toMatchObject({ accepted: false, status: 410 });
    expect(await phone.known()).toMatchObject({ endpoint: null, lost_at: expect.any(String) });
    expect(await phone.test()).toMatchObject({ accepted: false, status: null, reason: expect.any(String) });
    const unknown = await ada.raw(testPush, { device_id: uuid() });
    expect([unknown.status, unknown.body.error_code]).toEqual([404, 'DEVICE_NOT_FOUND']);
  });

  test('holds no connection of the database while a push service is silent', async () => {
    const phone = await subscribe(service, ada);
    service.answerWith(phone.at, 'silence');
    // More than the pool has.
    const tests = Array.from({ length: 30 }, () => phone.test());
    const asked = () => service.asked.filter((one) => one.endpoint === phone.at.endpoint).length;
    await eventually(asked, 30);
    const first = await Promise.race([ada.call(getPush, { device_id: uuid() }).then(() => 'the server'), ...tests]);
    expect(first).toBe('the server');
    for (const answer of await Promise.all(tests))
      expect(answer).toMatchObject({ accepted: false, status: null, reason: 'No answer' });
  });
});

describe('the server’s own keys', () => {
  test('are made once for all servers on one database, and no company sees them', async () => {
    const ask = (by: TestClient) => by.call(getPush, { device_id: uuid() });
    const { vapid_public_key } = await ask(ada);
    expect(Buffer.from(vapid_public_key, 'base64url')).toHaveLength(65);
    const other = await startAnother(app, service);
    const url = await other.http.listen({ port: 0, host: '127.0.0.1' });
    expect((await ask(new TestClient(url, ada.session))).vapid_public_key).toBe(vapid_public_key);
    await other.close();
    expect(await app.sql('SELECT public_key FROM push_key')).toEqual([{ public_key: vapid_public_key }]);
    const seen = await app.app.context.db.company(company.company_id, (tx) => tx.query('SELECT 1 FROM push_key'));
    expect(seen).toEqual([]);
  });
});
