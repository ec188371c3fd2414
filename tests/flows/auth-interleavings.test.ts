// Sessions under any order of requests, lost and late answers, tabs, servers and pauses, against the real database: an honest
// browser is never locked out, tokens do not multiply, and one that is out of date by far is recognised as stolen.
// @module-tag long
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import * as config from '#contract/company.ts';
import { sessionHeaders } from '#contract/kernel/envelope.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany, signIn } from '#tests/kit/factory.ts';
import { copyOf, ids, type Node, pass, secondServer, verdict } from './auth.fixture.ts';

let app: TestApp;
let other: Node;
let email: string;
beforeAll(async () => {
  app = await startTestApp();
  other = await secondServer(app);
  // Who administers is signed out after an hour.
  const person = await addPerson(app, (await registerCompany(app)).owner);
  email = person.session?.employee_profile.work_email_id ?? '';
});
afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await app.close();
});

const TIMEOUT = 60;

/** A request of one of the tabs: under way to the server, then its answer under way back. */
interface Flight {
  readonly kind: 'call' | 'resolve';
  readonly url: string;
  readonly token: string;
  seconds: number;
  answer?: { verdict: string; token: string | null };
}

/** All tabs of one browser: they share storage and cookie, and read the token when they send. */
class Browser {
  readonly client: TestClient;
  stored: string;
  flights: Flight[] = [];
  seconds = 0;
  resolves = 0;
  constructor(client: TestClient) {
    this.client = client;
    this.stored = client.session?.access_token ?? '';
  }

  send(kind: Flight['kind'], second: boolean): void {
    this.flights.push({ kind, url: second ? other.url : app.url, token: this.stored, seconds: 0 });
  }

  async arrive(flight: Flight): Promise<void> {
    const tab = copyOf(this.client, { url: flight.url, access_token: flight.token });
    const resolving = flight.kind === 'resolve';
    const raw = await (resolving ? tab.raw(auth.resolveSession, ids(tab)) : tab.raw(config.get, {}));
    const body = raw.body.data as { access_token?: string } | undefined;
    const token = resolving ? body?.access_token : raw.headers.get(sessionHeaders.access_token);
    flight.answer = { verdict: verdict(raw), token: token ?? null };
    if (resolving) {
      this.resolves++;
      // The cookie is good whatever happened to the tokens.
      expect(flight.answer.verdict).toBe('200');
    }
  }

  receive(flight: Flight): void {
    this.flights = this.flights.filter((f) => f !== flight);
    if (flight.answer?.token) this.stored = flight.answer.token;
    // The one silent attempt that a client makes before it gives up.
    if (flight.answer?.verdict.startsWith('401')) this.send('resolve', false);
  }

  async pause(seconds: number): Promise<void> {
    this.seconds += seconds;
    for (const flight of this.flights) flight.seconds += seconds;
    this.flights = this.flights.filter((flight) => flight.seconds <= TIMEOUT);
    await pass(app, [app.app, other.app], this.client, seconds);
  }

  async step(step: Step): Promise<void> {
    if (step.do === 'pause') return this.pause(step.seconds);
    if (step.do === 'send') return this.send(step.resolve ? 'resolve' : 'call', step.second);
    const flight = this.flights[step.which % this.flights.length];
    if (!flight) return;
    if (!flight.answer) await this.arrive(flight);
    else if (step.lost) this.flights = this.flights.filter((f) => f !== flight);
    else this.receive(flight);
  }
}

type Step =
  | { do: 'pause'; seconds: number }
  | { do: 'send'; resolve: boolean; second: boolean }
  | { do: 'move'; which: number; lost: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('pause' as const),
      seconds: fc.constantFrom(1, 9, 30, 61, 300, 595, 605, 900, 1300),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('send' as const), resolve: fc.boolean(), second: fc.boolean() }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('move' as const), which: fc.nat(5), lost: fc.boolean() }) },
);

const session = async (client: TestClient) => {
  const { session_id } = ids(client);
  const [row] = await app.sql<{ generation: number; ended: boolean; tokens: number }>(
    `SELECT generation, ended_at IS NOT NULL AS ended,
       (SELECT count(*)::int FROM access_token t WHERE t.session_id = s.session_id) AS tokens
     FROM session s WHERE session_id = $1`,
    [session_id],
  );
  if (!row) throw new Error('The session is gone');
  return row;
};

test('whatever is lost, late or at the same time, an honest browser gets on', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
    const browser = new Browser(await signIn(app.url, email));
    for (const s of steps) await browser.step(s);
    const { ended, generation, tokens } = await session(browser.client);
    expect(ended).toBe(false);
    // Not more than one generation in ten minutes; one successor a generation, besides one token a resolve.
    expect(generation).toBeLessThanOrEqual(1 + browser.seconds / 600);
    expect(tokens).toBeLessThanOrEqual(generation + browser.resolves);
    // The token that it holds works, or the cookie gets it one that does.
    const tab = copyOf(browser.client, { access_token: browser.stored });
    if ((await tab.raw(config.get, {})).status !== 200) tab.session = await tab.call(auth.resolveSession, ids(tab));
    expect(verdict(await tab.raw(config.get, {}))).toBe('200');
  });
  await fc.assert(property, { numRuns: 25 });
}, 120_000);

test('many at once in any order: every tab that shows the token of the hour gets through, and there is one successor', async () => {
  const property = fc.asyncProperty(
    fc.array(fc.boolean(), { minLength: 2, maxLength: 16 }),
    fc.integer({ min: 600, max: 890 }),
    async (servers, age) => {
      const client = await signIn(app.url, email);
      await pass(app, [app.app, other.app], client, age);
      const tabs = servers.map((second) => copyOf(client, { url: second ? other.url : app.url }));
      const answers = await Promise.all(tabs.map((tab) => tab.raw(config.get, {})));
      expect(answers.map(verdict)).toEqual(tabs.map(() => '200'));
      expect(await session(client)).toMatchObject({ generation: 2, tokens: 2 });
      const fresh = answers
        .map((answer) => answer.headers.get(sessionHeaders.access_token))
        .filter((token) => token !== null);
      expect(fresh.length).toBeGreaterThan(0);
      expect(new Set(fresh).size).toBe(1);
    },
  );
  await fc.assert(property, { numRuns: 15 });
}, 120_000);

test('a token from at least two generations ago is known as stolen, whoever shows it and wherever', async () => {
  const property = fc.asyncProperty(
    fc.integer({ min: 2, max: 5 }),
    fc.nat(),
    fc.boolean(),
    async (rounds, which, second) => {
      const client = await signIn(app.url, email);
      const held = [client.session?.access_token ?? ''];
      for (let i = 0; i < rounds; i++) {
        await pass(app, [app.app, other.app], client, 660);
        // Its answer brings the next token, which the second call uses.
        expect(verdict(await client.raw(config.get, {}))).toBe('200');
        expect(verdict(await client.raw(config.get, {}))).toBe('200');
        held.push(client.session?.access_token ?? '');
      }
      expect(new Set(held).size).toBe(rounds + 1);
      await pass(app, [app.app, other.app], client, 130);
      const stolen = held[which % (rounds - 1)] ?? '';
      const thief = copyOf(client, { url: second ? other.url : app.url, access_token: stolen });
      expect(verdict(await thief.raw(config.get, {}))).toBe('401 AUTH_INVALID_TOKEN');
      expect((await session(client)).ended).toBe(true);
      expect(verdict(await copyOf(client, { url: thief.url }).raw(config.get, {}))).toBe('401 AUTH_INVALID_TOKEN');
    },
  );
  await fc.assert(property, { numRuns: 15 });
}, 120_000);
