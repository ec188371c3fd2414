// Access tokens and the lasting cookie: who is let in, how tokens follow each other, and what an honest client never notices.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as auth from '#contract/auth.ts';
import * as config from '#contract/company.ts';
import { sessionHeaders } from '#contract/kernel/envelope.ts';
import * as people from '#contract/people.ts';
import { createAuthenticate } from '#server/features/auth/session/authenticate.ts';
import * as companyService from '#server/features/company/service.ts';
import * as peopleService from '#server/features/people/service.ts';
import type { Database } from '#server/platform/db/database.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany, signIn } from '#tests/kit/factory.ts';
import { mailsTo, waitForMail } from '#tests/kit/mails.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { copyOf, forget, ids, type Node, pass, secondServer, verdict } from './auth.fixture.ts';

let app: TestApp;
let other: Node;
beforeAll(async () => {
  app = await startTestApp();
  other = await secondServer(app);
});
afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await app.close();
});

const ask = (client: TestClient, headers: Record<string, string | undefined> = {}) =>
  client.raw(config.get, {}, { headers });
const later = (client: TestClient, seconds: number) => pass(app, [app.app, other.app], client, seconds);
const resolve = (client: TestClient) => client.raw(auth.resolveSession, ids(client));
const tokens = (client: TestClient) =>
  app.sql<{ generation: number }>('SELECT generation FROM access_token WHERE session_id = $1 ORDER BY generation', [
    ids(client).session_id,
  ]);
const audited = async (client: TestClient, action: string) =>
  (await app.sql('SELECT 1 FROM audit_event WHERE company_id = $1 AND action = $2', [client.company_id, action]))
    .length;
/** Ten minutes and a half later: a call brings the successor, which is not used yet. */
async function rotated(client: TestClient): Promise<{ old: TestClient; fresh: TestClient }> {
  await later(client, 630);
  const old = copyOf(client);
  const answer = await ask(client);
  expect(verdict(answer)).toBe('200');
  expect(answer.headers.get(sessionHeaders.access_token)).toMatch(/^[\w-]{43}$/);
  return { old, fresh: client };
}

