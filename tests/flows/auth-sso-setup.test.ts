// Setting single sign-on up: who may, what is never said again, trying it out, and proving that a domain is the company's own.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as sso from '#contract/auth/sso.ts';
import { createRole, listRoles } from '#contract/people/roles.ts';
import { setStatus } from '#contract/people.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { mailsTo, waitForMail } from '#tests/kit/mails.ts';
import { type HostileProvider, openHostileProvider } from '#tests/kit/outside/hostile-provider.ts';
import { openProvider, outboundHere } from '#tests/kit/outside/identity-provider.ts';
import { type NameServer, openNameServer } from '#tests/kit/outside/name-server.ts';
import { domainCode, newDomain, prove, setUp } from './sso.fixture.ts';

let app: TestApp;
let names: NameServer;
let provider: HostileProvider;
beforeAll(async () => {
  names = await openNameServer();
  app = await startTestApp({}, { outbound: outboundHere([names.address]) });
  provider = await openHostileProvider();
});
afterAll(async () => {
  await app?.close();
  await provider?.[Symbol.asyncDispose]();
  await names?.[Symbol.asyncDispose]();
});

const refused = (code: string) => ({ code });
const actions = async (by: TestClient) => {
  const rows = await app.sql<{ action: string; detail: object }>(
    "SELECT action, detail FROM audit_event WHERE company_id = $1 AND action LIKE 'auth.sso%' ORDER BY created_at, audit_id",
    [by.company_id],
  );
  return rows.map(({ action, detail }) => [action.slice('auth.sso_'.length), detail]);
};

test('it is set up, changed and switched off; the secret is never said, and what was done is written down without it', async () => {
  const { owner } = await registerCompany(app);
  expect(await owner.call(sso.getSso, {})).toEqual({
    config: null,
    may_choose: true,
    may_confirm: true,
    redirect_uri: null,
    domains: [],
  });
  await expect(owner.call(sso.testSso, {})).rejects.toMatchObject(refused('AUTH_SSO_NOT_CONFIGURED'));
  const { config } = await setUp(owner, provider);
  const shown = {
    issuer: provider.issuer,
    client_id: 'limelight',
    has_secret: true,
    create_accounts: true,
    enabled: true,
    confirmed: true,
  };
  expect(config).toEqual(shown);
  const { issuer, client_id } = provider;
  const rest = { issuer, client_id, create_accounts: false, enabled: false };
  expect((await owner.call(sso.updateSso, rest)).config).toEqual({ ...shown, create_accounts: false, enabled: false });
  // The same once more is nothing.
  await owner.call(sso.updateSso, rest);
  expect((await owner.call(sso.updateSso, { ...rest, client_secret: '' })).config?.has_secret).toBe(false);
  expect(await actions(owner)).toEqual([
    ['changed', { changed: expect.arrayContaining(['issuer', 'client_secret']), enabled: true, create_accounts: true }],
    ['changed', { changed: ['create_accounts', 'enabled'], enabled: false, create_accounts: false }],
    ['changed', { changed: ['client_secret'], enabled: false, create_accounts: false }],
  ]);
  const raw = await owner.raw(sso.getSso, {});
  expect(JSON.stringify([raw.body, await actions(owner)])).not.toContain(provider.client_secret);
});

test('the secret of one provider is not told to another', async () => {
  const { owner } = await registerCompany(app);
  await setUp(owner, provider);
  const moved = { issuer: 'http://127.0.0.2', client_id: 'limelight', create_accounts: true, enabled: true };
  await expect(owner.call(sso.updateSso, moved)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    data: [{ path: 'client_secret' }],
  });
  expect((await owner.call(sso.getSso, {})).config?.issuer).toBe(provider.issuer);
});

test('a provider is an address of the outside, and nothing else', async () => {
  const { owner } = await registerCompany(app);
  const rest = { client_id: 'x', client_secret: 'y', create_accounts: true, enabled: true };
  for (const issuer of [
    'x',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://localhost',
    'https://10.0.0.1',
    'https://[::1]',
    'https://2130706433.1',
    'https://intranet',
    'https://me:secret@accounts.example',
    'https://accounts.example/?a=b',
    'https://accounts.example/#a',
  ])
    await expect(owner.call(sso.updateSso, { ...rest, issuer }), issuer).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      data: [{ path: 'issuer' }],
    });
  expect((await owner.call(sso.getSso, {})).config).toBeNull();
});

