// Company single sign-on: set up by an administrator, used by a colleague with the provider's own page in between, and left again.
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import * as sso from '#contract/auth/sso.ts';
import { listRoles } from '#contract/people/roles.ts';
import { create, setStatus, update } from '#contract/people.ts';
import { type IdentityProvider, openProvider } from '#tests/kit/outside/identity-provider.ts';
import { type NameServer, openNameServer } from '#tests/kit/outside/name-server.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE, readyOffline } from './kit/browser.ts';
import { type Company, newCompany, type Person } from './kit/people.ts';
import { builtClient, Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';

// A server of its own: it reaches the provider and the name server of the test.
let names: NameServer;
let server: Server;
let provider: IdentityProvider;
let company: Company;
test.beforeAll(async () => {
  names = await openNameServer();
  server = new Server(builtClient(), { program: fileURLToPath(import.meta.resolve('../kit/outside/sso-server.ts')) });
  server.env['NAME_SERVER'] = names.address;
  await server.start();
  // Another site than the app, as it always is.
  provider = await openProvider(server.url, process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1');
});
test.afterAll(async () => {
  await server?.close();
  await provider?.[Symbol.asyncDispose]();
  await names?.[Symbol.asyncDispose]();
});
test.beforeEach(async () => {
  company = await newCompany(server);
});

const domainOf = ({ email }: Person) => email.split('@')[1] ?? '';
const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true });
const field = (page: Page | Locator, name: string): Locator => page.getByLabel(name, { exact: true });
const note = (page: Page | Locator, text: string): Locator => page.getByText(text, { exact: true });

/** As an administrator has left it. */
async function ready(create_accounts = true): Promise<void> {
  const { api } = company.ines;
  const domain = domainOf(company.ines);
  const { issuer, client_id, client_secret } = provider;
  await api.call(sso.updateSso, { issuer, client_id, client_secret, create_accounts, enabled: true });
  const { domains } = await api.call(sso.claimDomain, { domain });
  names.say(domains[0]?.record_name ?? '', domains[0]?.record_value ?? '');
  await api.call(sso.verifyDomain, { domain });
}

async function toChoice(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Work e-mail' }).fill(email);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Sign in to Brackenford')).toBeVisible();
}

test('an administrator sets it up, tries it out and proves a domain', async ({ open, watch }) => {
  watch.allow(/status of 409/, /status of 400/);
  const { ines } = company;
  const page = await open(ines, { place: server, path: '/admin/sso', ...NO_WORKER });
  await expect(heading(page, 'Sign-in & SSO')).toBeVisible();
  await expect(note(page, `${server.url}/api/auth/login/sso/callback`)).toBeVisible();
  await expect(note(page, 'None yet: nobody can come in by sign-on.')).toBeVisible();
  await judge(page, 'sso, empty, desktop');

  await button(page, 'Save').click();
  await expect(field(page, 'Issuer')).toBeFocused();
  await field(page, 'Issuer').fill('http://10.0.0.1');
  await field(page, 'Client ID').fill(provider.client_id);
  await field(page, 'Client secret').fill(provider.client_secret);
  await page.keyboard.press('Enter');
  await expect(note(page, 'Enter the https address of your provider, as it writes it itself.')).toBeVisible();
  await field(page, 'Issuer').fill(`${provider.issuer}/`);
  await button(page, 'Save').click();
  const steps = page.getByRole('list', { name: 'Test result' }).getByRole('listitem');
  await button(page, 'Test what is saved').click();
  await expect(steps).toHaveText([
    'The provider answers',
    'It calls itself otherwise: compare each letter and the last slash',
  ]);
  await field(page, 'Issuer').fill(provider.issuer);
  await button(page, 'Save').click();
  await expect(note(page, 'Another provider has another secret: please enter it.')).toBeVisible();
  await field(page, 'Client secret').fill(provider.client_secret);
  await button(page, 'Save').click();
  await expect(field(page, 'Client secret')).toHaveValue('');
  await expect(note(page, 'One is saved. Enter another one only to replace it.')).toBeVisible();
  await button(page, 'Test what is saved').click();
  await expect(steps).toHaveCount(5);
  await expect(steps.last()).toHaveText('It does not refuse the client ID and secret');

  const domain = domainOf(ines);
  await field(page, 'New domain').fill(domain);
  await page.keyboard.press('Enter');
  const item = page.getByRole('listitem', { name: domain });
  await expect(note(item, 'Not proven yet')).toBeVisible();
  await button(item, 'Verify').click();
  await expect(item.getByRole('alert')).toContainText('We could not find this record yet.');
  await button(item, `admin@${domain}`).click();
  await expect(field(item, 'Code')).toBeVisible();
  await judge(page, 'sso, proving a domain, desktop');
  const record = (await ines.api.call(sso.getSso, {})).domains[0];
  names.say(record?.record_name ?? '', record?.record_value ?? '');
  await button(item, 'Verify').click();
  await expect(note(item, 'Proven')).toBeVisible();
  await judge(page, 'sso, done, desktop');
  await page.setViewportSize(PHONE.viewport);
  await judge(page, 'sso, done, phone');
  await page.setViewportSize({ width: 820, height: 1180 });
  await judge(page, 'sso, done, tablet');
  await button(item, 'Remove').click();
  await button(page.getByRole('dialog', { name: `Remove ${domain}?` }), 'Remove').click();
  await expect(note(page, 'None yet: nobody can come in by sign-on.')).toBeVisible();
});

