// What is good once, used fifty times at once, on two servers: one use has its effect. Beside the reset link (auth-reset), codes of an
// app and passkeys (auth-second-factor, auth-passkeys-refused), a provider's answer (auth-sso-attacks), the first operator (operator).
// @module-tag long
import { randomBytes, randomUUID } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import * as second from '#contract/auth/second-factor.ts';
import * as sso from '#contract/auth/sso.ts';
import * as auth from '#contract/auth.ts';
import { API_BASE } from '#contract/kernel/envelope.ts';
import * as operators from '#contract/operator.ts';
import * as people from '#contract/people.ts';
import { close, type FromServer, REALTIME_PATH, ticket } from '#contract/sync.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { TestClient } from '#tests/kit/client.ts';
import { PASSWORD, registerCompany } from '#tests/kit/factory.ts';
import { resetTokenIn, waitForMail } from '#tests/kit/mails.ts';
import { copyOf, freshEmail, type Node, register, secondServer, verdict } from './auth.fixture.ts';
import { newOperator } from './operator.fixture.ts';
import { type Challenged, challenged, codeOf, setUpTotp } from './second-factor.fixture.ts';
import { domainCode } from './sso.fixture.ts';

let app: TestApp;
let other: Node;
beforeAll(async () => {
  app = await startTestApp();
  other = await secondServer(app);
});
afterAll(async () => {
  await other?.[Symbol.asyncDispose]();
  await app?.close();
});

const MANY = 50;
const EXPIRED = '400 AUTH_OTP_EXPIRED';
const INVALID = '400 AUTH_OTP_INVALID';
const urlOf = (n: number): string => (n % 2 ? other.url : app.url);

/** How often each answer was given. */
function counted(said: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of said) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
}
const atOnce = async (use: (n: number, url: string) => Promise<string>): Promise<Record<string, number>> =>
  counted(await Promise.all(Array.from({ length: MANY }, (_, n) => use(n, urlOf(n)))));
const rows = async (sql: string, values: unknown[]) => (await app.sql(sql, values)).length;
const sessionsOf = (company_id: string) => rows('SELECT 1 FROM session WHERE company_id = $1', [company_id]);
const audited = (company_id: string, action: string) =>
  rows('SELECT 1 FROM audit_event WHERE company_id = $1 AND action = $2', [company_id, action]);

test.for(['code', 'link'] as const)('the %s that proves an address opens one company', async (kind) => {
  const { by, email_id, otp, token, company_id } = await register(app);
  const input = kind === 'code' ? { email_id, otp } : { token };
  const said = await atOnce(async (_, url) => verdict(await copyOf(by, { url }).raw(auth.verify, input)));
  expect(said['200'], JSON.stringify(said)).toBe(1);
  const refusals = Object.keys(said).filter((one) => one !== '200');
  // Once it is there, nobody is told that there was a registration.
  for (const one of refusals) expect([EXPIRED, INVALID, '429 AUTH_OTP_TOO_MANY_ATTEMPTS']).toContain(one);
  expect(await sessionsOf(company_id)).toBe(1);
  expect(await audited(company_id, 'auth.company_registered')).toBe(1);
});

test('an invitation sets one password', async () => {
  const { owner, company_id } = await registerCompany(app);
  const [work_email_id, employee_id] = [freshEmail(), uuid()];
  await owner.call(people.create, { employee_id, first_name: 'Ingo', last_name: 'Invited', work_email_id });
  const token = resetTokenIn(await waitForMail(app.dataDir, work_email_id));
  const words = Array.from({ length: MANY }, (_, n) => `kestrel number ${n} of fifty`);
  let chosen = '';
  const said = await atOnce(async (n, url) => {
    const password = words[n] ?? '';
    const one = verdict(await new TestClient(url).raw(auth.reset, { token, password, confirm_password: password }));
    if (one === '200') chosen = password;
    return one;
  });
  expect(said).toEqual({ '200': 1, [EXPIRED]: MANY - 1 });
  const enter = async (password: string) =>
    verdict(await new TestClient(app.url).raw(auth.login, { email_id: work_email_id, password }));
  expect(await enter(chosen)).toBe('200');
  expect(await enter(words.find((one) => one !== chosen) ?? '')).toBe('401 AUTH_INVALID_CREDENTIALS');
  expect(
    await rows('SELECT 1 FROM credential WHERE company_id = $1 AND employee_id = $2', [company_id, employee_id]),
  ).toBe(1);
});

