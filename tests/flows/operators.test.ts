// Operators among themselves: who there is, adding and removing one, and passwords, changed or set anew by a link.
// @module-tag long
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as audit from '#contract/audit.ts';
import * as companies from '#contract/operator/companies.ts';
import * as operators from '#contract/operator/operators.ts';
import * as passwords from '#contract/operator/passwords.ts';
import * as running from '#contract/operator/running.ts';
import * as accounts from '#contract/operator.ts';
import { makeWayIn } from '#server/features/operator/accounts/way-in.ts';
import { startTestApp, type TestApp } from '../kit/app.ts';
import { type RawAnswer, TestClient } from '../kit/client.ts';
import { registerCompany } from '../kit/factory.ts';
import { mailsTo, waitForMail } from '../kit/mails.ts';
import { type Node, secondServer } from './auth.fixture.ts';
import { type Another, anotherOperator, newOperator, newToken, OPERATOR } from './operator.fixture.ts';

let app: TestApp;
let other: Node;
let operator: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  other = await secondServer(app);
  operator = await newOperator(app);
});
afterAll(async () => {
  await other?.[Symbol.asyncDispose]();
  await app?.close();
});

const OVER = '401 OPERATOR_SESSION_OVER';
const LINK = '400 OPERATOR_LINK_INVALID';
const verdict = ({ status, body }: RawAnswer) => `${status} ${body.error_code ?? 'success'}`;
const fresh = () => `harbour ${randomUUID()}`;
const stands = async (client: TestClient) => verdict(await client.raw(accounts.me, {}));
const enter = async (email_id: string, password: string) =>
  verdict(await new TestClient(app.url).raw(accounts.signIn, { email_id, password }));
const acts = async () => (await operator.call(operators.listActs, {})).items;
const again = async ({ email_id, password }: Another, url = app.url) => {
  const client = new TestClient(url);
  await client.call(accounts.signIn, { email_id, password });
  return client;
};
async function resetToken({ email_id }: Pick<Another, 'email_id'>): Promise<string> {
  const way = await makeWayIn(app.app.context.db, email_id);
  if (way.for !== 'password') throw new Error(way.for);
  return way.token;
}

test('all operators are listed, with when they came in last', async () => {
  const otto = await anotherOperator(operator, 'Otto Anker');
  await app.sql("UPDATE operator SET signed_in_at = '2026-01-02T03:04:05Z' WHERE operator_id = $1", [otto.operator_id]);
  const listed = async () =>
    (await otto.client.call(operators.listOperators, {})).items.find((one) => one.operator_id === otto.operator_id);
  expect(await listed()).toMatchObject({
    name: 'Otto Anker',
    email_id: otto.email_id,
    signed_in_at: '2026-01-02T03:04:05.000Z',
  });
  await again(otto);
  expect(Date.now() - Date.parse((await listed())?.signed_in_at ?? '')).toBeLessThan(60_000);
  const { items } = await operator.call(operators.listOperators, {});
  expect(items[0]?.email_id, 'the first one first').toBe(OPERATOR.email_id);
  expect(JSON.stringify(items)).not.toMatch(/argon2|hash/);
});

test('a link is mailed once to whom it is for, is over after 24 hours, and can be withdrawn', async () => {
  const [token, email_id] = [newToken(), `nora-${randomUUID()}@operator.example`];
  const given = { token, email_id };
  const answers = await Promise.all([1, 2, 3].map(() => operator.call(accounts.invite, given)));
  expect(answers[0]).toEqual(answers[2]);
  const hours = (Date.parse(answers[0]?.expires_at ?? '') - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23.9);
  expect(hours).toBeLessThanOrEqual(24.01);
  const mail = await waitForMail(app.dataDir, email_id);
  expect(mail.text).toContain(`/backadmin/setup#${token}`);
  expect(mail.text).toContain('Olu Operator');
  expect(await new TestClient(app.url).call(passwords.getLink, { token })).toEqual({ purpose: 'account', email_id });
  const link = async () =>
    (await operator.call(operators.listOperators, {})).links.find((one) => one.email_id === email_id);
  const shown = await link();
  expect(shown).toMatchObject({ made_by: 'Olu Operator', expires_at: answers[0]?.expires_at });
  const kept = await app.sql<{ kept: string }>('SELECT row_to_json(l)::text AS kept FROM operator_link l');
  expect(JSON.stringify(kept), 'no more than a hash is kept').not.toContain(token);

  await operator.call(operators.withdrawLink, { link_id: shown?.link_id ?? '' });
  await operator.call(operators.withdrawLink, { link_id: shown?.link_id ?? '' });
  expect(await link()).toBeUndefined();
  const set = { token, name: 'Nora', email_id, password: fresh() };
  expect(verdict(await new TestClient(app.url).raw(accounts.setUp, set))).toBe(LINK);
  expect(verdict(await new TestClient(app.url).raw(passwords.getLink, { token }))).toBe(LINK);

  const late = newToken();
  await operator.call(accounts.invite, { token: late });
  await app.sql('UPDATE operator_link SET expires_at = now() WHERE email IS NULL AND operator_id IS NULL');
  expect(verdict(await new TestClient(app.url).raw(accounts.setUp, { ...set, token: late }))).toBe(LINK);
  expect(await mailsTo(app.dataDir, email_id)).toHaveLength(1);
  const taken = await operator.raw(accounts.invite, { token: newToken(), email_id: OPERATOR.email_id.toUpperCase() });
  expect(verdict(taken)).toBe('409 OPERATOR_EXISTS');
});

