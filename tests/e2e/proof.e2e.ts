// “Confirm it’s you”: asked over whatever was being done, which then goes on as if nobody had asked; and what becomes of a no.
import type { Locator, Page, Request } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { createRole, listRoles, updateRoleMembers } from '#contract/people/roles.ts';
import { PASSWORD } from '#tests/kit/factory.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE } from './kit/browser.ts';
import type { Person } from './kit/people.ts';
import type { Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';

const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });
const note = (page: Page | Locator, text: string): Locator => page.getByText(text, { exact: true });
const asked = (page: Page): Locator => page.getByRole('dialog', { name: 'Confirm it’s you' });
const password = (page: Page): Locator => asked(page).getByRole('textbox', { name: 'Your password' });
const box = (page: Page, name: string): Locator => page.getByRole('checkbox', { name });

/** Everybody there has signed in eleven minutes ago. */
const later = (server: Server, { company_id }: { company_id: string }) =>
  server.sql("UPDATE session SET proved_at = now() - interval '11 minutes' WHERE company_id = $1", [company_id]);
/** Nobody there has said who they are, or administered, for two hours. */
const muchLater = (server: Server, { company_id }: { company_id: string }) =>
  server.sql(
    "UPDATE session SET proved_at = now() - interval '2 hours', administered_at = now() - interval '2 hours' WHERE company_id = $1",
    [company_id],
  );
const define = async (by: Person): Promise<string> => {
  const role_id = uuid();
  await by.api.call(createRole, { role_id, role_name: 'Front desk', permissions: ['spaces.create'] });
  return role_id;
};
const companyOf = ({ api }: Person) => ({ company_id: api.company_id });
const allowed = async (by: Person): Promise<readonly string[] | undefined> =>
  (await by.api.call(listRoles, {})).items.find(({ role_name }) => role_name === 'Front desk')?.permissions;

test('a role is saved after the password is given; a no is told as any other refusal', async ({
  company: { ines },
  open,
  server,
  watch,
}) => {
  watch.allow(/status of 40[03]/);
  const page = await open(ines, { path: `/admin/roles/${await define(ines)}`, ...NO_WORKER });
  await box(page, 'Manage people').check();
  await later(server, companyOf(ines));
  await button(page, 'Save').click();
  await expect(password(page)).toBeFocused();
  await judge(page, 'proof, desktop');
  await page.keyboard.press('Escape');
  await expect(asked(page)).toHaveCount(0);
  await expect(note(page, 'Confirm that it is you to go on.')).toBeVisible();
  expect(await allowed(ines)).toEqual(['spaces.create']);
  await judge(page, 'proof, refused, desktop');

  await button(page, 'Save').click();
  await expect(password(page)).toBeFocused();
  await page.keyboard.type('not the right one');
  await page.keyboard.press('Enter');
  await expect(note(asked(page), 'This is not your password. Please try again.')).toBeVisible();
  await judge(page, 'proof, wrong, desktop');
  await password(page).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(asked(page)).toHaveCount(0);
  await expect(button(page, 'Save')).toBeDisabled();
  await expect(note(page, 'Confirm that it is you to go on.')).toHaveCount(0);
  expect(await allowed(ines)).toEqual(['people.manage', 'spaces.create']);

  // Nobody is asked twice within minutes.
  await box(page, 'Manage people').uncheck();
  await button(page, 'Save').click();
  await expect(button(page, 'Save')).toBeDisabled();
  expect(await allowed(ines)).toEqual(['spaces.create']);
});

test('asked over a dialog that is open, and for a file that is fetched; on a phone', async ({
  company: { ines, kwame },
  open,
  server,
  watch,
}) => {
  watch.allow(/status of 403/);
  const page = await open(ines, { path: `/admin/roles/${await define(ines)}`, ...PHONE, ...NO_WORKER });
  await expect(box(page, 'Create spaces')).toBeChecked();
  await later(server, companyOf(ines));
  await button(page, 'Add people').click();
  const gives = page.getByRole('dialog', { name: 'Give Front desk to people' });
  await gives.getByRole('combobox', { name: 'Colleagues' }).fill('kwa');
  await gives.getByRole('option', { name: kwame.name }).click();
  await button(gives, 'Add 1 person').click();
  await expect(password(page)).toBeFocused();
  await judge(page, 'proof, over another dialog, phone');
  await button(asked(page), 'Cancel').click();
  await expect(note(gives, 'Confirm that it is you to go on.')).toBeVisible();
  await button(gives, 'Add 1 person').click();
  await password(page).fill(PASSWORD);
  await button(asked(page), 'Confirm').click();
  await expect(gives).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'People' }).getByRole('listitem')).toHaveText(new RegExp(kwame.name));

  await page.goto('/admin/audit');
  await later(server, companyOf(ines));
  const saved = page.waitForEvent('download');
  await button(page, 'Export').click();
  await password(page).fill(PASSWORD);
  await button(asked(page), 'Confirm').click();
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
});

