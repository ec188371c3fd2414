// Company single sign-on with a real provider: who comes in, as whom, and who does not.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proofWays } from '#contract/auth/proof.ts';
import * as sso from '#contract/auth/sso.ts';
import * as auth from '#contract/auth.ts';
import { restoreLeaver } from '#contract/people/leaving.ts';
import { createRole } from '#contract/people/roles.ts';
import * as people from '#contract/people.ts';
import type { TestApp } from '#tests/kit/app.ts';
import { TestClient } from '#tests/kit/client.ts';
import { addPerson, PASSWORD, registerCompany, signIn } from '#tests/kit/factory.ts';
import { resetTokenIn, waitForMail } from '#tests/kit/mails.ts';
import { type IdentityProvider, openProvider } from '#tests/kit/outside/identity-provider.ts';
import { verdict } from './auth.fixture.ts';
import { setUpTotp } from './second-factor.fixture.ts';
import {
  companyBeside,
  known as knownTo,
  newDomain,
  prove,
  setUp,
  signedIn,
  startBeside,
  Visitor,
} from './sso.fixture.ts';

let app: TestApp;
let provider: IdentityProvider;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ app, provider, close } = await startBeside(openProvider));
});
afterAll(() => close?.());

const company = (given: { create_accounts?: boolean } = {}) => companyBeside(app, provider, given);
const known = (email: string, more: object = {}) => knownTo(provider, email, more);
const sessions = () => app.sql<{ n: string }>('SELECT count(*) AS n FROM session');

test('somebody whom the company does not know gets an account, and the same one the next time, whatever their address is by then', async () => {
  const { owner, company_id, domain } = await company();
  const sub = known(`nia@${domain}`);
  const visitor = new Visitor(app);
  const nia = signedIn(await visitor.signIn(`nia@${domain}`, sub));
  expect(nia.session).toMatchObject({
    company_id,
    permissions: ['spaces.create'],
    employee_profile: {
      first_name: 'Nia',
      last_name: 'Newell',
      work_email_id: `nia@${domain}`,
      employee_account_status: 'ACTIVE',
    },
  });
  expect(await nia.call(people.list, { limit: 10 })).toMatchObject({ items: [{}, {}] });
  // It lasts as any other does: the cookie is what opens it.
  expect([...visitor.cookies(app.url).keys()]).toContain('limelight_session');

  provider.know({ sub, email: `nia.married@${domain}`, email_verified: true });
  const again = signedIn(await new Visitor(app).signIn(`nia.married@${domain}`, sub));
  expect(again.employee_id).toBe(nia.employee_id);
  expect((await owner.call(people.list, { limit: 10 })).items).toHaveLength(2);
  const actions = await app.sql<{ action: string }>(
    "SELECT action FROM audit_event WHERE company_id = $1 AND action LIKE 'auth.sso%' ORDER BY created_at, audit_id",
    [company_id],
  );
  expect(actions.map(({ action }) => action)).toEqual([
    'auth.sso_domain_claimed',
    'auth.sso_domain_mailed',
    'auth.sso_domain_verified',
    'auth.sso_changed',
    'auth.sso_account_created',
    'auth.sso_linked',
  ]);
});

test('who has an account already is tied to it once, by the address; somebody else with that address later is not', async () => {
  const { email, domain, owner } = await company({ create_accounts: false });
  const sub = known(email.toUpperCase());
  expect(signedIn(await new Visitor(app).signIn(email, sub)).employee_id).toBe(owner.employee_id);
  expect(signedIn(await new Visitor(app).signIn(email, sub)).employee_id).toBe(owner.employee_id);
  expect(await new Visitor(app).signIn(email, known(email))).toBe('AUTH_SSO_FAILED');
  expect(await new Visitor(app).signIn(`who@${domain}`, known(`who@${domain}`))).toBe('AUTH_RECORD_NOT_FOUND');
});

