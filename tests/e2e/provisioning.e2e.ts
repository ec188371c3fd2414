// Provisioning set up by an administrator: a token is made, the provider calls with it, what fails is seen, the token is revoked. And
// what came from the provider is shown as such.
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { createToken } from '#contract/provisioning.ts';
import { ask, newUser, patch } from '../flows/provisioning.fixture.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE, readyOffline } from './kit/browser.ts';
import { type Company, newCompany } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

let company: Company;
test.beforeEach(async ({ server }) => {
  company = await newCompany(server);
});

const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true });
const note = (page: Page | Locator, text: string): Locator => page.getByText(text, { exact: true });

test('a token is made, copied once, used and revoked', async ({ open, server }) => {
  const { ines, kwame } = company;
  const page = await open(ines, { path: '/admin', ...NO_WORKER });
  await page.getByRole('link', { name: 'Provisioning (SCIM)' }).click();
  await expect(heading(page, 'Provisioning (SCIM)')).toBeVisible();
  await expect(note(page, `${server.url}/api/scim/v2`)).toBeVisible();
  await expect(note(page, 'None yet: no provider can call.')).toBeVisible();
  await expect(note(page, 'None in the last 30 days.')).toBeVisible();
  await judge(page, 'provisioning, empty, desktop');

  const name = page.getByLabel('Name of a new token', { exact: true });
  await button(page, 'Make token').click();
  await expect(name).toBeFocused();
  await name.fill('Okta');
  await page.keyboard.press('Enter');
  const made = page.getByRole('group', { name: 'The new token' });
  await expect(made).toBeFocused();
  const token = (await made.getByText(/^llscim_/).textContent()) ?? '';
  await judge(page, 'provisioning, token made, desktop');
  await button(made, 'Done').click();
  await expect(page.getByText(token)).toHaveCount(0);

  const off = patch({ op: 'replace', path: 'active', value: false });
  const url = server.url;
  expect((await ask(url, 'PATCH', `/Users/${ines.id}`, { token, body: off })).status).toBe(409);
  const user = newUser({ userName: ines.email });
  expect((await ask(url, 'POST', '/Users', { token, body: user })).status).toBe(409);
  expect((await ask(url, 'PATCH', `/Users/${kwame.id}`, { token, body: off })).status).toBe(200);
  await page.reload();
  await expect(note(page, 'This is the last owner of the company, who cannot be deactivated')).toBeVisible();
  await expect(page.getByRole('link', { name: ines.name })).toBeVisible();
  await expect(page.getByText(/Last used on/)).toBeVisible();
  await judge(page, 'provisioning, used, desktop');
  await page.setViewportSize({ width: 820, height: 1180 });
  await judge(page, 'provisioning, used, tablet');
  await page.setViewportSize(PHONE.viewport);
  await judge(page, 'provisioning, used, phone');

  await button(page, 'Revoke Okta').focus();
  await page.keyboard.press('Enter');
  await button(page.getByRole('dialog', { name: 'Revoke Okta?' }), 'Revoke').click();
  await expect(note(page, 'None yet: no provider can call.')).toBeVisible();
  expect((await ask(url, 'GET', '/Users', { token })).status).toBe(401);
});

test('somebody whom the provider makes is in the list at once, and its group is shown as its own', async ({
  open,
  server,
}) => {
  const { ines } = company;
  const { secret } = await ines.api.call(createToken, { token_id: uuid(), token_name: 'Entra' });
  const token = secret ?? '';
  const page = await open(ines, { path: '/admin/people', ...NO_WORKER });
  await expect(heading(page, 'People')).toBeVisible();
  const user = await ask(server.url, 'POST', '/Users', { token, body: newUser() });
  await expect(page.getByText('Nia Newell').first()).toBeVisible({ timeout: 30_000 });
  await page.goto(`${server.url}/admin/groups`);
  await expect(heading(page, 'Groups')).toBeVisible();
  const members = [{ value: user.body.id }];
  await ask(server.url, 'POST', '/Groups', { token, body: { displayName: 'Night shift', members } });
  const group = page.getByRole('link', { name: /Night shift/ });
  await expect(group).toContainText('From your identity provider', { timeout: 30_000 });
  await judge(page, 'groups, one of the provider, desktop');
  await group.click();
  await expect(heading(page, 'Night shift')).toBeVisible();
  await expect(page.getByText(/its name and who is in it are changed there/)).toBeVisible();
  await expect(page.getByText('Nia Newell')).toBeVisible();
  await expect(button(page, 'Delete group')).toHaveCount(0);
  await judge(page, 'group of the provider, desktop');
  await page.goto(`${server.url}/admin/audit`);
  await expect(page.getByText('Provisioning').first()).toBeVisible();
});

test('two tokens are the most, and without a connection it says so', async ({ open, watch }) => {
  watch.cutsConnections = true;
  const { ines } = company;
  for (const token_name of ['Old', 'New']) await ines.api.call(createToken, { token_id: uuid(), token_name });
  const page = await open(ines, { path: '/admin/provisioning' });
  await readyOffline(page);
  await expect(note(page, 'Two at most: revoke one to make another.')).toBeVisible();
  await page.context().setOffline(true);
  await page.reload();
  await expect(note(page, 'Seeing provisioning needs a connection.')).toBeVisible();
  await judge(page, 'provisioning, offline, desktop');
  await page.context().setOffline(false);
  await expect(note(page, 'Two at most: revoke one to make another.')).toBeVisible({ timeout: 30_000 });
});