test('who is removed is out at once, on all servers, and so are the links that they made', async () => {
  const otto = await anotherOperator(operator);
  const there = await again(otto, other.url);
  const [link, reset] = [newToken(), await resetToken(otto)];
  await otto.client.call(accounts.invite, { token: link });
  const { operator_id } = otto;
  await operator.call(operators.removeOperator, { operator_id });
  expect([await stands(otto.client), await stands(there)]).toEqual([OVER, OVER]);
  expect(await enter(otto.email_id, otto.password)).toBe('401 AUTH_INVALID_CREDENTIALS');
  for (const token of [link, reset])
    expect(verdict(await new TestClient(app.url).raw(passwords.getLink, { token }))).toBe(LINK);
  const { items } = await operator.call(operators.listOperators, {});
  expect(items.map((one) => one.operator_id)).not.toContain(operator_id);
  await operator.call(operators.removeOperator, { operator_id });
  expect((await acts()).filter((act) => act.action === 'operator.account_removed')).toHaveLength(1);
});

test('nobody removes themselves, and of two who remove each other at once one stays', async () => {
  const me = await operator.call(accounts.me, {});
  const self = await operator.raw(operators.removeOperator, { operator_id: me.operator_id });
  expect(verdict(self)).toBe('409 OPERATOR_SELF');
  for (let n = 0; n < 5; n++) {
    const [one, two] = [await anotherOperator(operator), await anotherOperator(operator)];
    two.client.cookie = (await again(two, other.url)).cookie;
    const far = new TestClient(other.url);
    far.cookie = two.client.cookie;
    await Promise.all([
      one.client.raw(operators.removeOperator, { operator_id: two.operator_id }),
      far.raw(operators.removeOperator, { operator_id: one.operator_id }),
    ]);
    const left = [await stands(one.client), await stands(far)].filter((said) => said === '200 success');
    expect(left).toHaveLength(1);
  }
  expect(await stands(operator)).toBe('200 success');
});

test('a password is changed by who knows it; all other sessions of theirs are over, nobody else’s', async () => {
  const otto = await anotherOperator(operator);
  const elsewhere = await again(otto);
  const reset = await resetToken(otto);
  const password = fresh();
  const change = (given: object) =>
    otto.client.raw(passwords.changePassword, { old_password: otto.password, password, ...given }).then(verdict);
  expect(await change({ old_password: 'no such password' })).toBe('400 AUTH_PASSWORD_INVALID');
  expect(await change({ password: 'elevenchars' })).toBe('400 AUTH_PASSWORD_SHORT');
  expect(await change({ password: 'passwordpassword' })).toMatch(/^400 AUTH_PASSWORD_/);
  expect(await stands(elsewhere), 'what was refused has changed nothing').toBe('200 success');
  expect(await enter(otto.email_id, otto.password)).toBe('200 success');

  expect(await Promise.all([change({}), change({})]), 'sent twice at once').toEqual(['200 success', '200 success']);
  expect([await stands(otto.client), await stands(elsewhere), await stands(operator)]).toEqual([
    '200 success',
    OVER,
    '200 success',
  ]);
  expect(await enter(otto.email_id, otto.password)).toBe('401 AUTH_INVALID_CREDENTIALS');
  expect(await enter(otto.email_id, password)).toBe('200 success');
  expect(await change({}), 'sent again').toBe('200 success');
  expect(verdict(await new TestClient(app.url).raw(passwords.getLink, { token: reset }))).toBe(LINK);
  await waitForMail(app.dataDir, otto.email_id, 1, 'Your operator password was changed');
  const mine = (await acts()).filter((act) => act.by === 'Otto').map((act) => act.action);
  expect(mine.slice(0, 2)).toEqual(['operator.password_changed', 'operator.password_refused']);
});