test('a provider that no owner has confirmed lets in who has chosen it, to try it out, and nobody else', async () => {
  const domain = newDomain();
  const at = (name: string) => `${name}@${domain}`;
  const { owner, email } = await registerCompany(app, { email_id: at('olive') });
  await prove(app, owner, domain);
  const role_id = uuid();
  await owner.call(createRole, { role_id, role_name: 'Office', permissions: ['company.configure'] });
  const office = await addPerson(app, owner, { work_email_id: at('oscar'), role_ids: [role_id] });
  const pat = await addPerson(app, owner, { work_email_id: at('pat') });
  await setUp(office, provider);
  const subs = Object.fromEntries([email, at('oscar'), at('pat'), at('new')].map((each) => [each, known(each)]));
  const comeAs = (name: string) => new Visitor(app).signIn(at(name), subs[at(name)] ?? '');
  const nobodyElse = async () => {
    for (const name of ['olive', 'pat', 'new']) expect(await comeAs(name), name).toBe('AUTH_SSO_UNCONFIRMED');
  };
  const before = (await owner.call(people.list, {})).items.length;
  await nobodyElse();
  const oscar = signedIn(await comeAs('oscar'));
  expect(oscar.employee_id).toBe(office.employee_id);
  expect(await oscar.call(proofWays, {})).toMatchObject({ sso: true });
  await nobodyElse();
  expect(await owner.call(people.list, {})).toHaveProperty('items.length', before);

  // An owner who switches it off, or saves the rest of it, has not said that it is the company's.
  const { issuer, client_id } = provider;
  const save = (by: TestClient, more: { enabled: boolean; confirm?: true }) =>
    by.call(sso.updateSso, { issuer, client_id, create_accounts: true, ...more });
  expect((await save(owner, { enabled: false })).config?.confirmed).toBe(false);
  expect((await save(office, { enabled: true })).config?.confirmed).toBe(false);
  expect((await save(owner, { enabled: true })).config?.confirmed).toBe(false);
  await nobodyElse();
  await expect(save(office, { enabled: true, confirm: true })).rejects.toMatchObject({ code: 'OWNER_ONLY' });

  // Who corrects what somebody else has chosen has chosen it.
  const other = await addPerson(app, owner, { work_email_id: at('otto'), role_ids: [role_id] });
  await setUp(other, { ...provider, issuer, client_secret: 'another' });
  await setUp(other, provider);
  expect(await comeAs('oscar')).toBe('AUTH_SSO_UNCONFIRMED');

  expect((await save(owner, { enabled: true, confirm: true })).config?.confirmed).toBe(true);
  expect(signedIn(await comeAs('olive')).employee_id).toBe(owner.employee_id);
  expect(signedIn(await comeAs('pat')).employee_id).toBe(pat.employee_id);
  expect(signedIn(await comeAs('new')).session?.permissions).toEqual(['spaces.create']);
});

test('of two who set it up at once for the first time, the second finds what the first has chosen', async () => {
  const { owner } = await registerCompany(app);
  const role_id = uuid();
  await owner.call(createRole, { role_id, role_name: 'Office', permissions: ['company.configure'] });
  const office = await addPerson(app, owner, { role_ids: [role_id] });
  const { issuer, client_id } = provider;
  const set = (by: TestClient, client_secret: string) => setUp(by, { issuer, client_id, client_secret });
  const [hers, his] = await Promise.allSettled([set(owner, 'hers'), set(office, 'his')]);
  expect(hers.status).toBe('fulfilled');
  const { config } = await owner.call(sso.getSso, {});
  // Either the owner was first, and he was refused; or he was, and what she saved then still awaits her word.
  expect(config?.confirmed).toBe(his.status === 'rejected');
});

test('who has a second factor here is asked for it by the provider, if at all, and not by us', async () => {
  const { email, owner } = await company();
  await setUpTotp(app, owner);
  expect(signedIn(await new Visitor(app).signIn(email, known(email))).employee_id).toBe(owner.employee_id);
});

test('who was invited comes in without the link in the mail', async () => {
  const { domain, owner } = await company({ create_accounts: false });
  const work_email_id = `ivo@${domain}`;
  const employee_id = uuid();
  await owner.call(people.create, { employee_id, first_name: 'Ivo', last_name: 'Invited', work_email_id });
  const ivo = signedIn(await new Visitor(app).signIn(work_email_id, known(work_email_id)));
  expect(ivo.employee_id).toBe(employee_id);
  expect(ivo.session?.employee_profile.employee_account_status).toBe('ACTIVE');
});

