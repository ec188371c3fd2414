// No answer at the door tells whether an address is known: not its words, its headers, when the limits come, nor who was asked for first.
// @module-tag long
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginSso } from '#contract/auth/sso.ts';
import * as auth from '#contract/auth.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { signIn } from '#contract/operator.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { type RawAnswer, TestClient } from '#tests/kit/client.ts';
import { addPerson, PASSWORD, registerCompany } from '#tests/kit/factory.ts';
import { register, registration, verdict } from './auth.fixture.ts';
import { newOperator, OPERATOR } from './operator.fixture.ts';

let app: TestApp;
let owner: TestClient;
beforeAll(async () => {
  // The limits as they are for everybody; each caller comes from a place of their own.
  app = await startTestApp({ rateFactor: 1, trustedProxies: 1 });
  ({ owner } = await registerCompany(app));
});
afterAll(() => app?.close());

const LIMIT = '429 TOO_MANY_REQUESTS';
const fresh = () => `${randomBytes(4).toString('hex')}@${randomBytes(4).toString('hex')}.example`;
let places = 0;

/** Says who it is in none of these. */
const NOT_COMPARED = new Set(['date', 'x-request-id', 'set-cookie', 'retry-after']);
const plain = (text: string): string => text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID');

/** All of an answer but ids, and the values of cookies. */
function shown({ status, headers, body }: RawAnswer): unknown {
  const named = [...headers].filter(([name]) => !NOT_COMPARED.has(name)).map(([name, value]) => [name, plain(value)]);
  const cookies = headers.getSetCookie().map((line) => line.replace(/=[^;]+/, '=…'));
  return { status, body: plain(JSON.stringify(body)), headers: named, waits: headers.has('retry-after'), cookies };
}

type Ask = (email: string) => unknown;
const ways: readonly [string, Endpoint, Ask, { limit?: false }?][] = [
  ['signing in', auth.login, (email_id) => ({ email_id, password: 'another horse 9' })],
  ['proving an address', auth.verify, (email_id) => ({ email_id, otp: '000000' })],
  // From a browser that has asked for none nothing is sent, and so nothing counted for the address.
  ['asking for the code again', auth.resend, (email_id) => ({ email_id }), { limit: false }],
  ['a forgotten password', auth.requestReset, (email_id) => ({ email_id })],
  ['registering', auth.register, (email_id) => registration(email_id)],
  // For these a whole office has hundreds: its limit knows no address.
  ['looking for the company', auth.resolveCompany, (employee_email) => ({ employee_email }), { limit: false }],
  ['beginning single sign-on', beginSso, (email_id) => ({ email_id, origin: app.url }), { limit: false }],
];

/** Asks for both, now the one and now the other first, until both are told to wait. Answers what was said. */
async function alike(
  endpoint: Endpoint,
  ask: Ask,
  known: string,
  unknown: string,
  limited: boolean,
): Promise<string[]> {
  const from = [++places, ++places].map((place) => ({ headers: { 'x-forwarded-for': `203.0.113.${place}` } }));
  const said: string[] = [];
  for (let round = 0; round < (limited ? 30 : 6) && said.at(-1) !== LIMIT; round++) {
    const call = (email: string, n: number) => new TestClient(app.url).raw(endpoint, ask(email), from[n]);
    const answers: RawAnswer[] = [];
    for (const n of round % 2 ? [1, 0] : [0, 1]) answers[n] = await call(n ? unknown : known, n);
    const [there, nowhere] = answers as [RawAnswer, RawAnswer];
    expect(shown(there), `round ${round}`).toEqual(shown(nowhere));
    // A moment lies between them.
    const [wait, other] = [there, nowhere].map(({ headers }) => Number(headers.get('retry-after')));
    expect(Math.abs((wait ?? 0) - (other ?? 0))).toBeLessThan(60);
    said.push(verdict(there));
  }
  return said;
}

test('the operator signing in tells nothing of an account', async () => {
  await newOperator(app);
  const said = await alike(
    signIn,
    (email_id) => ({ email_id, password: 'another horse 9' }),
    OPERATOR.email_id,
    fresh(),
    true,
  );
  expect([said.length > 2, said.at(-1)]).toEqual([true, LIMIT]);
});

describe.each(ways)('%s', (_, endpoint, ask, { limit = true } = {}) => {
  const ending = limit ? LIMIT : expect.not.stringContaining(LIMIT);
  test('tells nothing of an account', async () => {
    const person = await addPerson(app, owner, { work_email_id: fresh() });
    const known = person.session?.employee_profile.work_email_id ?? '';
    const said = await alike(endpoint, ask, known, fresh(), limit);
    expect([said.length > 2, said.at(-1)]).toEqual([true, ending]);
  });
  test('tells nothing of a company that waits for its proof', async () => {
    const elsewhere = { headers: { 'x-forwarded-for': `203.0.113.${++places}` } };
    const { email_id } = await register(app, fresh(), 1, undefined, elsewhere);
    // That was a mail, and one may have gone to the other address as well: it counts also when nothing waits there any more.
    const { email_id: unknown, company_id } = await register(app, fresh(), 1, undefined, elsewhere);
    await app.sql('DELETE FROM registration WHERE company_id = $1', [company_id]);
    const said = await alike(endpoint, ask, email_id, unknown, limit);
    expect([said.length > 2, said.at(-1)]).toEqual([true, ending]);
  });
});

test('a right password is told more, so that what is compared is not the same for everything', async () => {
  const person = await addPerson(app, owner, { work_email_id: fresh() });
  const email_id = person.session?.employee_profile.work_email_id ?? '';
  const answer = (password: string) => new TestClient(app.url).raw(auth.login, { email_id, password });
  expect(shown(await answer(PASSWORD))).not.toEqual(shown(await answer('another horse 9')));
});
