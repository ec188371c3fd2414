// Several companies in one browser: adding one, going to and fro without a password, and everything that ends it.
// @module-tag long
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaveCompanies, listCompanies, parkCompany, switchCompany } from '#contract/auth/companies.ts';
import { setDemand } from '#contract/auth/demand.ts';
import * as security from '#contract/auth/security.ts';
import * as auth from '#contract/auth.ts';
import * as config from '#contract/company.ts';
import * as people from '#contract/people.ts';
import { ticket } from '#contract/sync.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { TestClient } from '#tests/kit/client.ts';
import { addPerson, PASSWORD, registerCompany } from '#tests/kit/factory.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { forget, ids, verdict } from './auth.fixture.ts';
import { Browser } from './companies.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Place {
  readonly company_id: string;
  readonly name: string;
  readonly email: string;
  readonly owner: TestClient;
}
/** Somebody in a company of their own; everybody has one password. */
async function place(name: string): Promise<Place> {
  const { owner, company_id } = await registerCompany(app, { company_name: name });
  const email = `${name}-${randomUUID()}@work.example`;
  await addPerson(app, owner, { work_email_id: email });
  return { company_id, name, email, owner };
}
const places = (...names: string[]) => Promise.all(names.map(place));
/** Signed in to all of these in turn; the last is in use. */
async function browserIn(first: Place, ...more: Place[]): Promise<Browser> {
  const browser = new Browser(app.url);
  expect(verdict(await browser.enter(first.email))).toBe('200');
  for (const { email } of more) expect(verdict(await browser.add(email))).toBe('200');
  return browser;
}
const works = async (browser: TestClient) => verdict(await browser.raw(config.get, {}));
const audited = async (at: Place, action: string) =>
  (await app.sql('SELECT 1 FROM audit_event WHERE company_id = $1 AND action = $2', [at.company_id, action])).length;
/** Of one person: how many sessions are alive in all, and how many of these are in use. Not the one of addPerson, somewhere else. */
async function alive(at: Place): Promise<[all: number, in_use: number]> {
  const [row] = await app.sql<{ all: number; using: number }>(
    `SELECT count(*)::int AS all, count(*) FILTER (WHERE parked_at IS NULL)::int AS using FROM session s
     JOIN employee e USING (company_id, employee_id)
     WHERE s.company_id = $1 AND e.work_email = $2 AND ended_at IS NULL`,
    [at.company_id, at.email],
  );
  return [(row?.all ?? 0) - 1, (row?.using ?? 0) - 1];
}
/** Minutes go by since a browser first showed what it holds. */
const minutes = (browser: Browser, by: number) =>
  app.sql(
    `UPDATE session SET secret_shown_at = secret_shown_at - make_interval(mins => $2)
     WHERE session_id = ANY(string_to_array($1, ',')::uuid[])`,
    [browser.cookie.match(/[0-9a-f-]{36}(?=\.)/g)?.join(','), by],
  );