test('then the link sets no password any more; one that is asked for does, and a mail says so', async () => {
  const { domain, owner } = await company({ create_accounts: false });
  const email_id = `ivo@${domain}`;
  await owner.call(people.create, { first_name: 'Ivo', last_name: 'Invited', work_email_id: email_id });
  const invitation = resetTokenIn(await waitForMail(app.dataDir, email_id));
  const ivo = signedIn(await new Visitor(app).signIn(email_id, known(email_id)));
  const anyone = new TestClient(app.url);
  const reset = (token: string) => anyone.raw(auth.reset, { token, password: PASSWORD, confirm_password: PASSWORD });
  expect(verdict(await reset(invitation))).toBe('400 AUTH_OTP_EXPIRED');
  await ivo.call(people.list, {});
  await anyone.call(auth.requestReset, { email_id });
  expect(verdict(await reset(resetTokenIn(await waitForMail(app.dataDir, email_id, 2))))).toBe('200');
  expect((await waitForMail(app.dataDir, email_id, 3)).subject).toBe('Your password was changed');
  expect((await signIn(app.url, email_id)).employee_id).toBe(ivo.employee_id);
});

test('an address outside of the company’s domains, or one that the provider does not vouch for, is refused', async () => {
  const { domain } = await company();
  const before = await sessions();
  const asked = `x@${domain}`;
  const OUTSIDE = 'AUTH_SSO_OUTSIDE_DOMAIN';
  expect(await new Visitor(app).signIn(asked, known(`x@sub.${domain}`))).toBe(OUTSIDE);
  expect(await new Visitor(app).signIn(asked, known(`x@${domain}.evil.example`))).toBe(OUTSIDE);
  expect(await new Visitor(app).signIn(asked, known(`x@${domain}@evil.example`))).toBe(OUTSIDE);
  for (const email_verified of [false, 'true', 1, null, undefined])
    expect(await new Visitor(app).signIn(asked, known(asked, { email_verified })), String(email_verified)).toBe(
      OUTSIDE,
    );
  expect(await new Visitor(app).signIn(asked, known(asked, { email: undefined }))).toBe(OUTSIDE);
  await expect(new Visitor(app).begin('x@elsewhere.example')).rejects.toMatchObject({
    code: 'AUTH_SSO_NOT_CONFIGURED',
  });
  expect(await sessions()).toEqual(before);
});

test('nobody comes into one company by the domain or the provider of another', async () => {
  const [here, there] = [await company(), await company()];
  const sub = known(there.email);
  // Begun here, proven as somebody of there.
  expect(await new Visitor(app).signIn(here.email, sub)).toBe('AUTH_SSO_OUTSIDE_DOMAIN');
  const inThere = signedIn(await new Visitor(app).signIn(there.email, sub));
  expect(inThere.company_id).toBe(there.company_id);
  const ask = { company_id: here.company_id, email_id: there.email, origin: app.url };
  await expect(new TestClient(app.url).call(sso.beginSso, ask)).rejects.toMatchObject({
    code: 'AUTH_SSO_OUTSIDE_DOMAIN',
  });
});

test('the same subject at another provider is somebody else', async () => {
  const { owner, domain } = await company();
  const first = `first@${domain}`;
  const sub = known(first);
  const one = signedIn(await new Visitor(app).signIn(first, sub));
  await using other = await openProvider(app.url);
  other.know({ sub, email: `second@${domain}`, email_verified: true, given_name: 'Sec', family_name: 'Ond' });
  await setUp(owner, other);
  const two = signedIn(await new Visitor(app).signIn(first, sub));
  expect(two.employee_id).not.toBe(one.employee_id);
  expect(two.session?.employee_profile.work_email_id).toBe(`second@${domain}`);
  // And who was tied at the old one is tied once more, by the address.
  other.know({ sub: 'new', email: first, email_verified: true });
  expect(signedIn(await new Visitor(app).signIn(first, 'new')).employee_id).toBe(one.employee_id);
});