describe('who is let in', () => {
  test.each(Object.values(sessionHeaders))('nobody without the header %s', async (name) => {
    const { owner } = await registerCompany(app);
    expect(verdict(await ask(owner, { [name]: undefined }))).toBe('401 AUTH_INVALID_TOKEN');
    expect(verdict(await ask(owner, { [name]: '' }))).toBe('401 AUTH_INVALID_TOKEN');
    expect(verdict(await ask(owner))).toBe('200');
  });

  test('nobody with a token that is none, or with another session of theirs', async () => {
    const { owner, email } = await registerCompany(app);
    const second = await signIn(app.url, email);
    for (const token of ['x', 'x'.repeat(43), `${owner.session?.access_token}x`, "' OR 1=1 --"])
      expect(verdict(await ask(owner, { [sessionHeaders.access_token]: token }))).toBe('401 AUTH_INVALID_TOKEN');
    for (const session_id of [ids(second).session_id, randomUUID(), 'x'])
      expect(verdict(await ask(owner, { [sessionHeaders.session_id]: session_id }))).toBe('401 AUTH_INVALID_TOKEN');
  });

  test('a company or employee that is not the session’s is refused alike whether it exists or not, and recorded at home', async () => {
    const { owner } = await registerCompany(app);
    const foreign = await registerCompany(app);
    const claims = [
      { [sessionHeaders.company_id]: foreign.company_id },
      { [sessionHeaders.company_id]: randomUUID() },
      { [sessionHeaders.company_id]: 'not an id' },
      { [sessionHeaders.employee_id]: foreign.owner.employee_id },
      { [sessionHeaders.employee_id]: randomUUID() },
      { [sessionHeaders.company_id]: foreign.company_id, [sessionHeaders.employee_id]: foreign.owner.employee_id },
    ];
    const answers = [];
    // Once out of the database, once out of the memory.
    for (const claim of claims) answers.push(await ask(owner, claim));
    expect(verdict(await ask(owner))).toBe('200');
    for (const claim of claims) answers.push(await ask(owner, claim));
    expect(new Set(answers.map(verdict))).toEqual(new Set(['403 AUTH_WRONG_COMPANY']));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(await audited(owner, 'auth.wrong_company')).toBe(claims.length * 2);
    expect(await audited(foreign.owner, 'auth.wrong_company')).toBe(0);
    // With a token that is good for nothing the claims are not even looked at.
    const dead = { [sessionHeaders.access_token]: 'x'.repeat(43) };
    expect(verdict(await ask(owner, { ...dead, ...claims[0] }))).toBe('401 AUTH_INVALID_TOKEN');
    expect(await audited(owner, 'auth.wrong_company')).toBe(claims.length * 2);
  });

  test('nobody whose account is closed: from that moment on, sockets too, on the server that closes it', async () => {
    const { owner } = await registerCompany(app);
    const person = await addPerson(app, owner);
    await using socket = await openSocket(person);
    expect(verdict(await ask(person))).toBe('200');
    await owner.call(people.setStatus, { employee_id: person.employee_id, status: 'INACTIVE' });
    expect(verdict(await ask(person))).toBe('401 AUTH_INVALID_TOKEN');
    expect(verdict(await resolve(person))).toBe('401 AUTH_INVALID_TOKEN');
    expect(await socket.closed).toBe(4401);
    // Opening the account again does not bring the session back.
    await owner.call(people.setStatus, { employee_id: person.employee_id, status: 'ACTIVE' });
    expect(verdict(await ask(person))).toBe('401 AUTH_INVALID_TOKEN');
  });

  test('nobody of a suspended company', async () => {
    const { owner, company_id } = await registerCompany(app);
    await app.sql("UPDATE company SET status = 'SUSPENDED' WHERE company_id = $1", [company_id]);
    forget([app.app], owner);
    expect(verdict(await ask(owner))).toBe('503 COMPANY_SUSPENDED');
    expect(verdict(await resolve(owner))).toBe('503 COMPANY_SUSPENDED');
  });

  test('whoever was let in a moment ago costs the database nothing', async () => {
    const { owner } = await registerCompany(app);
    let transactions = 0;
    const { context } = app.app;
    const counted: Database = {
      ...context.db,
      company: (...given) => (transactions++, context.db.company(...given)),
      system: (...given) => (transactions++, context.db.system(...given)),
    };
    const authenticate = createAuthenticate(
      { ...context, db: counted },
      { people: peopleService, company: companyService },
    );
    const headers = Object.fromEntries(
      Object.entries(sessionHeaders).map(([field, name]) => [
        name,
        owner.session?.[field as keyof typeof sessionHeaders],
      ]),
    );
    const { actor } = await authenticate(headers);
    expect(transactions).toBe(1);
    expect([...actor.modules]).toContain('chat');
    expect([...actor.permissions]).toContain('people.manage');
    for (let i = 0; i < 50; i++) expect((await authenticate(headers)).actor).toBe(actor);
    expect(transactions).toBe(1);
    context.bus.signal({ type: 'actors_changed', company_id: owner.company_id });
    await authenticate(headers);
    expect(transactions).toBe(2);
  });
});

