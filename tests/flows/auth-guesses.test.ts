// Guesses at one account from a hundred addresses: few are looked at, and its owner comes in meanwhile with a browser that they have used.
// GUESSES=10000 makes them as many as somebody would.
// @module-tag long
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerSecondFactor } from '#contract/auth/second-factor.ts';
import { changePassword } from '#contract/auth/security.ts';
import * as auth from '#contract/auth.ts';
import { createDevices, type KnownAccount } from '#server/features/auth/session/device.ts';
import { createSealer } from '#server/platform/db/sealer.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { TestClient } from '#tests/kit/client.ts';
import { addPerson, PASSWORD, registerCompany } from '#tests/kit/factory.ts';
import { resetTokenIn, waitForMail } from '#tests/kit/mails.ts';
import { verdict } from './auth.fixture.ts';
import { Browser } from './companies.fixture.ts';
import { codeOf, setUpTotp } from './second-factor.fixture.ts';
import { PATIENCE } from './talk.ts';

let app: TestApp;
let owner: TestClient;
beforeAll(async () => {
  // The limits as they are for everybody; callers come from where they say.
  app = await startTestApp({ rateFactor: 1, trustedProxies: 1 });
  ({ owner } = await registerCompany(app));
});
afterAll(() => app?.close());

const GUESSES = Number(process.env.GUESSES ?? 2000);
const WRONG = '401 AUTH_INVALID_CREDENTIALS';
const LIMIT = '429 TOO_MANY_REQUESTS';
const from = (place: number) => ({ headers: { 'x-forwarded-for': `198.51.100.${place}` } });
const login = async (client: TestClient, email_id: string, password = PASSWORD, options = from(200)) =>
  verdict(await client.raw(auth.login, { email_id, password }, options));
const newAddress = async () => {
  const person = await addPerson(app, owner);
  return person.session?.employee_profile.work_email_id ?? '';
};
/** Somebody, and a browser that they have signed in with and out of. */
async function atHome() {
  const email = await newAddress();
  const browser = new Browser(app.url);
  expect(await login(browser, email)).toBe('200');
  await browser.raw(auth.logout, { session_id: randomUUID() });
  return { email, browser };
}
/** Until a stranger's guesses are not looked at any more. */
async function lockOut(email: string) {
  for (let n = 0; n < 5; n++) expect(await login(new TestClient(app.url), email, 'another horse 9')).toBe(WRONG);
  expect(await login(new TestClient(app.url), email)).toBe(LIMIT);
}

test('of any number from a hundred addresses few are looked at, and the owner comes in all the while', async () => {
  const { email, browser } = await atHome();
  const counts = new Map<string, number>();
  let next = 0;
  let going = true;
  const guess = async () => {
    while (next < GUESSES) {
      const n = next++;
      const said = await login(new TestClient(app.url), email, `another horse ${n}`, from(n % 100));
      counts.set(said, (counts.get(said) ?? 0) + 1);
    }
  };
  let came = 0;
  const comeIn = async () => {
    while (going) {
      expect(await login(browser, email)).toBe('200');
      came++;
    }
  };
  const home = comeIn();
  await Promise.all(Array.from({ length: 20 }, guess));
  going = false;
  await home;
  // A quarter of an hour lets five through, an hour twenty: less than a hundred.
  expect(counts.get(WRONG)).toBe(5);
  expect([...counts.keys()].toSorted((a, b) => a.localeCompare(b))).toEqual([WRONG, LIMIT]);
  expect(came).toBeGreaterThan(2);
  // With the right password, but from a browser that nobody knows.
  expect(await login(new TestClient(app.url), email)).toBe(LIMIT);
}, 120_000);

test('the known browsers of an account have twenty guesses more, all of them together', async () => {
  const { email, browser } = await atHome();
  const another = new Browser(app.url);
  expect(await login(another, email)).toBe('200');
  for (let n = 0; n < 5; n++) expect(await login(browser, email, 'another horse 9')).toBe(WRONG);
  for (let n = 0; n < 19; n++) expect(await login(browser, email, 'another horse 9')).toBe(LIMIT);
  expect(await login(another, email)).toBe('200');
  expect(await login(another, email, 'another horse 9')).toBe(LIMIT);
  expect(await login(another, email)).toBe(LIMIT);
  expect(await login(browser, email)).toBe(LIMIT);
});

test('who has another account under the address has no guess more at the one of its owner', async () => {
  const { email, browser } = await atHome();
  const intruder = new Browser(app.url);
  const { owner: other } = await registerCompany(app);
  const employee_id = other.employee_id;
  // In a company of their own they call themselves whatever they like.
  await app.sql('UPDATE employee SET work_email = $2, work_email_key = $2 WHERE employee_id = $1', [
    employee_id,
    email,
  ]);
  const theirs = 'a password of their own 7';
  await other.call(changePassword, { old_password: PASSWORD, password: theirs, confirm_password: theirs });
  expect(await login(intruder, email, theirs)).toBe('200');
  await intruder.raw(auth.logout, { session_id: randomUUID() });
  await lockOut(email);
  // The right one, and there is no telling it from a wrong one.
  expect(await login(intruder, email)).toBe(LIMIT);
  expect(await login(intruder, email, 'another horse 9')).toBe(LIMIT);
  // Either comes into their own.
  expect(await login(intruder, email, theirs)).toBe('200');
  expect(await login(browser, email)).toBe('200');
});