test('whose account is not active gets no session, neither at first nor later', async () => {
  const { owner, domain } = await company();
  const [late, early] = [`late@${domain}`, `early@${domain}`];
  const [lateSub, earlySub] = [known(late), known(early)];
  const person = signedIn(await new Visitor(app).signIn(late, lateSub));
  const never = await addPerson(app, owner, { work_email_id: early });
  for (const { employee_id } of [person, never])
    await owner.call(people.setStatus, { employee_id, status: 'SUSPENDED' });
  const before = await sessions();
  expect(await new Visitor(app).signIn(late, lateSub)).toBe('ACCOUNT_INACTIVE');
  expect(await new Visitor(app).signIn(early, earlySub)).toBe('ACCOUNT_INACTIVE');
  await owner.call(people.remove, { employee_id: never.employee_id });
  expect(await new Visitor(app).signIn(early, earlySub)).toBe('ACCOUNT_INACTIVE');
  expect(await sessions()).toEqual(before);
});

test('that the company is suspended is told to its people once the provider has said who they are, and to nobody else', async () => {
  const { owner, company_id, email, domain } = await company();
  const invited = `ivo@${domain}`;
  await owner.call(people.create, { employee_id: uuid(), first_name: 'Ivo', last_name: 'I', work_email_id: invited });
  const sub = known(email);
  const visitor = new Visitor(app);
  const back = await visitor.signInThere(await visitor.begin(email), sub);
  const nobody = new TestClient(app.url);
  const shown = await nobody.call(auth.resolveCompany, { domain });
  const status = (to: string) => app.sql('UPDATE company SET status = $2 WHERE company_id = $1', [company_id, to]);
  const off = await addPerson(app, owner, { work_email_id: `off@${domain}` });
  const offSub = known(`off@${domain}`);
  signedIn(await new Visitor(app).signIn(`off@${domain}`, offSub));
  await owner.call(people.setStatus, { employee_id: off.employee_id, status: 'INACTIVE' });
  const before = [await sessions(), (await owner.call(people.list, {})).items];
  await status('SUSPENDED');
  expect(await visitor.comeBack(back)).toBe('COMPANY_SUSPENDED');
  expect(await new Visitor(app).signIn(`off@${domain}`, offSub)).toBe('ACCOUNT_INACTIVE');
  expect(await new Visitor(app).signIn(email, sub)).toBe('COMPANY_SUSPENDED');
  expect(await new Visitor(app).signIn(invited, known(invited))).toBe('COMPANY_SUSPENDED');
  expect(await new Visitor(app).signIn(`new@${domain}`, known(`new@${domain}`))).toBe('COMPANY_SUSPENDED');
  expect(await new Visitor(app).signIn(email, known('x@elsewhere.example'))).toBe('AUTH_SSO_OUTSIDE_DOMAIN');
  expect(await nobody.call(auth.resolveCompany, { domain })).toEqual(shown);
  // Nobody was let in, made or activated meanwhile.
  await status('ACTIVE');
  expect([await sessions(), (await owner.call(people.list, {})).items]).toEqual(before);
  expect(signedIn(await new Visitor(app).signIn(email, sub)).employee_id).toBe(owner.employee_id);
});

test('who is removed is forgotten by the provider’s name as well', async () => {
  const { owner, domain } = await company({ create_accounts: true });
  const email = `gone@${domain}`;
  const sub = known(email);
  const { employee_id } = signedIn(await new Visitor(app).signIn(email, sub));
  const { effects } = await owner.call(people.remove, { employee_id });
  expect(effects.ends.sign_on).toBe(1);
  const left = await app.sql('SELECT 1 FROM sso_identity WHERE employee_id = $1', [employee_id]);
  expect(left).toEqual([]);
  expect(
    await app.sql('SELECT 1 FROM sso_session s JOIN session USING (session_id) WHERE employee_id = $1', [employee_id]),
  ).toEqual([]);
  // Their account there lives on: it makes them no second one here.
  expect(await new Visitor(app).signIn(email, sub)).toBe('ACCOUNT_INACTIVE');
  await owner.call(restoreLeaver, { employee_id });
  expect(signedIn(await new Visitor(app).signIn(email, sub)).employee_id).toBe(employee_id);
});

test('two tabs that come in for the first time at once are one person', async () => {
  const { owner, domain } = await company();
  const email = `twice@${domain}`;
  const sub = known(email);
  const visitors = [new Visitor(app), new Visitor(app), new Visitor(app), new Visitor(app)];
  const backs = await Promise.all(visitors.map(async (one) => one.signInThere(await one.begin(email), sub)));
  const signed = await Promise.all(visitors.map((one, i) => one.comeBack(backs[i] ?? '')));
  expect(new Set(signed.map((one) => signedIn(one).employee_id)).size).toBe(1);
  expect((await owner.call(people.list, { limit: 10 })).items).toHaveLength(2);
});