test('whoever finds an open screen has few guesses', async () => {
  await using strict = await startTestApp({ rateFactor: 1 });
  const first = await newOperator(strict);
  const guess = () => first.raw(passwords.changePassword, { old_password: fresh(), password: fresh() }).then(verdict);
  const said: string[] = [];
  for (let n = 0; n < 13; n++) said.push(await guess());
  expect(said.filter((one) => one === '400 AUTH_PASSWORD_INVALID')).toHaveLength(10);
  expect(said.slice(10)).toEqual(Array(3).fill('429 TOO_MANY_REQUESTS'));
});

test('a sign-in with the old password that is under way while it is changed does not survive it', async () => {
  for (let n = 0; n < 6; n++) {
    const otto = await anotherOperator(operator);
    const comers = Array.from({ length: 6 }, (_, at) => new TestClient(at % 2 ? app.url : other.url));
    const { email_id, password } = otto;
    const coming = comers.map((one) => one.raw(accounts.signIn, { email_id, password }));
    await otto.client.call(passwords.changePassword, { old_password: password, password: fresh() });
    await Promise.all(coming);
    const seen = await Promise.all(comers.map(stands));
    expect(new Set(seen)).toEqual(new Set([OVER]));
    expect(await stands(otto.client)).toBe('200 success');
  }
});

test('a forgotten password is set anew by a link from the machine: once, by whoever of 50 is first, and in an hour', async () => {
  const otto = await anotherOperator(operator);
  const elsewhere = await again(otto);
  const [one, two] = [await resetToken(otto), await resetToken(otto)];
  expect(await new TestClient(app.url).call(passwords.getLink, { token: one })).toEqual({
    purpose: 'password',
    email_id: otto.email_id,
  });
  // A link for a password makes nobody, and one for an account sets no password.
  const made = { token: one, name: 'Eve', email_id: `${randomUUID()}@operator.example`, password: fresh() };
  expect(verdict(await new TestClient(app.url).raw(accounts.setUp, made))).toBe(LINK);
  const link = newToken();
  await operator.call(accounts.invite, { token: link });
  const wrong = await new TestClient(app.url).raw(passwords.resetPassword, { token: link, password: fresh() });
  expect(verdict(wrong)).toBe(LINK);
  const short = await new TestClient(app.url).raw(passwords.resetPassword, { token: one, password: 'elevenchars' });
  expect(verdict(short), 'uses nothing up').toBe('400 AUTH_PASSWORD_SHORT');

  const words = Array.from({ length: 50 }, fresh);
  const clients = words.map((_, n) => new TestClient(n % 2 ? app.url : other.url));
  const said = await Promise.all(
    clients.map((client, n) => client.raw(passwords.resetPassword, { token: one, password: words[n] ?? '' })),
  );
  const winner = said.findIndex((answer) => answer.status === 200);
  expect(said.map(verdict).filter((each) => each === '200 success')).toHaveLength(1);
  expect(new Set(said.map(verdict))).toEqual(new Set(['200 success', LINK]));
  expect(await stands(clients[winner] as TestClient), 'it signs in').toBe('200 success');
  expect([await stands(otto.client), await stands(elsewhere)]).toEqual([OVER, OVER]);
  expect(await enter(otto.email_id, otto.password)).toBe('401 AUTH_INVALID_CREDENTIALS');
  expect(await enter(otto.email_id, words[winner] ?? '')).toBe('200 success');
  const after = await new TestClient(app.url).raw(passwords.resetPassword, { token: two, password: fresh() });
  expect(verdict(after), 'the others are over with it').toBe(LINK);

  const late = await resetToken(otto);
  await app.sql(
    "UPDATE operator_link SET expires_at = expires_at - interval '60 minutes' WHERE operator_id IS NOT NULL",
  );
  expect(verdict(await new TestClient(app.url).raw(passwords.getLink, { token: late }))).toBe(LINK);
});