test('who is no owner sets it up at first, an owner confirms it, and from then on it is the owner’s', async ({
  open,
}) => {
  const { ines, kwame } = company;
  const { items } = await ines.api.call(listRoles, {});
  const role_ids = items.filter(({ built_in }) => built_in === 'admin').map(({ role_id }) => role_id);
  await ines.api.call(update, { employee_id: kwame.id, role_ids });
  const his = await open(kwame, { place: server, path: '/admin/sso', ...NO_WORKER });
  const unconfirmed = (page: Page) => page.getByText('No owner has confirmed this provider yet');
  await field(his, 'Issuer').fill(provider.issuer);
  await field(his, 'Client ID').fill(provider.client_id);
  await field(his, 'Client secret').fill(provider.client_secret);
  await button(his, 'Save').click();
  await expect(unconfirmed(his)).toBeVisible();
  await expect(field(his, 'Issuer')).toBeEnabled();
  await judge(his, 'sso, not confirmed, desktop');

  const hers = await open(ines, { place: server, path: '/admin/sso', ...NO_WORKER });
  await expect(unconfirmed(hers)).toBeVisible();
  // Saving it is no word yet.
  await button(hers, 'Save').click();
  await expect(note(hers, 'Sign-on is saved.')).toBeVisible();
  await expect(unconfirmed(hers)).toBeVisible();
  await hers.getByRole('checkbox', { name: `${provider.issuer} is our provider` }).check();
  await judge(hers, 'sso, an owner confirms, desktop');
  await button(hers, 'Save').click();
  await expect(unconfirmed(hers)).toHaveCount(0);

  await his.reload();
  await expect(note(his, 'Only an owner of your company can choose another provider.')).toBeVisible();
  for (const name of ['Issuer', 'Client ID', 'Client secret']) await expect(field(his, name)).toBeDisabled();
  await his.getByRole('switch', { name: 'Make accounts at the first sign-in' }).click();
  await button(his, 'Save').click();
  await expect(note(his, 'Sign-on is saved.')).toBeVisible();
  await judge(his, 'sso, the owner’s, desktop');
  await his.setViewportSize(PHONE.viewport);
  await judge(his, 'sso, the owner’s, phone');
});

test('a colleague goes to the provider, comes back signed in where they wanted to be, and signs out at both', async ({
  open,
}) => {
  await ready();
  const { kwame, ines } = company;
  const email = `nia@${domainOf(ines)}`;
  provider.know({ sub: 'Nia Newell', email, email_verified: true, given_name: 'Nia', family_name: 'Newell' });
  const page = await open(null, { place: server, path: '/people' });
  await readyOffline(page);
  await toChoice(page, email);
  await judge(page, 'sign-in choice, desktop');
  await button(page, 'Continue with company sign-on').click();
  await page.getByRole('link', { name: 'Nia Newell' }).click();
  await expect(heading(page, 'People')).toBeVisible();
  await expect(page.getByText(kwame.name).first()).toBeVisible();
  expect(page.url()).toBe(`${server.url}/people`);
  await page.reload();
  await expect(heading(page, 'People')).toBeVisible();

  await page.goto(`${server.url}/me`);
  await button(page, 'Log out').click();
  await page.waitForURL((url) => url.origin === provider.issuer);
  await button(page, 'Sign out').click();
  await expect(heading(page, 'Welcome back')).toBeVisible();
});