describe('tokens', () => {
  test('are kept as hashes only, and live for fifteen minutes', async () => {
    const { owner } = await registerCompany(app);
    const secrets = [owner.session?.access_token ?? '', owner.cookie.split('.')[1] ?? ''];
    expect(secrets.map((secret) => secret.length)).toEqual([43, 43]);
    for (const table of ['access_token', 'session']) {
      const dump = JSON.stringify(await app.sql(`SELECT t::text AS row FROM ${table} t`));
      for (const secret of secrets) {
        expect(dump).not.toContain(secret);
        expect(dump).not.toContain(Buffer.from(secret).toString('hex'));
        expect(dump).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
      }
    }
    await later(owner, 901);
    expect(verdict(await ask(owner))).toBe('401 AUTH_INVALID_TOKEN');
  });

  test('are followed by another after ten minutes; the old one is good until the new one is used', async () => {
    const { owner: young } = await registerCompany(app);
    await later(young, 590);
    expect((await ask(young)).headers.get(sessionHeaders.access_token)).toBeNull();
    const { owner } = await registerCompany(app);
    const { old, fresh } = await rotated(owner);
    await later(owner, 55);
    const again = await ask(old);
    expect([verdict(again), again.headers.get(sessionHeaders.access_token)]).toEqual(['200', null]);
    expect(verdict(await ask(fresh))).toBe('200');
    // What was on its way when the new one came into use still gets through.
    forget([app.app], owner);
    expect(verdict(await ask(old))).toBe('200');
    await later(owner, 10);
    expect(verdict(await ask(old))).toBe('401 AUTH_INVALID_TOKEN');
    expect(verdict(await ask(fresh))).toBe('200');
  });

  test('an answer with the new token that is lost costs one question with the cookie, no more', async () => {
    const { owner } = await registerCompany(app);
    const { old } = await rotated(owner);
    await later(owner, 61);
    expect(verdict(await ask(old))).toBe('401 AUTH_INVALID_TOKEN');
    old.session = await old.call(auth.resolveSession, ids(old));
    expect(verdict(await ask(old))).toBe('200');
    expect(await audited(owner, 'auth.stale_token_shown')).toBe(0);
  });

  test('many requests at once on two servers get one successor, and all get through', async () => {
    const { owner } = await registerCompany(app);
    await later(owner, 630);
    const many = Array.from({ length: 30 }, (_, i) => copyOf(owner, { url: i % 2 ? app.url : other.url }));
    const answers = await Promise.all(many.map((client) => ask(client)));
    expect(new Set(answers.map(verdict))).toEqual(new Set(['200']));
    expect((await tokens(owner)).map(({ generation }) => generation)).toEqual([1, 2]);
    const given = new Set(answers.map((answer) => answer.headers.get(sessionHeaders.access_token)).filter(Boolean));
    expect(given.size).toBe(1);
    expect(verdict(await ask(copyOf(owner, { access_token: [...given][0] ?? '' })))).toBe('200');
  });

  test('one from before the last one, shown while its owner has gone on, ends the session, is recorded, and told by mail once', async () => {
    const { owner, email } = await registerCompany(app, { company_name: 'Acme & Sons' });
    const { old, fresh } = await rotated(owner);
    expect(verdict(await ask(fresh))).toBe('200');
    await rotated(fresh);
    expect(verdict(await ask(fresh))).toBe('200');
    await later(owner, 121);
    expect(verdict(await ask(old))).toBe('401 AUTH_INVALID_TOKEN');
    expect(await audited(owner, 'auth.stale_token_shown')).toBe(1);
    expect(verdict(await ask(fresh))).toBe('401 AUTH_INVALID_TOKEN');
    expect(verdict(await resolve(fresh))).toBe('401 AUTH_INVALID_TOKEN');
    const mail = await waitForMail(app.dataDir, email, 1, 'You were signed out on a device');
    expect(mail.text).toMatch(/on \d+ \w+ \d{4} at \d\d:\d\d \(UTC\) an old key of your sign-in at Acme & Sons/);
    expect(mail.text).toContain('127.0.0.1');
    for (const client of [old, old, fresh]) await ask(client);
    expect(await audited(owner, 'auth.stale_token_shown')).toBe(1);
    // Its row goes a moment after it has left.
    await expect.poll(() => app.sql('SELECT 1 FROM mail WHERE recipient = $1', [email])).toEqual([]);
    expect((await mailsTo(app.dataDir, email)).filter(({ subject }) => subject === mail.subject)).toHaveLength(1);
  });

  test('outlive a restart of the server', async () => {
    const { owner } = await registerCompany(app);
    await using restarted = await secondServer(app);
    const client = copyOf(owner, { url: restarted.url });
    expect(verdict(await ask(client))).toBe('200');
    expect(verdict(await resolve(client))).toBe('200');
  });
});