test('another operator mails a link for a new password: once, to them alone, and never to oneself', async () => {
  const otto = await anotherOperator(operator, 'Otto Forgetful');
  const { operator_id, email_id } = otto;
  await Promise.all([1, 2, 3].map(() => operator.call(operators.mailResetLink, { operator_id })));
  const mails = async () =>
    (await mailsTo(app.dataDir, email_id)).filter(({ text }) => text.includes('/backadmin/reset#'));
  await expect.poll(async () => (await mails()).length).toBe(1);
  const token = /\/backadmin\/reset#([\w-]+)/.exec((await mails())[0]?.text ?? '')?.[1] ?? '';
  expect(await new TestClient(app.url).call(passwords.getLink, { token })).toEqual({ purpose: 'password', email_id });
  // Nothing has happened to them yet.
  expect(await stands(otto.client)).toBe('200 success');
  const words = fresh();
  await new TestClient(app.url).call(passwords.resetPassword, { token, password: words });
  expect(await enter(email_id, words)).toBe('200 success');
  expect((await acts())[1]).toMatchObject({
    action: 'operator.reset_link_made',
    by: 'Olu Operator',
    about: 'Otto Forgetful',
  });
  const me = await operator.call(accounts.me, {});
  const own = await operator.raw(operators.mailResetLink, { operator_id: me.operator_id });
  expect(verdict(own)).toBe('409 OPERATOR_SELF');
  expect(await operator.call(operators.mailResetLink, { operator_id: randomUUID() })).toBeNull();
});

test('what is done about operators is recorded, chained, and shown to them alone', async () => {
  const { owner } = await registerCompany(app);
  const otto = await anotherOperator(operator, 'Otto Recorded');
  await new TestClient(app.url).call(passwords.resetPassword, { token: await resetToken(otto), password: fresh() });
  const [reset, made_link, made, invited] = await acts();
  expect([reset, made_link, made, invited]).toEqual([
    expect.objectContaining({ action: 'operator.password_reset', by: 'Otto Recorded', about: null }),
    expect.objectContaining({ action: 'operator.reset_link_made', by: null, about: 'Otto Recorded' }),
    expect.objectContaining({ action: 'operator.account_made', by: 'Otto Recorded', about: null }),
    expect.objectContaining({ action: 'operator.link_made', by: 'Olu Operator', about: null }),
  ]);
  // Who comes in stands in the same log, and pushes nothing out of sight.
  const signIn = (password: string) =>
    new TestClient(app.url).raw(accounts.signIn, { email_id: otto.email_id, password });
  expect((await signIn('no such password at all')).status).toBe(401);
  const signIns = () =>
    app.sql(
      "SELECT action FROM audit_event WHERE actor_id = $1 AND action LIKE 'operator.sign%' ORDER BY created_at, audit_id",
      [otto.operator_id],
    );
  await expect.poll(signIns, { timeout: 20_000 }).toEqual([{ action: 'operator.sign_in_failed' }]);
  expect((await acts())[0]).toMatchObject({ action: 'operator.password_reset' });
  await operator.call(operators.removeOperator, { operator_id: otto.operator_id });
  expect((await acts())[0]).toMatchObject({ action: 'operator.account_removed', by: 'Olu Operator', about: '' });
  const waiting = () => app.sql("SELECT FROM audit_pending WHERE company_id = '00000000-0000-0000-0000-000000000000'");
  await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);
  const { items } = await owner.call(audit.listAudit, { filters: { areas: ['operator'] } });
  expect(items).toEqual([]);
  const told = await operator.call(companies.listCompanies, {});
  expect(told.items.map((one) => one.company_id)).not.toContain('00000000-0000-0000-0000-000000000000');
});

test('a mail to an operator that nobody takes is a failing job of no company, tried again like the others', async () => {
  // A port that nobody listens on.
  await using unheard = await startTestApp({ smtpUrl: 'smtp://127.0.0.1:1' });
  const first = await newOperator(unheard);
  await first.call(accounts.invite, { token: newToken(), email_id: 'nora@operator.example' });
  const failing = async () => (await first.call(running.listJobs, {})).failing;
  await expect.poll(failing, { timeout: 20_000 }).toHaveLength(1);
  await unheard.sql("UPDATE mail SET next_attempt_at = now() + interval '1 hour'");
  const [job] = await failing();
  expect(job).toMatchObject({ queue: 'mail', company_id: '00000000-0000-0000-0000-000000000000' });
  expect(await first.call(running.retryAllJobs, {})).toEqual({ retried: 1 });
});
