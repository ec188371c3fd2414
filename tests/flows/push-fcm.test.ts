// Pushes by Firebase Cloud Messaging: over real HTTP to what stands for Google, which checks the assertion and every message. Which
// words arrive, and for whom.
// @module-tag long
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import { getPush, testPush } from '#contract/notifications/device.ts';
import { PUSH_BYTES } from '#contract/notifications/push.ts';
import { updateSettings } from '#contract/notifications/writes.ts';
import { buildApp } from '#server/app.ts';
import { reachable } from '#server/features/notifications/devices/pushing.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, signIn, type TestCompany } from '#tests/kit/factory.ts';
import { type FcmService, fcmError } from '#tests/kit/outside/fcm-service.ts';
import { type PushService, startPushService } from '#tests/kit/outside/push-service.ts';
import { ALWAYS, registerAwake, told } from './notifications.fixture.ts';
import { eventually, push, saying, subscribe, waiting } from './push.fixture.ts';
import { projectOf, registerAt, startGoogle, times } from './push-fcm.fixture.ts';
import { say, to } from './talk.ts';

let service: PushService;
let google: FcmService;
let app: TestApp;
let company: TestCompany;
let ada: TestClient;
let mail: string;

beforeAll(async () => {
  service = await startPushService();
  google = await startGoogle();
  app = await startTestApp(projectOf(google), { outbound: google.outbound(service.outbound) });
  company = await registerAwake(app);
});
afterAll(async () => {
  await app?.close();
  await Promise.all([service?.close(), google?.close()]);
});
beforeEach(async () => {
  mail = `ada-${uuid()}@bakery.example`;
  ada = await addPerson(app, company.owner, { first_name: 'Ada', work_email_id: mail });
});
afterEach(() => app.sql('DELETE FROM push'));

const tell = (...pushes: Parameters<typeof push>[2][]) => push(app, company.company_id, ...pushes);

const register = (by: TestClient, given?: { token?: string; device_id?: string }) => registerAt(google, by, given);

