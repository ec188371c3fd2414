// A mailed code and the browser that asked for it: it works in no other one, and others neither replace it nor use up its mails.
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { TestClient } from '#tests/kit/client.ts';
import { PASSWORD } from '#tests/kit/factory.ts';
import { codeIn, mailsTo, verifyTokenIn, waitForMail } from '#tests/kit/mails.ts';
import { freshEmail, register as registerBy, registration, verdict, wrong } from './auth.fixture.ts';

let app: TestApp;
let anyone: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  anyone = new TestClient(app.url);
});
afterAll(() => app.close());

const register = (at: TestApp, email_id = freshEmail()) => registerBy(at, email_id, 1, undefined, {}, anyone);
const verify = (input: { email_id: string; otp: string }) => anyone.raw(auth.verify, input);

test('a code works where it was asked for; elsewhere the right one is as good as a wrong one, and uses up nothing', async () => {
  const { email_id, otp } = await register(app);
  const elsewhere = new TestClient(app.url);
  const there = async (code: string) => verdict(await elsewhere.raw(auth.verify, { email_id, otp: code }));
  for (const code of [wrong(otp), otp, wrong(otp), otp, otp]) expect(await there(code)).toBe('400 AUTH_OTP_INVALID');
  expect(await there(otp)).toBe('429 AUTH_OTP_TOO_MANY_ATTEMPTS');
  // Having asked for another address is not enough.
  await elsewhere.call(auth.register, registration(freshEmail()));
  expect(await there(otp)).toBe('429 AUTH_OTP_TOO_MANY_ATTEMPTS');
  expect(verdict(await verify({ email_id, otp }))).toBe('200');
  // The link opens it anywhere, as on a phone.
  const { token } = await register(app);
  expect(verdict(await new TestClient(app.url).raw(auth.verify, { token }))).toBe('200');
});

test('of two who register one address each has a code of their own, and neither takes the other one’s away', async () => {
  const { email_id, otp, company_id } = await register(app);
  const stranger = new TestClient(app.url);
  await stranger.call(auth.register, registration(email_id));
  const theirs = codeIn(await waitForMail(app.dataDir, email_id, 2));
  const since = "UPDATE registration SET sent_at = now() - interval '61 seconds' WHERE email_key = $1";
  await app.sql(since, [email_id]);
  // The owner of the address types what the stranger's mail says: it opens nothing that the stranger has a password for.
  if (theirs !== otp) expect(verdict(await verify({ email_id, otp: theirs }))).toBe('400 AUTH_OTP_INVALID');
  await stranger.call(auth.resend, { email_id });
  await waitForMail(app.dataDir, email_id, 3);
  await new TestClient(app.url).call(auth.resend, { email_id });
  const answer = await verify({ email_id, otp });
  expect([verdict(answer), (answer.body.data as auth.Session).company_id]).toEqual(['200', company_id]);
  expect(await mailsTo(app.dataDir, email_id)).toHaveLength(3);
});

test('signing in with the password of a registration brings its code to that browser', async () => {
  const { email_id, otp, company_id } = await register(app);
  const phone = new TestClient(app.url);
  const there = () => phone.raw(auth.verify, { email_id, otp });
  expect(verdict(await there())).toBe('400 AUTH_OTP_INVALID');
  expect(verdict(await phone.raw(auth.login, { email_id, password: PASSWORD }))).toBe(
    '403 AUTH_EMAIL_VERIFICATION_PENDING',
  );
  expect(verdict(await verify({ email_id, otp }))).toBe('400 AUTH_OTP_INVALID');
  expect((await there()).body.data).toMatchObject({ company_id });
});

test('a browser that has asked for none has none sent, and holds nobody up', async () => {
  const { email_id, company_id } = await register(app);
  await app.sql("UPDATE registration SET sent_at = now() - interval '61 seconds' WHERE company_id = $1", [company_id]);
  const stranger = new TestClient(app.url);
  for (let i = 0; i < 5; i++) expect(await stranger.call(auth.resend, { email_id })).toBeNull();
  expect(await mailsTo(app.dataDir, email_id)).toHaveLength(1);
  await anyone.call(auth.resend, { email_id });
  await waitForMail(app.dataDir, email_id, 2);
  expect(await mailsTo(app.dataDir, email_id)).toHaveLength(2);
});

test('signing in again and again sends no more mails than asking for them, and no guess more', async () => {
  await using limited = await startTestApp({ rateFactor: 1 });
  const { email_id, company_id } = await registerBy(limited);
  const since = "UPDATE registration SET sent_at = now() - interval '61 seconds' WHERE company_id = $1";
  const comeIn = async () => {
    await limited.sql(since, [company_id]);
    const client = new TestClient(limited.url);
    expect(verdict(await client.raw(auth.login, { email_id, password: PASSWORD }))).toBe(
      '403 AUTH_EMAIL_VERIFICATION_PENDING',
    );
    await limited.app.context.mailer.deliver();
    return (otp: string) => client.raw(auth.verify, { email_id, otp });
  };
  for (let n = 0; n < 2; n++) await comeIn();
  const last = await waitForMail(limited.dataDir, email_id, 3);
  const otp = codeIn(last);
  // None is left: the last code stays good, and comes to where its password is known.
  for (let n = 0; n < 5; n++) expect(verdict(await (await comeIn())(wrong(otp)))).toBe('400 AUTH_OTP_INVALID');
  expect(verdict(await (await comeIn())(otp))).toBe('429 AUTH_OTP_TOO_MANY_ATTEMPTS');
  expect(await mailsTo(limited.dataDir, email_id)).toHaveLength(3);
  const anywhere = new TestClient(limited.url);
  const { data } = (await anywhere.raw(auth.verify, { token: verifyTokenIn(last) })).body;
  expect(data).toMatchObject({ company_id });
});

test('where no mail is left, the code that was sent works in the browser that signs in', async () => {
  await using limited = await startTestApp({ rateFactor: 1 });
  const { email_id, otp, company_id } = await registerBy(limited);
  const stranger = new TestClient(limited.url);
  for (let n = 0; n < 2; n++)
    await stranger.call(auth.register, { ...registration(email_id), password: 'kestrel over 7 marshes' });
  const phone = new TestClient(limited.url);
  expect(verdict(await phone.raw(auth.login, { email_id, password: PASSWORD }))).toBe(
    '403 AUTH_EMAIL_VERIFICATION_PENDING',
  );
  expect((await phone.raw(auth.verify, { email_id, otp })).body.data).toMatchObject({ company_id });
});