test('without a connection it says so, and tries again', async ({ company: { ines }, open, server, watch }) => {
  watch.allow(/status of 403/);
  const page = await open(ines, { path: `/admin/roles/${await define(ines)}`, ...NO_WORKER });
  await box(page, 'Manage people').check();
  await later(server, companyOf(ines));
  let away = true;
  await page.route('**/api/auth/proof/**', (route) => (away ? route.abort() : route.fallback()));
  watch.allow(/ERR_FAILED|Failed to load/);
  await button(page, 'Save').click();
  await expect(asked(page)).toContainText('Confirming that it is you needs a connection.');
  await judge(page, 'proof, offline, desktop');
  away = false;
  await button(asked(page), 'Try again').click();
  await password(page).fill(PASSWORD);
  away = true;
  await page.keyboard.press('Enter');
  await expect(asked(page).getByRole('alert')).toContainText('Connectivity issue');
  away = false;
  await page.keyboard.press('Enter');
  await expect(asked(page)).toHaveCount(0);
  await expect(button(page, 'Save')).toBeDisabled();
});

test('two calls at once are asked about once', async ({ company: { ines, kwame }, open, server, watch }) => {
  watch.allow(/status of 403/);
  const role_id = await define(ines);
  await ines.api.call(updateRoleMembers, { role_id, add: [kwame.id] });
  const page = await open(ines, { path: `/admin/roles/${role_id}`, ...NO_WORKER });
  const people = page.getByRole('region', { name: 'People' });
  await expect(people.getByRole('listitem')).toHaveCount(1);
  await later(server, companyOf(ines));
  const { promise: both, resolve: letGo } = Promise.withResolvers<void>();
  let held = 0;
  await page.route(/\/role\/(members\/)?update$/, async (route) => {
    if (++held <= 2) await both;
    await route.fallback();
  });
  await box(page, 'Manage people').check();
  await button(page, 'Save').click();
  await button(people, `Take the role from ${kwame.name}`).click();
  await expect.poll(() => held).toBe(2);
  letGo();
  await password(page).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(asked(page)).toHaveCount(0);
  await expect(people.getByRole('listitem')).toHaveCount(0);
  await expect(button(page, 'Save')).toBeDisabled();
  expect(await allowed(ines)).toEqual(['people.manage', 'spaces.create']);
});

test('with a passkey, where passkeys are to be had', async ({ company: { ines }, open, server, watch }) => {
  watch.allow(/status of 403/);
  // Only from the second start on does it know on which port: passkeys are bound to the address of the page.
  await server.kill();
  await server.start();
  const place = { url: server.url.replace('127.0.0.1', 'localhost') };
  const page = await open(ines, { path: '/settings/security', place, ...NO_WORKER });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await button(page, 'Add a passkey').click();
  const adds = page.getByRole('dialog', { name: 'Add a passkey' });
  await adds.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  await page.goto(`/admin/roles/${await define(ines)}`);
  await box(page, 'Manage people').check();
  await later(server, companyOf(ines));
  await button(page, 'Save').click();
  await button(asked(page), 'Use a passkey instead').click();
  await judge(page, 'proof, passkey, desktop');
  await button(asked(page), 'Confirm').click();
  await expect(asked(page)).toHaveCount(0);
  await expect(button(page, 'Save')).toBeDisabled();
  expect(await allowed(ines)).toEqual(['people.manage', 'spaces.create']);
});

test('how the company is guarded: a yes shows it, a no says so, and what is read anew by itself interrupts nobody', async ({
  company: { ines },
  open,
  server,
  watch,
}) => {
  watch.allow(/status of 403/);
  const page = await open(ines, { path: '/settings', ...NO_WORKER });
  await muchLater(server, companyOf(ines));
  await page.goto('/admin/audit');
  await expect(password(page)).toBeFocused();
  await judge(page, 'proof to see, desktop');
  await page.keyboard.press('Escape');
  await expect(asked(page)).toHaveCount(0);
  await expect(note(page, 'Confirm it’s you to see this')).toBeVisible();
  await judge(page, 'proof to see, refused, desktop');
  // A read notes that somebody administers: one that is still on its way would do so after it was said to be long ago.
  const asking = new Set<Request>();
  page.on('request', (request) => request.url().includes('/config/') && asking.add(request));
  page.on('requestfinished', (request) => asking.delete(request));
  page.on('requestfailed', (request) => asking.delete(request));
  const readAnew = async (path: string) => {
    const answered = page.waitForResponse((response) => response.url().includes(path));
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    expect((await answered).status()).toBe(403);
    await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
    await expect(asked(page)).toHaveCount(0);
  };
  await readAnew('/config/audit/list');
  await button(page, 'Confirm').click();
  await password(page).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(asked(page)).toHaveCount(0);
  await expect(note(page, 'Confirm it’s you to see this')).toHaveCount(0);
  await expect.poll(() => asking.size).toBe(0);

  // Both parts of the page are read, and both come with the one answer.
  await muchLater(server, companyOf(ines));
  await page.getByRole('link', { name: 'Sign-in & SSO' }).click();
  await password(page).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(asked(page)).toHaveCount(0);
  await expect(page.getByRole('switch', { name: 'Everybody needs it' })).toBeVisible();
  const issuer = page.getByRole('textbox', { name: 'Issuer' });
  await issuer.fill('https://login.brackenford.example');
  await expect.poll(() => asking.size).toBe(0);
  await muchLater(server, companyOf(ines));
  await readAnew('/config/sso/get');
  await expect(issuer).toBeFocused();
  await expect(issuer).toHaveValue('https://login.brackenford.example');
});