test('a browser is known no longer once the password is another', async () => {
  const { email, browser } = await atHome();
  const another = new Browser(app.url);
  const session = await another.call(auth.login, { email_id: email, password: PASSWORD }, from(200));
  another.session = session as auth.Session;
  const changed = 'another horse 9 battery';
  await another.call(changePassword, { old_password: PASSWORD, password: changed, confirm_password: changed });
  await lockOut(email);
  expect(await login(browser, email, changed)).toBe(LIMIT);
});

test('it is known for the accounts that were signed in to there, and for no other', async () => {
  const [one, two] = [await atHome(), await atHome()];
  await lockOut(two.email);
  expect(await login(one.browser, two.email)).toBe(LIMIT);
  expect(await login(two.browser, two.email)).toBe('200');
  // A browser that two people share.
  expect(await login(one.browser, one.email)).toBe('200');
  expect(await login(two.browser, one.email)).toBe('200');
  expect(await login(two.browser, two.email)).toBe('200');
});

test('a cookie that was made up, changed or kept for half a year is none', async () => {
  const email = await newAddress();
  await lockOut(email);
  const days = (n: number) => () => Date.now() + n * 86_400_000;
  const [account] = await app.sql<KnownAccount>(
    `SELECT company_id, employee_id, extract(epoch FROM changed_at)::float8 AS changed
     FROM employee JOIN credential USING (company_id, employee_id) WHERE work_email = $1`,
    [email],
  );
  const cookie = (folder: string, at: () => number, whose = email) => {
    let made = '';
    const call = { cookies: {}, setCookie: (_name: string, value: string) => void (made = value) };
    createDevices(createSealer(folder, 'device'), at).remember(call as never, whose, account as KnownAccount);
    return made;
  };
  const as = (value: string) => {
    const client = new TestClient(app.url);
    client.cookie = `limelight_device=${value}`;
    return login(client, email);
  };
  const good = cookie(app.dataDir, days(-179));
  const flipped = `${good.slice(0, 20)}${good[20] === 'A' ? 'B' : 'A'}${good.slice(21)}`;
  for (const value of ['', 'x', 'x'.repeat(96), '~'.repeat(50), flipped, cookie(app.dataDir, days(-180))])
    expect(await as(value), value).toBe(LIMIT);
  expect(await as(cookie(app.dataDir, days(0), 'somebody@else.example'))).toBe(LIMIT);
  expect(await as(good)).toBe('200');
});

test('who knows the password alone, where a second factor is asked for, is not known', async () => {
  const person = await addPerson(app, owner);
  const email = person.session?.employee_profile.work_email_id ?? '';
  const { secret } = await setUpTotp(app, person);
  const browser = new Browser(app.url);
  const answer = await browser.call(auth.login, { email_id: email, password: PASSWORD });
  expect(browser.cookie).not.toContain('limelight_device');
  const { challenge_id } = answer as { challenge_id: string };
  await browser.call(answerSecondFactor, { challenge_id, code: codeOf(secret) });
  expect(browser.cookie).toContain('limelight_device');
});

test('after a hundred wrong ones, however slowly, the password opens nothing new until another is chosen', async () => {
  const { email } = await atHome();
  const of =
    'company_id = $1 AND employee_id = (SELECT employee_id FROM employee WHERE company_id = $1 AND work_email = $2)';
  const failures = async () =>
    (await app.sql<{ failures: number }>(`SELECT failures FROM credential WHERE ${of}`, [owner.company_id, email]))[0]
      ?.failures;
  const set = (n: number) => app.sql(`UPDATE credential SET failures = $3 WHERE ${of}`, [owner.company_id, email, n]);
  const stranger = () => new TestClient(app.url);
  // Each of them is counted once the answer is out; a right one begins anew.
  expect(await login(stranger(), email, 'another horse 1')).toBe(WRONG);
  await expect.poll(failures, { timeout: PATIENCE }).toBe(1);
  expect(await login(stranger(), email)).toBe('200');
  expect(await failures()).toBe(0);

  await set(99);
  expect(await login(stranger(), email, 'another horse 2')).toBe(WRONG);
  const { subject, text } = await waitForMail(app.dataDir, email, 2);
  expect(subject).toBe('Choose a new password: somebody is guessing yours');
  expect(text).toContain('/password/forgot');
  // The right one, from a place that is not known: told as a wrong one, and no guess.
  expect(await login(stranger(), email)).toBe(WRONG);
  expect(await failures()).toBe(100);
  await stranger().call(auth.requestReset, { email_id: email });
  const token = resetTokenIn(await waitForMail(app.dataDir, email, 3));
  const password = 'seventeen other kettles';
  await stranger().call(auth.reset, { token, password, confirm_password: password });
  expect(await failures()).toBe(0);
  expect(await login(stranger(), email, password, from(201))).toBe('200');
  // A browser that is known goes on by the password that it knew, and begins anew.
  const other = await atHome();
  await app.sql(
    'UPDATE credential SET failures = 100 WHERE company_id = $1 AND employee_id = (SELECT employee_id FROM employee WHERE company_id = $1 AND work_email = $2)',
    [owner.company_id, other.email],
  );
  expect(await login(stranger(), other.email)).toBe(WRONG);
  expect(await login(other.browser, other.email)).toBe('200');
  expect(await login(stranger(), other.email)).toBe('200');
});
