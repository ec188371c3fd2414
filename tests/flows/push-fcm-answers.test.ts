// What becomes of pushes by Firebase Cloud Messaging when Google gives no access, refuses, fails, or wants to be left alone.
// @module-tag long
import { setTimeout } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, signIn, type TestCompany } from '#tests/kit/factory.ts';
import { type FcmAnswer, type FcmService, fcmError } from '#tests/kit/outside/fcm-service.ts';
import { registerAwake } from './notifications.fixture.ts';
import { eventually, push, saying, waiting } from './push.fixture.ts';
import { projectOf, registerAt, startGoogle, times } from './push-fcm.fixture.ts';

let google: FcmService;
let app: TestApp;
let company: TestCompany;
let ada: TestClient;
let mail: string;

beforeAll(async () => {
  google = await startGoogle();
  app = await startTestApp(projectOf(google), { outbound: google.outbound() });
  company = await registerAwake(app);
});
afterAll(async () => {
  await app?.close();
  await google?.close();
});
beforeEach(async () => {
  mail = `ada-${uuid()}@bakery.example`;
  ada = await addPerson(app, company.owner, { first_name: 'Ada', work_email_id: mail });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.sql('DELETE FROM push');
});

const tell = (...pushes: Parameters<typeof push>[2][]) => push(app, company.company_id, ...pushes);

const register = (by: TestClient, given?: { token?: string; device_id?: string }) => registerAt(google, by, given);

/** So long an account that Google has refused is not tried again. */
const REFUSED_MS = 2_000;

/** What was put off is due now, and whoever delivers looks. */
async function hurry(): Promise<void> {
  await app.sql('UPDATE push SET due_at = now()');
  await register(company.owner);
  await tell(saying(company.owner, 'Hurry'));
}