test('a code that was caught on its way is of no use behind the state of another browser', async () => {
  const { owner, domain } = await company();
  const email = `caught@${domain}`;
  const [victim, thief] = [new Visitor(app), new Visitor(app)];
  const caught = await victim.signInThere(await victim.begin(email), known(email));
  const code = new URL(caught).searchParams.get('code') ?? '';
  const own = new URL(await thief.signInThere(await thief.begin(email), known(`thief@${domain}`)));
  own.searchParams.set('code', code);
  const before = await sessions();
  // Its verifier is another one.
  expect(await thief.comeBack(own.href)).toBe('AUTH_SSO_FAILED');
  expect(await sessions()).toEqual(before);
  expect((await owner.call(people.list, { limit: 10 })).items).toHaveLength(1);
});

test('logging out leads to the provider, which knows who it is; who came in by password goes nowhere', async () => {
  const { owner, domain } = await company();
  const nia = signedIn(await new Visitor(app).signIn(`nia@${domain}`, known(`nia@${domain}`)));
  const address = await nia.call(auth.logout, { session_id: nia.session?.session_id ?? '' });
  const url = new URL(address ?? '');
  expect(url.origin).toBe(provider.issuer);
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${app.url}/`);
  expect(url.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3);
  // The provider takes it.
  expect((await fetch(url)).status).toBe(200);
  expect(await nia.call(auth.logout, { session_id: nia.session?.session_id ?? '' })).toBeNull();
  expect(await owner.call(auth.logout, { session_id: owner.session?.session_id ?? '' })).toBeNull();
});

test('this browser’s session of the same person is replaced', async () => {
  const { domain } = await company();
  const email = `again@${domain}`;
  const visitor = new Visitor(app);
  const sub = known(email);
  const one = signedIn(await visitor.signIn(email, sub));
  const two = signedIn(await visitor.signIn(email, sub));
  expect(two.session?.session_id).not.toBe(one.session?.session_id);
  await expect(one.call(people.list, {})).rejects.toMatchObject({ code: 'AUTH_INVALID_TOKEN' });
  await two.call(people.list, {});
});

test('who is not signed in is told of a proven domain whether sign-on is on, and nothing else', async () => {
  const { owner, domain, email } = await company();
  const nobody = new TestClient(app.url);
  const { company_name } = (await owner.call(auth.resolveCompany, {})) as auth.Company;
  expect(await nobody.call(auth.resolveCompany, { domain: domain.toUpperCase() })).toEqual({
    company_name,
    company_logo: null,
    sso_enabled: true,
  });
  expect(await owner.call(auth.resolveCompany, {})).toMatchObject({ sso_enabled: true });
  // The answer for an address that there is, beside one that there is not.
  const at = async (address: string) => {
    const url = new URL(await new Visitor(app).begin(address));
    return [...url.searchParams.keys()];
  };
  expect(await at(email)).toEqual(await at(`nobody@${domain}`));
  await setUp(owner, provider, { enabled: false });
  expect(await nobody.call(auth.resolveCompany, { domain })).toMatchObject({ sso_enabled: false });
  await expect(new Visitor(app).begin(email)).rejects.toMatchObject({ code: 'AUTH_SSO_NOT_CONFIGURED' });
});

test('who logs out where somebody else has come back meanwhile is out as well', async () => {
  const { owner, domain } = await company();
  const visitor = new Visitor(app);
  const nia = signedIn(await visitor.signIn(`nia@${domain}`, known(`nia@${domain}`)));
  const first = { ...(owner.session as NonNullable<typeof owner.session>) };
  // The other tab's session, with the cookie that is here now.
  const tab = new TestClient(app.url, first);
  tab.cookie = [...visitor.cookies(app.url)].map(([name, value]) => `${name}=${value}`).join('; ');
  await tab.call(auth.logout, { session_id: first.session_id });
  const over = await app.sql('SELECT 1 FROM session WHERE session_id = ANY($1) AND ended_at IS NULL', [
    [first.session_id, nia.session?.session_id],
  ]);
  expect(over).toEqual([]);
});