test('a recovery code opens one session, by however many sign-ins', async () => {
  const { owner, email, company_id } = await registerCompany(app);
  const { recovery } = await setUpTotp(app, owner);
  const before = await sessionsOf(company_id);
  const doors: Challenged[] = [];
  for (let n = 0; n < 25; n++) doors.push(await challenged(app.url, email));
  const said = await atOnce(async (n, url) => {
    const { client, challenge_id } = doors[n % doors.length] as Challenged;
    const input = { challenge_id, recovery_code: recovery[0] ?? '' };
    return verdict(await copyOf(client, { url }).raw(second.answerSecondFactor, input));
  });
  expect(said['200'], JSON.stringify(said)).toBe(1);
  expect((said[INVALID] ?? 0) + (said[EXPIRED] ?? 0)).toBe(MANY - 1);
  expect(await sessionsOf(company_id)).toBe(before + 1);
  expect(await audited(company_id, 'auth.recovery_code_used')).toBe(1);
  expect(await owner.call(second.getSecondFactor, {})).toMatchObject({ recovery_left: 9 });
});

test('the code that sets an app up is told its recovery codes once', async () => {
  const { owner, company_id } = await registerCompany(app);
  const { secret } = await owner.call(second.beginTotp, { password: PASSWORD });
  const code = codeOf(secret);
  const said = await atOnce(async (_, url) => {
    const { recovery_codes } = await copyOf(owner, { url }).call(second.confirmTotp, { code });
    return recovery_codes ? 'told' : 'done already';
  });
  expect(said).toEqual({ told: 1, 'done already': MANY - 1 });
  expect(await audited(company_id, 'auth.second_factor_on')).toBe(1);
});

test('the code that was mailed to a domain proves it once', async () => {
  const { owner, company_id } = await registerCompany(app);
  const domain = `${randomBytes(4).toString('hex')}.example`;
  await owner.call(sso.claimDomain, { domain });
  const code = await domainCode(app, owner, domain);
  const said = await atOnce(async (_, url) =>
    verdict(await copyOf(owner, { url }).raw(sso.verifyDomain, { domain, code })),
  );
  expect(said).toEqual({ '200': 1, [EXPIRED]: MANY - 1 });
  expect(await audited(company_id, 'auth.sso_domain_verified')).toBe(1);
  expect((await owner.call(sso.getSso, {})).domains).toMatchObject([{ domain, verified: true }]);
});

test('the link for another operator makes one', async () => {
  const operator = await newOperator(app);
  const token = randomBytes(32).toString('base64url');
  await operator.call(operators.invite, { token });
  const some = () => randomBytes(4).toString('hex');
  const said = await atOnce(async (_, url) =>
    verdict(
      await new TestClient(url).raw(operators.setUp, {
        token,
        name: 'Otto',
        email_id: `${some()}@operator.example`,
        password: `${some()} ${some()}`,
      }),
    ),
  );
  expect(said).toEqual({ '200': 1, '400 OPERATOR_LINK_INVALID': MANY - 1 });
  expect(await rows('SELECT 1 FROM operator', [])).toBe(2);
});

test('a ticket opens one socket', async () => {
  const { owner } = await registerCompany(app);
  const given = (await owner.call(ticket, {})).ticket;
  const sockets = Array.from(
    { length: MANY },
    () => new WebSocket(app.url.replace('http', 'ws') + API_BASE + REALTIME_PATH),
  );
  await Promise.all(sockets.map((ws) => new Promise((done, fail) => ws.on('open', done).on('error', fail))));
  const ends = sockets.map(
    (ws) =>
      new Promise<string>((done) => {
        ws.on('message', (data: Buffer) => {
          if ((JSON.parse(data.toString()) as FromServer).type === 'ready') done('ready');
        });
        ws.on('close', (code) => done(String(code)));
      }),
  );
  for (const ws of sockets) ws.send(JSON.stringify({ type: 'hello', ticket: given, client_id: randomUUID() }));
  expect(counted(await Promise.all(ends))).toEqual({ ready: 1, [close.ticket]: MANY - 1 });
  for (const ws of sockets) ws.terminate();
});