describe('access at Google', () => {
  test('is asked for once for all that waits, and again shortly before it ends', async () => {
    google.revoke();
    const phone = await register(ada);
    await tell(saying(ada, 'Before'));
    await eventually(phone.titles, ['Before']);
    // It has been revoked: asked once more.
    const granted = google.grants.length;
    google.revoke();
    const phones = await Promise.all(Array.from({ length: 4 }, async () => register(await signIn(app.url, mail))));
    await tell(saying(ada, 'All'));
    await eventually(() => phones.map((one) => one.titles()), times(4, ['All']));
    await tell(saying(ada, 'More'));
    await eventually(() => phones.map((one) => one.titles()), times(4, ['All', 'More']));
    expect(google.grants.length).toBe(granted + 1);
    // A minute before it ends: it is good for 3599 seconds.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_540_000 });
    await tell(saying(ada, 'Later'));
    await eventually(() => phones.map((one) => one.titles()), times(4, ['All', 'More', 'Later']));
    expect(google.grants.length).toBe(granted + 2);
    expect(google.grants.every(({ status }) => status === 200)).toBe(true);
    expect(phones.flatMap((one) => one.answers()).filter((status) => status === 401).length).toBeLessThanOrEqual(4);
  });

  test('is asked for anew once if it is refused, and no push is lost by that', async () => {
    const phone = await register(ada);
    await tell(saying(ada, 'One'));
    await eventually(phone.titles, ['One']);
    google.revoke();
    await tell(saying(ada, 'Two'));
    await eventually(phone.titles, ['One', 'Two']);
    expect(phone.answers()).toEqual([200, 401, 200]);
    google.answerWith(phone.token, fcmError(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.'));
    await tell(saying(ada, 'Three'));
    await eventually(() => waiting(app), 0);
    expect(phone.answers()).toEqual([200, 401, 200, 401, 401]);
    expect(await phone.known()).toMatchObject({
      token: phone.token,
      last_error: 'Firebase answered 401, UNAUTHENTICATED',
    });
  });

  test('that the account does not get any more loses no push, and is not asked for by each of them', async () => {
    const phone = await register(ada);
    google.revoke();
    google.answerWith(phone.token, null);
    // The clock stands still, so long ago that nobody is refused any more when it goes on after the test.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - REFUSED_MS });
    google.grantWith({ status: 400, error: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } });
    await tell(saying(ada, 'First'));
    const error = 'Google answered 400 when this server asked for access';
    await eventually(async () => (await phone.known())?.last_error, error);
    const granted = google.grants.length;
    const others = await Promise.all(Array.from({ length: 4 }, async () => register(await signIn(app.url, mail))));
    await tell(saying(ada, 'Second'));
    await eventually(async () => (await others[3]?.known())?.last_error, error);
    expect([google.grants.length, phone.titles()]).toEqual([granted, []]);
    google.grantWith(null);
    vi.setSystemTime(Date.now() + REFUSED_MS + 100);
    await hurry();
    await eventually(phone.titles, ['First', 'Second']);
  });

  test('waits as long as Google wants', async () => {
    const phone = await register(ada);
    google.revoke();
    google.grantWith({ status: 503, headers: { 'retry-after': '3600' }, error: {} });
    const since = new Date();
    await tell(saying(ada, 'One'));
    await eventually(() => isPutOff(since, 3_600), true);
    expect(phone.answers().filter((status) => status !== 401)).toEqual([]);
    google.grantWith(null);
    // The next test’s pushes are not refused any more.
    await setTimeout(REFUSED_MS + 100);
  });
});

/** Whether what waits is tried again so many seconds after a moment that lies between `since` and now. */
async function isPutOff(since: Date, seconds: number): Promise<boolean> {
  const [row] = await app.sql<{ fits: boolean }>(
    'SELECT due_at - make_interval(secs => $2) BETWEEN $1 AND now() AS fits FROM push',
    [since, seconds],
  );
  return row?.fits ?? false;
}

describe('Firebase answers', () => {
  const NOT_VALID = 'The registration token is not a valid FCM registration token';
  test.each<[string, FcmAnswer, string]>([
    [
      '404, UNREGISTERED',
      fcmError(404, 'NOT_FOUND', 'Requested entity was not found.', 'UNREGISTERED'),
      'UNREGISTERED',
    ],
    ['404 alone', fcmError(404, 'NOT_FOUND', 'Requested entity was not found.'), 'NOT_FOUND'],
    ['400, no token', fcmError(400, 'INVALID_ARGUMENT', NOT_VALID, 'INVALID_ARGUMENT'), 'INVALID_ARGUMENT'],
    [
      '400, its field',
      fcmError(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.', 'INVALID_ARGUMENT', 'message.token'),
      'INVALID_ARGUMENT',
    ],
    [
      '403, of another project',
      fcmError(403, 'PERMISSION_DENIED', 'SenderId mismatch', 'SENDER_ID_MISMATCH'),
      'SENDER_ID_MISMATCH',
    ],
  ])('%s: nothing is sent there any more', async (_name, answer, code) => {
    const phone = await register(ada);
    google.answerWith(phone.token, answer);
    await tell(saying(ada, 'One'), saying(ada, 'Two'));
    await eventually(() => waiting(app), 0);
    expect(phone.answers()).toEqual([answer.status]);
    expect(await phone.known()).toMatchObject({
      transport: 'fcm',
      token: null,
      since: null,
      lost_at: expect.any(String),
      last_error: `Firebase answered ${answer.status}, ${code}`,
    });
    await tell(saying(ada, 'Three'));
    expect(await waiting(app)).toBe(0);
    // The device finds that at its next start, registers anew, and is told again.
    const again = await register(ada, { device_id: phone.device_id });
    expect(await again.known()).toMatchObject({ lost_at: null, last_error: null, token: again.token });
    await tell(saying(ada, 'Four'));
    await eventually(again.titles, ['Four']);
  });

  test.each<[string, FcmAnswer]>([
    ['INVALID_ARGUMENT', fcmError(400, 'INVALID_ARGUMENT', 'Invalid value', undefined, 'message.data[0].value')],
    ['PERMISSION_DENIED', fcmError(403, 'PERMISSION_DENIED', 'The caller does not have permission')],
    ['THIRD_PARTY_AUTH_ERROR', fcmError(401, 'UNAUTHENTICATED', 'Auth error', 'THIRD_PARTY_AUTH_ERROR')],
  ])('%s: kept for who looks, not tried again, and the device stays', async (code, answer) => {
    const phone = await register(ada);
    google.answerWith(phone.token, answer);
    await tell(saying(ada, 'One'));
    await eventually(() => waiting(app), 0);
    expect(phone.answers()).toEqual([answer.status]);
    const last_error = `Firebase answered ${answer.status}, ${code}`;
    expect(await phone.known()).toMatchObject({ token: phone.token, lost_at: null, last_error });
    google.answerWith(phone.token, null);
    await tell(saying(ada, 'Two'));
    await eventually(phone.titles, ['Two']);
  });

  test('429 is asked again when it says, and what waits behind keeps its order', async () => {
    const phone = await register(ada);
    google.answerWith(phone.token, {
      ...fcmError(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded', 'QUOTA_EXCEEDED'),
      headers: { 'retry-after': '2' },
    });
    const began = performance.now();
    await tell(saying(ada, 'One'));
    await eventually(() => phone.answers()[0], 429);
    google.answerWith(phone.token, null);
    await tell(saying(ada, 'Two'));
    await eventually(phone.titles, ['One', 'Two']);
    expect(performance.now() - began).toBeGreaterThan(1_950);
  });

  const later = (status: number, retry?: string): FcmAnswer => ({
    ...fcmError(status, 'UNAVAILABLE', 'Not now'),
    ...(retry ? { headers: { 'retry-after': retry } } : {}),
  });
  test.each<[string, FcmAnswer, number]>([
    ['429 without a word: a minute', later(429), 60],
    ['503 for ten minutes: ten minutes', later(503, '600'), 600],
  ])('%s', async (_name, answer, seconds) => {
    const phone = await register(ada);
    google.answerWith(phone.token, answer);
    const since = new Date();
    await tell(saying(ada, 'One'));
    // That is noted with the putting off. For a minute it is put off already while it is asked for.
    await eventually(async () => Boolean((await phone.known())?.last_error), true);
    expect([await isPutOff(since, seconds), phone.answers().length]).toEqual([true, 1]);
    google.answerWith(phone.token, null);
    await hurry();
    await eventually(phone.titles, ['One']);
  });

  test.each<[string, FcmAnswer]>([
    ['Firebase answered 500, UNAVAILABLE', later(500)],
    ['Firebase answered 502', { status: 502 }],
  ])('%s: tried again', async (last_error, answer) => {
    const phone = await register(ada);
    google.answerWith(phone.token, answer);
    await tell(saying(ada, 'One'));
    await eventually(async () => (await phone.known())?.last_error, last_error);
    google.answerWith(phone.token, null);
    await hurry();
    await eventually(phone.titles, ['One']);
  });
});