describe('resolving', () => {
  test('gives a fresh token for the cookie once the old one is over, and renews the cookie', async () => {
    const { owner } = await registerCompany(app);
    await later(owner, 5 * 86_400);
    const answer = await resolve(owner);
    expect(verdict(answer)).toBe('200');
    expect(answer.headers.getSetCookie()[0]).toMatch(/Max-Age=1209600;/);
    const session = answer.body.data as auth.Session;
    expect(session).toMatchObject(ids(owner));
    expect(verdict(await ask(new TestClient(app.url, session)))).toBe('200');
    await later(owner, 13 * 86_400);
    expect(verdict(await resolve(owner))).toBe('200');
    // 18 days are over: the cookie ends with the session.
    const [cookie] = (await resolve(owner)).headers.getSetCookie();
    expect(Number(/Max-Age=(\d+)/.exec(cookie ?? '')?.[1])).toBeLessThanOrEqual(12 * 86_400);
  });

  test('five tabs at once all get a token that works', async () => {
    const { owner } = await registerCompany(app);
    await later(owner, 1000);
    const tabs = Array.from({ length: 5 }, (_, i) => copyOf(owner, { url: i % 2 ? app.url : other.url }));
    const sessions = await Promise.all(tabs.map((tab) => tab.call(auth.resolveSession, ids(tab))));
    expect(new Set(sessions.map((session) => session.access_token)).size).toBe(5);
    for (const session of sessions) expect(verdict(await ask(new TestClient(app.url, session)))).toBe('200');
    expect((await tokens(owner)).map(({ generation }) => generation)).toEqual([1, 2, 2, 2, 2, 2]);
  });

  test('is over after 14 days without use, and after 30 days in any case', async () => {
    const { owner } = await registerCompany(app);
    await later(owner, 14 * 86_400 + 1);
    expect(verdict(await resolve(owner))).toBe('401 AUTH_INVALID_TOKEN');
    const { owner: busy } = await registerCompany(app);
    for (const days of [10, 10, 9]) {
      await later(busy, days * 86_400);
      expect(verdict(await resolve(busy))).toBe('200');
    }
    await later(busy, 86_400 + 1);
    expect(verdict(await resolve(busy))).toBe('401 AUTH_INVALID_TOKEN');
  });

  test('needs the header that no foreign page can send, the right cookie, and the right ids', async () => {
    const { owner } = await registerCompany(app);
    const foreign = await registerCompany(app);
    const own = ids(owner);
    const refused = async (input: object, headers: Record<string, string | undefined> = {}, cookie = owner.cookie) => {
      const client = new TestClient(app.url);
      client.cookie = cookie;
      return verdict(
        await client.raw(
          auth.resolveSession,
          { ...own, ...input },
          { headers: { 'x-session-id': own.session_id, ...headers } },
        ),
      );
    };
    expect(await refused({})).toBe('200');
    expect(await refused({}, { 'x-session-id': undefined })).toBe('401 AUTH_INVALID_TOKEN');
    expect(await refused({}, { 'x-session-id': randomUUID() })).toBe('401 AUTH_INVALID_TOKEN');
    for (const cookie of [
      '',
      'limelight_session=x',
      `${owner.cookie}x`,
      owner.cookie.replace(/.{5}$/, 'AAAAA'),
      foreign.owner.cookie.replace(/=.*\./, `=${own.session_id}.`),
    ])
      expect(await refused({}, {}, cookie)).toBe('401 AUTH_INVALID_TOKEN');
    expect(await refused({ company_id: foreign.company_id })).toBe('403 AUTH_WRONG_COMPANY');
    expect(await refused({ employee_id: randomUUID() })).toBe('403 AUTH_WRONG_COMPANY');
    // The browser's cookie is another company's by now.
    expect(await refused({}, {}, foreign.owner.cookie)).toBe('403 AUTH_WRONG_COMPANY');
    expect(await audited(owner, 'auth.wrong_company')).toBe(2);
    expect(await audited(foreign.owner, 'auth.wrong_company')).toBe(1);
  });

  test('works without the cookie for a token that is still good, and gives that one back', async () => {
    const { owner } = await registerCompany(app);
    const client = new TestClient(app.url, owner.session);
    const session = await client.call(auth.resolveSession, ids(client));
    expect(session.access_token).toBe(owner.session?.access_token);
    await later(owner, 1000);
    expect(verdict(await resolve(client))).toBe('401 AUTH_INVALID_TOKEN');
  });
});