describe('what is pushed', () => {
  test('is data alone, which says exactly what web push would say, and how', async () => {
    const phone = await register(ada);
    const words = {
      body: 'Brot um vier 🥖',
      silent: true,
      clear: ['c:2'],
      urgency: 'high',
      ttl: 3_600,
    } as const;
    await tell(saying(ada, 'Kwame "Kofi" Mensah', words));
    await eventually(phone.titles, ['Kwame "Kofi" Mensah']);
    const [message] = phone.messages();
    expect(Object.keys(message?.data ?? {})).toEqual(['push']);
    expect(JSON.parse(message?.data['push'] ?? '')).toEqual({
      web_push: 8030,
      mutable: true,
      notification: {
        title: 'Kwame "Kofi" Mensah',
        body: 'Brot um vier 🥖',
        navigate: 'https://limelight.bakery.example/connect/employee/1',
        tag: 'test:Kwame "Kofi" Mensah',
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
    const { Urgency, TTL } = message?.webpush.headers ?? {};
    expect([Urgency, Number(TTL) > 3_500 && Number(TTL) <= 3_600]).toEqual(['high', true]);
    await eventually(() => waiting(app), 0);
    expect(await phone.known()).toMatchObject({
      transport: 'fcm',
      token: phone.token,
      endpoint: null,
      since: expect.any(String),
      last_sent_at: expect.any(String),
      last_error: null,
      lost_at: null,
    });
    const { db } = app.app.context;
    expect(await db.company(company.company_id, (tx) => reachable(tx, [ada.employee_id]))).toEqual(
      new Set([ada.employee_id]),
    );
  });

  test('comes in order; what is one notification has one topic, which does not tell what it is', async () => {
    const phone = await register(ada);
    const titles = ['1', '2', '3', '4', '5', '6'];
    await tell(...titles.map((title) => saying(ada, title, { tag: `test:${Number(title) % 2}` })));
    await eventually(phone.titles, titles);
    const topics = phone.messages().map((one) => one.webpush.headers['Topic']);
    expect([new Set(topics).size, topics[0] === topics[2]]).toEqual([2, true]);
    expect(topics[0]).toMatch(/^[\w-]{32}$/);
  });

  test('is cut so that it fits into a message of Firebase, quotes and all', async () => {
    const phone = await register(ada);
    const body = '🥖 bread "for" all\n'.repeat(500);
    await tell(saying(ada, 'Long', { body }));
    await eventually(phone.titles, ['Long']);
    const bytes = Buffer.byteLength(JSON.stringify(phone.messages()[0]?.data['push']));
    expect(bytes).toBeLessThanOrEqual(PUSH_BYTES);
    expect(bytes).toBeGreaterThan(PUSH_BYTES - 12);
    const said = google.shownAt(phone.token)[0]?.body ?? '';
    expect(said.endsWith('…') && body.startsWith(said.slice(0, -1))).toBe(true);
  });

  test('goes to each device of a person the way that it names', async () => {
    const laptop = await subscribe(service, await signIn(app.url, mail));
    const [phone, tablet] = [await register(ada), await signIn(app.url, mail)];
    const second = await register(tablet);
    await tell(saying(ada, 'Everywhere'));
    await eventually(() => [phone.titles(), second.titles(), laptop.titles()], times(3, ['Everywhere']));
    await tablet.call(auth.logout, { session_id: tablet.session?.session_id ?? '' });
    await tell(saying(ada, 'Still'));
    await eventually(() => [phone.titles(), laptop.titles()], times(2, ['Everywhere', 'Still']));
    await eventually(() => waiting(app), 0);
    expect(second.titles()).toEqual(['Everywhere']);
  });

  test('has no word of it where somebody wants that hidden: Google could read it', async () => {
    const kwame = await addPerson(app, company.owner, { first_name: 'Kwame', last_name: 'Mensah' });
    await ada.call(updateSettings, { hide_text: true, awake: ALWAYS });
    const phone = await register(ada);
    await say(kwame, to(ada), 'The secret recipe');
    await told(app);
    expect(google.shownAt(phone.token).map(({ title, body }) => [title, body])).toEqual([['Limelight', 'New message']]);
    const all = JSON.stringify(phone.messages());
    for (const word of ['secret', 'recipe', 'Kwame', 'Mensah']) expect(all).not.toContain(word);
  });

  test('a token belongs to whoever names it last', async () => {
    const phone = await register(ada);
    const { owner } = await registerAwake(app);
    const taken = await register(owner, phone);
    await tell(saying(ada, 'For Ada'));
    await push(app, owner.company_id, saying(owner, 'For the next'));
    await eventually(taken.titles, ['For the next']);
    expect(await phone.known()).toMatchObject({ token: null, since: null });
  });
});

describe('a test of one’s own device', () => {
  test('says what Firebase says', async () => {
    const phone = await register(ada);
    const { tag, ...said } = await ada.call(testPush, { device_id: phone.device_id });
    expect(said).toEqual({ accepted: true, status: 200, reason: null });
    expect(google.shownAt(phone.token)).toEqual([expect.objectContaining({ tag, title: 'Limelight' })]);
    google.answerWith(phone.token, fcmError(404, 'NOT_FOUND', 'Not found', 'UNREGISTERED'));
    const reason = 'Firebase answered 404, UNREGISTERED';
    expect(await ada.call(testPush, { device_id: phone.device_id })).toMatchObject({
      accepted: false,
      status: 404,
      reason,
    });
  });
});

describe('a server', () => {
  test('with a project tells what browsers register with, and nothing of its account', async () => {
    const answer = await ada.call(getPush, { device_id: uuid() });
    const { FCM_API_KEY, FCM_APP_ID, FCM_SENDER_ID, FCM_VAPID_KEY } = google.env;
    expect(answer.fcm).toEqual({
      project_id: 'limelight-bakery',
      api_key: FCM_API_KEY,
      app_id: FCM_APP_ID,
      sender_id: FCM_SENDER_ID,
      vapid_public_key: FCM_VAPID_KEY,
    });
  });

  test('without one keeps no tokens, and those of before are lost: their browsers subscribe by web push', async () => {
    const phone = await register(ada);
    const config = { ...app.app.context.config, fcm: undefined };
    const without = await buildApp({
      config,
      connection: app.connection,
      logLevel: 'fatal',
      outbound: service.outbound,
    });
    const url = await without.http.listen({ port: 0, host: '127.0.0.1' });
    const there = await signIn(url, mail);
    await eventually(async () => (await there.call(getPush, { device_id: uuid() })).fcm, null);
    expect(await phone.known()).toMatchObject({ transport: 'fcm', token: null, lost_at: expect.any(String) });
    const second = await register(there);
    expect(await second.known()).toMatchObject({ token: null, since: null });
    const { db } = app.app.context;
    expect(await db.company(company.company_id, (tx) => reachable(tx, [ada.employee_id]))).toEqual(new Set());
    await without.close();
  });

  test('with a project lets its page ask Google for a token, one without does not', async () => {
    const clientDir = mkdtempSync(join(tmpdir(), 'limelight-page-'));
    writeFileSync(join(clientDir, 'index.html'), `<meta content="connect-src 'self'; media-src 'self'">`);
    const pages = async (at: TestApp) =>
      Promise.all(['/', '/index.html', '/people'].map(async (path) => (await fetch(at.url + path)).text()));
    const { fcm } = app.app.context.config;
    await using withProject = await startTestApp({ clientDir, fcm });
    const hosts = 'https://firebaseinstallations.googleapis.com https://fcmregistrations.googleapis.com';
    for (const page of await pages(withProject)) expect(page).toContain(`connect-src 'self' ${hosts}; media-src`);
    await using without = await startTestApp({ clientDir });
    for (const page of await pages(without)) expect(page).toContain("connect-src 'self'; media-src");
    rmSync(clientDir, { recursive: true });
  });
});