test('trying it out says how far it gets', async () => {
  const { owner } = await registerCompany(app);
  await using mine = await openHostileProvider();
  await setUp(owner, mine);
  const steps = async () =>
    (await owner.call(sso.testSso, {})).steps.map(({ step, ok }) => (ok ? step : `not ${step}`));
  expect(await steps()).toEqual(['discovery', 'issuer', 'endpoints', 'keys']);
  mine.metadata = { jwks_uri: `${mine.issuer}/info` };
  expect(await steps()).toEqual(['discovery', 'issuer', 'endpoints', 'not keys']);
  mine.metadata = { authorization_endpoint: 'javascript:alert(1)' };
  expect(await steps()).toEqual(['discovery', 'issuer', 'not endpoints']);
  mine.metadata = { issuer: `${mine.issuer}/` };
  expect(await steps()).toEqual(['discovery', 'not issuer']);
  await mine[Symbol.asyncDispose]();
  expect(await steps()).toEqual(['not discovery']);
  expect((await actions(owner)).at(-1)).toEqual(['tested', { failed: 'discovery' }]);
});

test('trying it out asks the provider whether it knows us', async () => {
  const { owner } = await registerCompany(app);
  await using real = await openProvider(app.url);
  const last = async () => (await owner.call(sso.testSso, { with_client: true })).steps.slice(-2);
  const [read, known, unknown] = [
    { step: 'keys', ok: true },
    { step: 'client', ok: true },
    { step: 'client', ok: false },
  ];
  await setUp(owner, real);
  expect(await last()).toEqual([read, known]);
  await setUp(owner, { ...real, client_secret: 'not the one that both know' });
  expect(await last()).toEqual([read, unknown]);
  await setUp(owner, { ...real, client_id: 'somebody else' });
  expect(await last()).toEqual([read, unknown]);
  expect((await actions(owner)).at(-1)).toEqual(['tested', { failed: 'client' }]);
  // One that is not asked to says nothing of it.
  expect((await owner.call(sso.testSso, {})).steps.at(-1)).toEqual(read);
});

test('a domain is proven by its record, and not by another', async () => {
  const { owner } = await registerCompany(app);
  const domain = newDomain();
  const claimed = await owner.call(sso.claimDomain, { domain: domain.toUpperCase() });
  const record = claimed.domains[0] as sso.SsoDomain;
  expect(record).toMatchObject({ domain, verified: false, record_name: `_limelight.${domain}` });
  // Once more is the same claim.
  expect(await owner.call(sso.claimDomain, { domain })).toEqual(claimed);
  const ask = () => owner.call(sso.verifyDomain, { domain });
  await expect(ask()).rejects.toMatchObject(refused('DOMAIN_NOT_PROVEN'));
  names.say(record.record_name, 'v=spf1 -all', `${record.record_value}x`);
  await expect(ask()).rejects.toMatchObject(refused('DOMAIN_NOT_PROVEN'));
  names.say(domain, record.record_value);
  await expect(ask()).rejects.toMatchObject(refused('DOMAIN_NOT_PROVEN'));
  names.say(record.record_name, 'v=spf1 -all', record.record_value);
  expect((await ask()).domains).toEqual([{ ...record, verified: true }]);
  expect((await ask()).domains).toEqual([{ ...record, verified: true }]);
  expect((await owner.call(sso.deleteDomain, { domain })).domains).toEqual([]);
  await expect(ask()).rejects.toMatchObject(refused('DOMAIN_NOT_FOUND'));
  expect((await actions(owner)).map(([what]) => what)).toEqual(['domain_claimed', 'domain_verified', 'domain_deleted']);
});

