// The ways of signing in to one more company in the same browser: company sign-on, which brings the browser back without our cookies,
// and a second factor. Either way the one that was left can be come back to.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parkCompany } from '#contract/auth/companies.ts';
import { setDemand } from '#contract/auth/demand.ts';
import * as second from '#contract/auth/second-factor.ts';
import { beginSso } from '#contract/auth/sso.ts';
import * as auth from '#contract/auth.ts';
import { sessionHeaders } from '#contract/kernel/envelope.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { addPerson, PASSWORD, registerCompany } from '#tests/kit/factory.ts';
import { type IdentityProvider, openProvider, outboundHere } from '#tests/kit/outside/identity-provider.ts';
import { ids, verdict } from './auth.fixture.ts';
import { addAddress, Browser } from './companies.fixture.ts';
import { codeOf, setUpTotp } from './second-factor.fixture.ts';
import { prove, setUp, Visitor } from './sso.fixture.ts';

let app: TestApp;
let provider: IdentityProvider;
beforeAll(async () => {
  app = await startTestApp({}, { outbound: outboundHere() });
  provider = await openProvider(app.url);
});
afterAll(async () => {
  await provider?.[Symbol.asyncDispose]();
  await app?.close();
});

/** Somebody who is signed in to a company with a password, in a browser. */
async function somebody(company_name: string) {
  const { company_id, owner, email } = await registerCompany(app, { company_name });
  const browser = new Browser(app.url);
  await browser.enter(email);
  return { company_id, owner, email, browser };
}

/** A company with a domain of its own, and one of its people at the provider. */
async function withSignOn(company_name: string) {
  const domain = `${randomUUID()}.example`;
  const { company_id, owner } = await registerCompany(app, { company_name, email_id: `olive@${domain}` });
  await prove(app, owner, domain);
  await setUp(owner, provider);
  const email = `nia@${domain}`;
  const sub = `sub-${randomUUID()}`;
  provider.know({ sub, email, email_verified: true, given_name: 'Nia', family_name: 'Newell' });
  return { company_id, email, sub };
}

/** By company sign-on; parks what is in use first. */
async function enterBySignOn(browser: Browser, { email, sub }: { email: string; sub: string }): Promise<void> {
  if (browser.session) await browser.call(parkCompany, {});
  browser.session = undefined;
  const { redirect_url } = await browser.call(beginSso, { email_id: email, origin: app.url });
  const back = await browser.sentTo(await new Visitor(app).signInThere(redirect_url, sub));
  const given = Object.fromEntries(new URLSearchParams(new URL(back, app.url).hash.slice(1)));
  const { session_id = '', company_id = '', employee_id = '' } = given;
  const headers = { [sessionHeaders.session_id]: session_id };
  const answer = await browser.raw(auth.resolveSession, { session_id, company_id, employee_id }, { headers });
  expect(verdict(answer)).toBe('200');
  browser.session = answer.body.data as auth.Session;
}

test('by company sign-on, and back again, both ways without being asked', async () => {
  const { browser, company_id } = await somebody('Password Ltd');
  const other = await withSignOn('Sign-on Ltd');
  await enterBySignOn(browser, other);
  expect(await browser.names()).toEqual(['Password Ltd', 'SIGN-ON LTD']);
  expect(verdict(await browser.goTo(company_id))).toBe('200');
  expect(verdict(await browser.goTo(other.company_id))).toBe('200');
  expect(browser.company_id).toBe(other.company_id);
  // Logging out of it leads to the provider, as it did; the other one is offered.
  const there = await browser.call(auth.logout, { session_id: ids(browser).session_id });
  expect(there).toContain(provider.issuer);
  browser.session = undefined;
  expect(await browser.names()).toEqual(['Password Ltd']);
});

test('signed in by company sign-on a second time, the one that is parked there is no second entry', async () => {
  const { browser, company_id } = await somebody('First Ltd');
  const other = await withSignOn('Again Ltd');
  await enterBySignOn(browser, other);
  await browser.goTo(company_id);
  await enterBySignOn(browser, other);
  expect(await browser.names()).toEqual(['AGAIN LTD', 'First Ltd']);
  await browser.goTo(company_id);
  expect(await browser.names()).toEqual(['Again Ltd', 'FIRST LTD']);
  expect(browser.held('limelight_parked').split('~')).toHaveLength(1);
});