describe('a browser in several companies', () => {
  test('goes to and fro without a password; of the one that was left nothing works any more', async () => {
    const [a, b] = (await places('Apple', 'Berry')) as [Place, Place];
    const browser = await browserIn(a, b);
    expect(await browser.names()).toEqual(['Apple', 'BERRY']);
    const inBerry = browser.copy();
    await using socket = await openSocket(browser);
    const { ticket: unused } = await browser.call(ticket, {});
    expect(unused).toBeTruthy();
    expect(verdict(await browser.goTo(a.company_id))).toBe('200');
    expect(browser.company_id).toBe(a.company_id);
    expect([await works(browser), await browser.names()]).toEqual(['200', ['APPLE', 'Berry']]);
    expect(await works(inBerry)).toBe('401 AUTH_INVALID_TOKEN');
    expect(await socket.closed).toBe(4401);
    expect(verdict(await browser.goTo(b.company_id))).toBe('200');
    expect([await works(browser), await browser.names()]).toEqual(['200', ['Apple', 'BERRY']]);
    // The token of before does not come back to life with its session.
    expect(await works(inBerry)).toBe('401 AUTH_INVALID_TOKEN');
    expect([await alive(a), await alive(b)]).toEqual([
      [1, 0],
      [1, 1],
    ]);
    expect([await audited(a, 'auth.session_parked'), await audited(a, 'auth.company_entered')]).toEqual([2, 1]);
    expect([await audited(b, 'auth.session_parked'), await audited(b, 'auth.company_entered')]).toEqual([1, 1]);
  });

  test('each of the cookies goes to /api/auth alone, and no script reads it; the database has hashes only', async () => {
    const [a, b] = (await places('Ash', 'Birch')) as [Place, Place];
    const browser = await browserIn(a);
    await browser.call(parkCompany, {});
    const { headers } = await browser.raw(auth.login, { email_id: b.email, password: PASSWORD });
    const lines = headers.getSetCookie();
    expect(lines.map((line) => line.split(/_|=/)[1]).join(' ')).toBe('parked device session');
    for (const line of lines) expect(line).toMatch(/; Path=\/api\/auth; HttpOnly; SameSite=Strict$/);
    const dump = JSON.stringify(await app.sql('SELECT s::text AS row FROM session s'));
    for (const secret of browser.cookie.match(/(?<=\.)[\w-]{43}/g) ?? []) {
      expect(dump).not.toContain(secret);
      expect(dump).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });

  test('shows the parked session among the person’s own; ending it there ends it here', async () => {
    const [a, b] = (await places('Acorn', 'Bark')) as [Place, Place];
    const browser = await browserIn(a);
    const { session_id } = ids(browser);
    await browser.add(b.email);
    const elsewhere = new Browser(app.url);
    await elsewhere.enter(a.email);
    const { items } = await elsewhere.call(security.listSessions, {});
    expect(items.map((one) => one.session_id)).toContain(session_id);
    await elsewhere.call(security.revokeSession, { session_id });
    expect(await browser.names()).toEqual(['BARK']);
    expect(verdict(await browser.goTo(a.company_id))).toBe('404 SESSION_NOT_FOUND');
  });

  test.each<[string, (at: Place, employee_id: string) => Promise<unknown>]>([
    [
      'the account is closed',
      ({ owner }, employee_id) => owner.call(people.setStatus, { employee_id, status: 'INACTIVE' }),
    ],
    [
      'it expires',
      ({ company_id }) => app.sql('UPDATE session SET expires_at = now() WHERE company_id = $1', [company_id]),
    ],
    [
      'nobody came back for two weeks',
      ({ company_id }) =>
        app.sql("UPDATE session SET last_used_at = now() - interval '15 days' WHERE company_id = $1", [company_id]),
    ],
    [
      'the company demands a second factor and signs out whoever has none',
      ({ owner }) => owner.call(setDemand, { demanded: true, sign_out: true }),
    ],
    [
      'the password is changed somewhere else',
      async ({ email }) => {
        const elsewhere = new Browser(app.url);
        await elsewhere.enter(email);
        const password = 'another horse 7 battery';
        await elsewhere.call(security.changePassword, {
          old_password: PASSWORD,
          password,
          confirm_password: password,
        });
      },
    ],
  ])('cannot come back where %s', async (_why, happens) => {
    const [a, b] = (await places('Amber', 'Beryl')) as [Place, Place];
    const browser = await browserIn(a, b);
    const [row] = await app.sql<{ employee_id: string }>(
      'SELECT employee_id FROM session WHERE company_id = $1 AND parked_at IS NOT NULL',
      [a.company_id],
    );
    await happens(a, row?.employee_id ?? '');
    expect(await browser.names()).toEqual(['BERYL']);
    const answer = await browser.raw(switchCompany, { company_id: a.company_id });
    expect([verdict(answer), answer.headers.getSetCookie()]).toEqual(['404 SESSION_NOT_FOUND', []]);
    expect(await works(browser)).toBe('200');
  });

  test('a suspended company is not told of, and is there again afterwards', async () => {
    const [a, b] = (await places('Anvil', 'Bellows')) as [Place, Place];
    const browser = await browserIn(a, b);
    const status = (to: string) => app.sql('UPDATE company SET status = $2 WHERE company_id = $1', [a.company_id, to]);
    await status('SUSPENDED');
    expect(await browser.names()).toEqual(['BELLOWS']);
    expect(verdict(await browser.raw(switchCompany, { company_id: a.company_id }))).toBe('404 SESSION_NOT_FOUND');
    await status('ACTIVE');
    expect(await browser.names()).toEqual(['Anvil', 'BELLOWS']);
    expect(verdict(await browser.goTo(a.company_id))).toBe('200');
  });

  test('signing in to a company again takes the place of what is parked there', async () => {
    const [a, b] = (await places('Aster', 'Bluebell')) as [Place, Place];
    const browser = await browserIn(a, b);
    await browser.add(a.email);
    expect(await browser.names()).toEqual(['ASTER', 'Bluebell']);
    expect([await alive(a), await alive(b)]).toEqual([
      [1, 1],
      [1, 0],
    ]);
    expect(await audited(a, 'auth.session_replaced')).toBe(1);
  });

  test('keeps five parked: the one that was left longest ago is signed out, and that is recorded', async () => {
    const all = await places('One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven');
    const [first, ...more] = all as [Place, ...Place[]];
    const browser = await browserIn(first, ...more);
    expect(await browser.names()).toEqual(['Five', 'Four', 'SEVEN', 'Six', 'Three', 'Two']);
    expect(await alive(first)).toEqual([0, 0]);
    expect(await audited(first, 'auth.parked_session_dropped')).toBe(1);
    expect(browser.held('limelight_parked').split('~')).toHaveLength(5);
    expect(browser.cookie.replace(/limelight_device=[\w~-]{96,484}; /, '').length).toBeLessThan(700);
  });
});

describe('leaving', () => {
  test('the one in use leaves the others; the sign-in page is told of them, without a session', async () => {
    const [a, b] = (await places('Alder', 'Beech')) as [Place, Place];
    const browser = await browserIn(a, b);
    await browser.call(auth.logout, { session_id: ids(browser).session_id });
    browser.session = undefined;
    expect(await browser.names()).toEqual(['Alder']);
    expect(verdict(await browser.goTo(a.company_id))).toBe('200');
    expect(await browser.names()).toEqual(['ALDER']);
    expect(await alive(b)).toEqual([0, 0]);
  });

  test('one that is parked, or all of them', async () => {
    const [a, b, c] = (await places('Agate', 'Basalt', 'Chalk')) as [Place, Place, Place];
    const browser = await browserIn(a, b, c);
    expect(await browser.leave(a.company_id)).toBeNull();
    expect([await browser.names(), await alive(a)]).toEqual([
      ['Basalt', 'CHALK'],
      [0, 0],
    ]);
    // The one in use is not meant, nor is what this browser does not hold.
    for (const company_id of [c.company_id, a.company_id, randomUUID()])
      expect(verdict(await browser.raw(leaveCompanies, { company_id }))).toBe('404 SESSION_NOT_FOUND');
    expect(await browser.names()).toEqual(['Basalt', 'CHALK']);
    await browser.leave();
    expect([await browser.names(), await alive(b), await alive(c)]).toEqual([['CHALK'], [0, 0], [1, 1]]);
    expect(browser.held('limelight_parked')).toBe('');
    expect(await audited(b, 'auth.signed_out')).toBe(1);
  });

  test('without a connection: the cookie that stays behind leads nobody in, whoever signs in next', async () => {
    const [a, b] = (await places('Aspen', 'Briar')) as [Place, Place];
    const browser = await browserIn(a);
    // The page has forgotten the session, and the server has not heard of it.
    browser.session = undefined;
    expect(await browser.names()).toEqual([]);
    expect(verdict(await browser.raw(switchCompany, { company_id: a.company_id }))).toBe('404 SESSION_NOT_FOUND');
    await browser.enter(b.email);
    expect(await browser.names()).toEqual(['BRIAR']);
    expect(browser.held('limelight_parked')).toBe('');
  });

  test('parked and not gone: reading the session anew takes it back; calls that are under way arrive', async () => {
    const [a] = (await places('Arbour')) as [Place];
    const browser = await browserIn(a);
    await browser.call(parkCompany, {});
    await browser.call(parkCompany, {});
    forget([app.app], browser);
    expect(await works(browser)).toBe('200');
    await app.sql("UPDATE session SET parked_at = now() - interval '61 seconds' WHERE company_id = $1", [a.company_id]);
    forget([app.app], browser);
    expect(await works(browser)).toBe('401 AUTH_INVALID_TOKEN');
    browser.session = await browser.call(auth.resolveSession, ids(browser));
    expect([await works(browser), await browser.names()]).toEqual(['200', ['ARBOUR']]);
    expect(await audited(a, 'auth.session_parked')).toBe(1);
  });
});

describe('what somebody else has', () => {
  test('another browser’s companies, a made-up cookie, or a company’s id open nothing', async () => {
    const [a, b] = (await places('Arrow', 'Bow')) as [Place, Place];
    const browser = await browserIn(a, b);
    const stranger = await browserIn(a);
    for (const company_id of [a.company_id, b.company_id, randomUUID()])
      expect(verdict(await stranger.raw(switchCompany, { company_id }))).toBe('404 SESSION_NOT_FOUND');
    const [session_id = '', secret = ''] = browser.held('limelight_parked').split('.');
    const mine = stranger.held('limelight_session').split('.')[1] ?? '';
    for (const made of [`${session_id}.${mine}`, `${session_id}.`, session_id, `${secret}.${session_id}`, '~~', '.']) {
      const thief = new Browser(app.url);
      thief.cookie = `limelight_parked=${made}`;
      expect(await thief.names()).toEqual([]);
      expect(verdict(await thief.raw(switchCompany, { company_id: a.company_id }))).toBe('404 SESSION_NOT_FOUND');
      expect(await thief.leave()).toBeNull();
    }
    expect(await browser.names()).toEqual(['Arrow', 'BOW']);
  });

  test('cookies of before are worth nothing once the new ones were shown; minutes later they end what they were for', async () => {
    const [a, b] = (await places('Argon', 'Boron')) as [Place, Place];
    const browser = await browserIn(a, b);
    const thief = browser.copy();
    await browser.goTo(a.company_id);
    expect(await browser.names()).toEqual(['ARGON', 'Boron']);
    thief.session = undefined;
    for (const company_id of [a.company_id, b.company_id]) {
      const answer = await thief.raw(switchCompany, { company_id });
      expect([verdict(answer), answer.headers.getSetCookie()]).toEqual(['404 SESSION_NOT_FOUND', []]);
    }
    expect(await thief.names()).toEqual([]);
    for (const input of [{}, { company_id: b.company_id }])
      expect(verdict(await thief.raw(leaveCompanies, input))).toBe('404 SESSION_NOT_FOUND');
    expect([await browser.names(), await works(browser)]).toEqual([['ARGON', 'Boron'], '200']);
    await minutes(browser, 3);
    // Who only looks ends nothing.
    expect(await thief.names()).toEqual([]);
    expect([await alive(a), await alive(b)]).toEqual([
      [1, 1],
      [1, 0],
    ]);
    expect(verdict(await thief.raw(switchCompany, { company_id: b.company_id }))).toBe('404 SESSION_NOT_FOUND');
    expect([await audited(a, 'auth.stale_cookie_shown'), await audited(b, 'auth.stale_cookie_shown')]).toEqual([1, 1]);
    expect([await works(browser), await browser.names()]).toEqual(['401 AUTH_INVALID_TOKEN', []]);
    expect([await alive(a), await alive(b)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test('a browser whose cookies went back stays in: the token of its own session says whose it is', async () => {
    const [a, b] = (await places('Alder', 'Beech')) as [Place, Place];
    const browser = await browserIn(a, b);
    const { cookie } = browser;
    await browser.goTo(a.company_id);
    await browser.names();
    await minutes(browser, 3);
    browser.cookie = cookie;
    expect(await browser.names()).toEqual([]);
    expect(verdict(await browser.raw(leaveCompanies, { company_id: b.company_id }))).toBe('404 SESSION_NOT_FOUND');
    expect([await works(browser), await audited(a, 'auth.stale_cookie_shown')]).toEqual(['200', 0]);
    // Of the other one nothing says so.
    expect([await alive(b), await audited(b, 'auth.stale_cookie_shown')]).toEqual([[0, 0], 1]);
  });

  test('a switch that breaks off half-way has ended and recorded what it replaced; asked again it goes on', async () => {
    const [a, b] = (await places('Arch', 'Beam')) as [Place, Place];
    const browser = await browserIn(a, b);
    // The page of it has gone without a word: it is to be replaced.
    browser.session = undefined;
    await app.sql(`CREATE FUNCTION no_token() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken off'; END $$;
      CREATE TRIGGER no_token BEFORE INSERT ON access_token FOR EACH ROW
      WHEN (NEW.company_id = '${a.company_id}') EXECUTE FUNCTION no_token()`);
    const broken = await browser.raw(switchCompany, { company_id: a.company_id });
    await app.sql('DROP TRIGGER no_token ON access_token; DROP FUNCTION no_token()');
    expect([verdict(broken), broken.headers.getSetCookie()]).toEqual(['500 INTERNAL_SERVER_ERROR', []]);
    expect([await alive(b), await audited(b, 'auth.session_replaced')]).toEqual([[0, 0], 1]);
    expect(verdict(await browser.goTo(a.company_id))).toBe('200');
    expect([await works(browser), await browser.names()]).toEqual(['200', ['ARCH']]);
    expect([await alive(a), await audited(a, 'auth.company_entered')]).toEqual([[1, 1], 1]);
  });

  test('a lost answer loses nothing: asked again with the old cookies it is the same one', async () => {
    const [a, b] = (await places('Apron', 'Bonnet')) as [Place, Place];
    const browser = await browserIn(a, b);
    const before = browser.copy();
    await browser.goTo(a.company_id);
    // What came back never arrived.
    before.session = undefined;
    expect(await before.names()).toEqual(['Apron', 'Bonnet']);
    expect(verdict(await before.raw(switchCompany, { company_id: a.company_id }))).toBe('200');
    expect(before.cookie.split('; ').toSorted()).toEqual(browser.cookie.split('; ').toSorted());
    expect(await audited(a, 'auth.company_entered')).toBe(1);
    expect(verdict(await browser.goTo(b.company_id))).toBe('200');
    expect([await alive(a), await alive(b)]).toEqual([
      [1, 0],
      [1, 1],
    ]);
  });
});

describe('many at once', () => {
  test('twenty switches to one company are one, and all of them are answered the same', async () => {
    const [a, b, c] = (await places('Adam', 'Bea', 'Cleo')) as [Place, Place, Place];
    const browser = await browserIn(a, b, c);
    await browser.call(parkCompany, {});
    const tabs = Array.from({ length: 20 }, () => browser.copy());
    const answers = await Promise.all(tabs.map((tab) => tab.raw(switchCompany, { company_id: a.company_id })));
    expect(new Set(answers.map(verdict))).toEqual(new Set(['200']));
    expect(new Set(tabs.map((tab) => tab.cookie.split('; ').toSorted().join())).size).toBe(1);
    expect([await alive(a), await alive(b), await alive(c)]).toEqual([
      [1, 1],
      [1, 0],
      [1, 0],
    ]);
    expect(await audited(a, 'auth.company_entered')).toBe(1);
    for (const [at, tab] of tabs.entries()) tab.session = answers[at]?.body.data as auth.Session;
    expect(new Set(await Promise.all(tabs.map(works)))).toEqual(new Set(['200']));
  });

  test('twenty switches to and fro: whichever answer comes last, one is in use and none is lost', async () => {
    const all = (await places('Ann', 'Bob', 'Cat')) as [Place, Place, Place];
    const browser = await browserIn(...all);
    await browser.call(parkCompany, {});
    const tabs = Array.from({ length: 20 }, () => browser.copy());
    const answers = await Promise.all(
      tabs.map((tab, n) => tab.raw(switchCompany, { company_id: all[n % 3]?.company_id })),
    );
    expect(new Set(answers.map(verdict))).toEqual(new Set(['200']));
    const using = await Promise.all(all.map(alive));
    expect(using.map(([one]) => one)).toEqual([1, 1, 1]);
    expect(using.reduce((sum, [, one]) => sum + one, 0)).toBe(1);
    // The browser may end up with any answer; of the last one the session in use is told only to who has its token.
    const left = tabs[10 + using.findIndex(([, one]) => one === 1)] as Browser;
    left.session = undefined;
    expect((await left.call(listCompanies, {})).items).toHaveLength(3);
    for (const { company_id } of all) expect(verdict(await left.goTo(company_id))).toBe('200');
    expect(await works(left)).toBe('200');
  });
});