test('who may not come in is told why, and still has the password; on a phone', async ({ open, watch }) => {
  watch.allow(/status of 401/, /status of 400/);
  await ready(false);
  const { ines } = company;
  provider.know({ sub: 'Somebody else', email: 'else@elsewhere.example', email_verified: true });
  provider.know({ sub: 'Nobody', email: `nobody@${domainOf(ines)}`, email_verified: true });
  const employee_id = uuid();
  const work_email_id = `pia@${domainOf(ines)}`;
  await ines.api.call(create, { employee_id, first_name: 'Pia', last_name: 'Paused', work_email_id });
  await ines.api.call(setStatus, { employee_id, status: 'SUSPENDED' });
  provider.know({ sub: 'Pia Paused', email: work_email_id, email_verified: true });
  const page = await open(null, { place: server, path: '/sign-in', ...PHONE, ...NO_WORKER });
  const comeAs = async (name: string) => {
    await toChoice(page, ines.email);
    await page.context().clearCookies({ domain: new URL(provider.issuer).hostname });
    await button(page, 'Continue with company sign-on').click();
    await page.getByRole('link', { name }).click();
  };
  const refused = async (name: string, text: string) => {
    await comeAs(name);
    await expect(page.getByRole('alert')).toHaveText(text);
  };
  await refused('Somebody else', 'You are not authorized to login from this email domain');
  await judge(page, 'sign-in refused, phone');
  await refused('Nobody', 'There is no account for you yet. Please contact your administrator.');
  await comeAs('Pia Paused');
  await expect(heading(page, 'Your account is not active')).toBeVisible();
  await judge(page, 'sign-in of a paused account, phone');
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await toChoice(page, ines.email);
  // What was said before is not said again.
  await expect(page.getByRole('alert')).toHaveCount(0);
  await field(page, 'Password').fill('not it');
  await page.keyboard.press('Enter');
  await expect(note(page, 'Provided credentials are not valid')).toBeVisible();
  await judge(page, 'sign-in choice, phone');
  await page.getByRole('link', { name: 'Not you?' }).click();
  await expect(heading(page, 'Welcome back')).toBeVisible();
  await page.goto(`${server.url}/sign-in/sso#session_id=x&company_id=y&employee_id=z`);
  await expect(heading(page, 'This did not work')).toBeVisible();
});

test('whose company is paused is told so, and nothing of their account', async ({ open }) => {
  await ready();
  const { ines } = company;
  provider.know({ sub: 'The owner', email: ines.email, email_verified: true });
  await server.sql("UPDATE company SET status = 'SUSPENDED' WHERE company_id = $1", [company.id]);
  const page = await open(null, { place: server, path: '/sign-in', ...NO_WORKER });
  await toChoice(page, ines.email);
  await button(page, 'Continue with company sign-on').click();
  await page.getByRole('link', { name: 'The owner' }).click();
  await expect(heading(page, 'Your company is paused')).toBeVisible();
  await judge(page, 'sign-in of a paused company, desktop');
  await page.setViewportSize(PHONE.viewport);
  await judge(page, 'sign-in of a paused company, phone');
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(heading(page, 'Welcome back')).toBeVisible();
});

test('without a connection it says so', async ({ open, watch }) => {
  watch.cutsConnections = true;
  const page = await open(company.ines, { place: server, path: '/admin/sso' });
  await readyOffline(page);
  await expect(heading(page, 'Sign-in & SSO')).toBeVisible();
  await page.context().setOffline(true);
  await page.reload();
  await expect(note(page, 'Seeing how people sign in needs a connection.')).toBeVisible();
  await judge(page, 'sso, offline, desktop');
  await page.context().setOffline(false);
  await expect(note(page, 'None yet: nobody can come in by sign-on.')).toBeVisible({ timeout: 30_000 });
});

test('who has no password confirms at the provider that it is them, and comes back to where they were', async ({
  open,
  watch,
}) => {
  watch.allow(/status of 403/);
  await ready();
  const { id, email, api } = company.ines;
  provider.know({ sub: 'ines', email, email_verified: true });
  provider.know({ sub: 'somebody', email: `other-${email}`, email_verified: true });
  const identity = 'INSERT INTO sso_identity (company_id, issuer, subject, employee_id) VALUES ($1, $2, $3, $4)';
  await server.sql(identity, [api.company_id, provider.issuer, 'ines', id]);
  const page = await open(company.ines, { place: server, path: '/admin/roles/new', ...NO_WORKER });
  await server.sql('DELETE FROM credential WHERE employee_id = $1', [id]);
  await server.sql("UPDATE session SET proved_at = now() - interval '11 minutes' WHERE employee_id = $1", [id]);
  const create = async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Front desk');
    await button(page, 'Create role').click();
  };
  await create();
  const asked = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await expect(asked).toContainText('brings you back to this page');
  await judge(page, 'proof, company sign-on, desktop');
  await page.setViewportSize(PHONE.viewport);
  await judge(page, 'proof, company sign-on, phone');
  await expect(button(asked, 'Continue')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'somebody', exact: true }).click();
  await expect(page.getByText('Your company’s sign-on did not confirm that it is you.')).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/admin/roles/new`);
  await create();
  await button(asked, 'Continue').click();
  await page.getByRole('link', { name: 'ines' }).click();
  await expect(page).toHaveURL(`${server.url}/admin/roles/new`);
  await create();
  await expect(heading(page, 'Front desk')).toBeVisible();
  await expect(asked).toHaveCount(0);
});