test('whose company sign-on was begun and given up finds the first one where they left it', async () => {
  const { browser, company_id } = await somebody('Begun Ltd');
  const other = await withSignOn('Given up Ltd');
  await browser.call(parkCompany, {});
  browser.session = undefined;
  await browser.call(beginSso, { email_id: other.email, origin: app.url });
  expect(browser.held('limelight_session')).toBe('');
  expect(await browser.names()).toEqual(['Begun Ltd']);
  expect(verdict(await browser.goTo(company_id))).toBe('200');
});

test('with a second factor: until it is given nothing has changed, and afterwards both are there', async () => {
  const { browser, company_id } = await somebody('One factor Ltd');
  const { owner } = await registerCompany(app, { company_name: 'Two factor Ltd' });
  const email = `fay-${randomUUID()}@two.example`;
  const fay = await addPerson(app, owner, { work_email_id: email });
  const { secret } = await setUpTotp(app, fay);
  await browser.call(parkCompany, {});
  browser.session = undefined;
  const answer = await browser.call(auth.login, { email_id: email, password: PASSWORD });
  if (!('challenge_id' in answer)) throw new Error('Nobody asks for a second factor');
  expect(await browser.names()).toEqual(['One factor Ltd']);
  const { challenge_id } = answer;
  browser.session = await browser.call(second.answerSecondFactor, { challenge_id, code: codeOf(secret) });
  expect(await browser.names()).toEqual(['One factor Ltd', 'TWO FACTOR LTD']);
  expect(verdict(await browser.goTo(company_id))).toBe('200');
});

test('a switch is no sign-in: it works where nobody can sign in from this address for a while', async () => {
  await using narrow = await startTestApp({ rateFactor: 0.02 });
  const { company_id, email } = await registerCompany(narrow, { company_name: 'Office Ltd' });
  const browser = new Browser(narrow.url);
  await browser.enter(email);
  await browser.call(parkCompany, {});
  const tried = async () => verdict(await new Browser(narrow.url).enter(`nobody-${randomUUID()}@work.example`));
  const tries: string[] = [];
  while (tries.at(-1) !== '429 TOO_MANY_REQUESTS' && tries.length < 20) tries.push(await tried());
  expect(tries.at(-1)).toBe('429 TOO_MANY_REQUESTS');
  expect(verdict(await browser.goTo(company_id))).toBe('200');
});

test('by the password alone: those that it opens are to be chosen from; one that asks for more than a password is asked once it is chosen', async () => {
  const [zeta, alpha, beta, closed] = await Promise.all(
    ['Zeta', 'Alpha', 'Beta', 'Closed'].map((company_name) => registerCompany(app, { company_name })),
  );
  const email = `same-${randomUUID()}@work.example`;
  let n = 0;
  for (const company of [zeta, alpha, beta, closed]) if (company) await addAddress(app, company.owner, email, ++n);
  await app.sql("UPDATE company SET status = 'SUSPENDED' WHERE company_id = $1", [closed?.company_id]);
  const [other] = await app.sql<{ password_hash: string }>(
    'SELECT password_hash FROM credential WHERE company_id = $1 AND employee_id = $2',
    [alpha?.company_id, alpha?.owner.employee_id],
  );
  // The password is right in two, another one in the third, and none is set in the fourth after this.
  await app.sql(
    `UPDATE credential SET password_hash = $3 WHERE company_id = $1 AND employee_id IN (SELECT employee_id FROM employee
     WHERE company_id = $1 AND work_email = $2)`,
    [beta?.company_id, email, other?.password_hash.replace(/.{6}$/, 'AAAAAA')],
  );
  await zeta?.owner.call(setDemand, { demanded: true });
  const browser = new Browser(app.url);
  const { companies } = (await browser.enter(email)).body.data as { companies: { company_name: string }[] };
  expect(companies.map(({ company_name }) => company_name)).toEqual(['Alpha', 'Zeta']);
  expect(browser.cookie).toBe('');
  const chosen = await browser.enter(email, zeta?.company_id);
  expect(chosen.body.data).toMatchObject({ second_factor_required: true, to_set_up: true });
  for (const company of [beta, closed])
    expect(verdict(await browser.enter(email, company?.company_id))).toMatch(/^40[13] A(UTH_INVALID|CCOUNT)/);
  expect((await browser.enter(email, alpha?.company_id)).body.data).toMatchObject({
    company_id: alpha?.company_id,
  });
});