test('or by a code that is mailed there: five tries, and only the newest', async () => {
  const { owner } = await registerCompany(app);
  const domain = newDomain();
  await owner.call(sso.claimDomain, { domain });
  const verify = (code: string) => owner.call(sso.verifyDomain, { domain, code });
  await expect(verify('ABCDEFGH')).rejects.toMatchObject(refused('AUTH_OTP_EXPIRED'));
  const old = await domainCode(app, owner, domain);
  for (let i = 0; i < 5; i++) await expect(verify('ABCDEFGH')).rejects.toMatchObject(refused('AUTH_OTP_INVALID'));
  await expect(verify(old)).rejects.toMatchObject(refused('AUTH_OTP_TOO_MANY_ATTEMPTS'));
  const code = await domainCode(app, owner, domain, 2);
  await expect(verify(old)).rejects.toMatchObject(refused('AUTH_OTP_INVALID'));
  await app.sql("UPDATE sso_domain SET code_expires_at = now() - interval '1 second' WHERE domain = $1", [domain]);
  await expect(verify(code)).rejects.toMatchObject(refused('AUTH_OTP_EXPIRED'));
  const last = await domainCode(app, owner, domain, 3);
  const typed = `${last.slice(0, 4)} ${last.slice(4)}`.toLowerCase();
  expect((await verify(typed)).domains).toMatchObject([{ domain, verified: true }]);
  // Proven, nobody is mailed any more.
  await owner.call(sso.mailDomainCode, { domain, mailbox: 'admin' });
  expect(await mailsTo(app.dataDir, `admin@${domain}`)).toEqual([]);
});

test('a domain is one company’s at most: whose who proves it first, until it is given up', async () => {
  const [one, two] = [(await registerCompany(app)).owner, (await registerCompany(app)).owner];
  const domain = newDomain();
  await one.call(sso.claimDomain, { domain });
  await two.call(sso.claimDomain, { domain });
  const code = await domainCode(app, one, domain);
  const other = await domainCode(app, two, domain, 2);
  await expect(two.call(sso.verifyDomain, { domain, code })).rejects.toMatchObject(refused('AUTH_OTP_INVALID'));
  await one.call(sso.verifyDomain, { domain, code });
  await expect(two.call(sso.verifyDomain, { domain, code: other })).rejects.toMatchObject(refused('DOMAIN_TAKEN'));
  expect((await two.call(sso.getSso, {})).domains).toMatchObject([{ verified: false }]);
  await expect(two.call(sso.deleteDomain, { domain: newDomain() })).rejects.toMatchObject(refused('DOMAIN_NOT_FOUND'));
  await one.call(sso.deleteDomain, { domain });
  const { domains } = await two.call(sso.verifyDomain, { domain, code: other });
  expect(domains).toMatchObject([{ domain, verified: true }]);
});

test('fifty domains are enough for anybody', async () => {
  const { owner } = await registerCompany(app);
  for (let i = 0; i < 50; i++) await owner.call(sso.claimDomain, { domain: newDomain() });
  await expect(owner.call(sso.claimDomain, { domain: newDomain() })).rejects.toMatchObject(refused('TOO_MANY_DOMAINS'));
});

test('who may not configure the company neither sees nor changes it', async () => {
  const { owner } = await registerCompany(app);
  await prove(app, owner, newDomain());
  const member = await addPerson(app, owner);
  await expect(member.call(sso.getSso, {})).rejects.toMatchObject(refused('NO_PERMISSION'));
  await expect(setUp(member, provider)).rejects.toMatchObject(refused('NO_PERMISSION'));
});

/** Somebody who may configure the company, and no more. */
async function officeOf(owner: TestClient, role_name = 'Office'): Promise<TestClient> {
  const role_id = uuid();
  await owner.call(createRole, { role_id, role_name, permissions: ['company.configure'] });
  return addPerson(app, owner, { role_ids: [role_id] });
}

test('only an owner takes who answers for everybody’s address from a provider that is in use', async () => {
  const { owner } = await registerCompany(app);
  await prove(app, owner, newDomain());
  await setUp(owner, provider);
  const office = await officeOf(owner);
  const { config, may_choose } = await office.call(sso.getSso, {});
  expect(may_choose).toBe(false);
  const { has_secret: _, confirmed: __, ...rest } = config as NonNullable<typeof config>;
  for (const taken of [
    { issuer: 'https://elsewhere.example', client_secret: 'mine' },
    { client_id: 'mine' },
    { client_secret: 'mine' },
  ])
    await expect(office.call(sso.updateSso, { ...rest, ...taken })).rejects.toMatchObject(refused('OWNER_ONLY'));
  expect((await office.call(sso.updateSso, { ...rest, create_accounts: !rest.create_accounts })).config).toEqual({
    ...config,
    create_accounts: !rest.create_accounts,
  });
});

test('who configures the company sets it up for the first time, and puts it right until an owner has confirmed it', async () => {
  const { owner } = await registerCompany(app);
  const office = await officeOf(owner);
  const { issuer, client_id, client_secret } = provider;
  const { config, may_choose } = await setUp(office, { issuer: `${issuer}/`, client_id, client_secret });
  expect([config, may_choose]).toEqual([expect.objectContaining({ issuer: `${issuer}/`, confirmed: false }), true]);
  expect((await setUp(office, provider)).config).toMatchObject({ issuer, confirmed: false });
  // Saving the rest of it is no choice, and confirms nothing.
  const rest = { issuer, client_id, create_accounts: false, enabled: true };
  expect((await office.call(sso.updateSso, rest)).config?.confirmed).toBe(false);
  expect((await owner.call(sso.updateSso, rest)).config?.confirmed).toBe(false);
  expect(await owner.call(sso.updateSso, { ...rest, confirm: true })).toMatchObject({
    config: { confirmed: true },
    may_choose: true,
  });
  expect((await office.call(sso.getSso, {})).may_choose).toBe(false);
  await expect(setUp(office, { issuer, client_id, client_secret: 'mine' })).rejects.toMatchObject(
    refused('OWNER_ONLY'),
  );
  expect((await actions(owner)).map(([what]) => what)).toEqual(['changed', 'changed', 'changed', 'confirmed']);
});

test('owners are told by mail who has chosen a provider, and the others which owner has confirmed it', async () => {
  const { owner, email } = await registerCompany(app);
  const { items } = await owner.call(listRoles, {});
  const role_ids = items.filter(({ built_in }) => built_in === 'owner').map(({ role_id }) => role_id);
  const [second, away] = [`second@${newDomain()}`, `away@${newDomain()}`];
  await addPerson(app, owner, { work_email_id: second, role_ids });
  const { employee_id } = await addPerson(app, owner, { work_email_id: away, role_ids });
  await owner.call(setStatus, { employee_id, status: 'INACTIVE' });
  const office = await officeOf(owner);
  const subjects = async (address: string) => (await mailsTo(app.dataDir, address)).map(({ subject }) => subject);
  const CHOSEN = 'Company sign-on waits for an owner';
  const CONFIRMED = 'Company sign-on was confirmed';

  await setUp(office, provider);
  for (const address of [email, second]) {
    const { text } = await waitForMail(app.dataDir, address, 1, CHOSEN);
    expect(text).toContain(`Pat Person has chosen ${provider.issuer} `);
    expect(text).toContain('/admin/sso');
    expect(text).not.toContain(provider.client_secret);
  }
  // What chooses nobody else is no news, and neither is its secret; that somebody else says it, or another provider, is.
  const { issuer, client_id, client_secret } = provider;
  const rest = { issuer, client_id, create_accounts: false, enabled: true };
  await office.call(sso.updateSso, rest);
  await office.call(sso.updateSso, { ...rest, client_secret: 'put right' });
  const desk = await officeOf(owner, 'Desk');
  await desk.call(sso.updateSso, { ...rest, client_secret: 'another one' });
  expect((await waitForMail(app.dataDir, second, 2, CHOSEN)).text).toContain(issuer);
  await desk.call(sso.updateSso, { ...rest, client_id: 'other', client_secret: 'another one' });
  await waitForMail(app.dataDir, second, 3, CHOSEN);
  const moved = { issuer: 'https://elsewhere.example', client_id, client_secret };
  await setUp(desk, moved);
  expect((await waitForMail(app.dataDir, second, 4, CHOSEN)).text).toContain(moved.issuer);

  await setUp(owner, { ...moved, client_id: 'another' });
  await owner.call(sso.updateSso, {
    issuer: moved.issuer,
    client_id,
    create_accounts: true,
    enabled: true,
    confirm: true,
  });
  const { text } = await waitForMail(app.dataDir, second, 1, CONFIRMED);
  expect(text).toContain(`Olive Owner has confirmed ${moved.issuer} `);
  expect(await subjects(email)).not.toContain(CONFIRMED);
  expect((await subjects(away)).filter((one) => one.startsWith('Company sign-on'))).toEqual([]);
  expect((await subjects(second)).filter((one) => one.startsWith('Company sign-on'))).toEqual([
    ...Array.from({ length: 4 }, () => CHOSEN),
    CONFIRMED,
  ]);
});
