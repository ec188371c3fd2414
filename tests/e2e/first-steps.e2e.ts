// The first minutes of whoever has registered a company: what to do first, ticked as it is done, gone once somebody else is there.
import type { Locator, Page } from 'playwright/test';
import { reset } from '#contract/auth.ts';
import { update } from '#contract/company.ts';
import { TestClient } from '#tests/kit/client.ts';
import { PASSWORD, registerCompany } from '#tests/kit/factory.ts';
import { resetTokenIn, waitForMail } from '#tests/kit/mails.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE } from './kit/browser.ts';
import { keepToasts } from './kit/chat.ts';
import { canary } from './kit/own-browser.ts';
import { newSpace, type Person } from './kit/people.ts';
import type { Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';

const path = '/connect';
const steps = (page: Page): Locator => page.getByRole('region', { name: 'First steps' });
const step = (page: Page, name: string | RegExp): Locator => steps(page).getByRole('link', { name });
const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name });

/** Somebody who has registered a company, and nobody else. */
async function alone(server: Server): Promise<Person> {
  const email = `ines-${canary()}@brackenford.example`;
  const given = { company_name: 'Brackenford', email_id: email, first_name: 'Ines', last_name: 'Okafor' };
  const { owner } = await registerCompany(server, given);
  return { id: owner.employee_id, first: 'Ines', name: 'Ines Okafor', email, api: owner };
}

async function invite(page: Page, first: string, email: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add a person' });
  await dialog.getByLabel('First name').fill(first);
  await dialog.getByLabel('Last name').fill('Mensah');
  await dialog.getByLabel('Work e-mail').fill(email);
  await button(dialog, 'Send the invitation').click();
  await expect(dialog).toBeHidden();
}

test('who is alone invites, makes a space and puts the colours in; whoever joins ends it', async ({ open, server }) => {
  const ines = await alone(server);
  const page = await open(ines, { path, ...NO_WORKER });
  await expect(steps(page)).toContainText('0 of 3 done');
  await expect(page.getByRole('heading', { name: 'Brackenford is ready for its people' })).toBeVisible();
  await judge(page, 'first steps, desktop');

  const email = `kwame-${canary()}@brackenford.example`;
  await step(page, /^Invite your colleagues/).click();
  await expect(page).toHaveURL(/\/admin\/people$/);
  await invite(page, 'Kwame', email);
  // Whoever comes back to this page is not asked again.
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Kwame/ })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Chat' }).click();
  await expect(step(page, /^Done: Invite your colleagues One person is invited/)).toBeVisible();
  await expect(steps(page)).toContainText('1 of 3 done');
  await expect(page.getByRole('heading', { name: 'Your invitations are out' })).toBeVisible();

  await step(page, /^Make a space/).click();
  await expect(page.getByRole('dialog', { name: 'New space' })).toBeVisible();
  await page.goBack();
  await newSpace(ines, 'Ovens', []);
  await expect(step(page, /^Done: Make a space/)).toBeVisible();
  await step(page, /^Make it look like Brackenford/).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Branding & theme' })).toBeVisible();
  await page.goBack();
  await ines.api.call(update, { color_theme: 'Custom_Tron' });
  await expect(steps(page)).toContainText('3 of 3 done');
  await judge(page, 'first steps, done, desktop');

  const token = resetTokenIn(await waitForMail(server.dataDir, email));
  await new TestClient(server.url).call(reset, { token, password: PASSWORD, confirm_password: PASSWORD });
  await expect(steps(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Pick a conversation' })).toBeVisible();
});

test('it can be put away, and back; on a phone and a tablet it stands where the list is', async ({ open, server }) => {
  const ines = await alone(server);
  const page = await open(ines, { path: 'about:blank', ...PHONE, ...NO_WORKER });
  await keepToasts(page);
  await page.goto(path);
  await expect(step(page, /^Invite your colleagues/)).toBeVisible();
  await judge(page, 'first steps, phone');
  await newSpace(ines, 'Ovens', []);
  await expect(steps(page)).toContainText('1 of 3 done');
  await expect(page.getByRole('link', { name: /^Ovens/ })).toBeVisible();
  await judge(page, 'first steps, space, phone');
  await button(page, 'Put the first steps away').click();
  await expect(steps(page)).toBeHidden();
  await button(page, 'Undo').click();
  await expect(steps(page)).toBeVisible();
  await page.setViewportSize({ width: 820, height: 1180 });
  await judge(page, 'first steps, tablet');
  await button(page, 'Put the first steps away').click();
  await page.reload();
  await expect(page.getByRole('link', { name: /^Ovens/ })).toBeVisible();
  await expect(steps(page)).toBeHidden();
});

test('where somebody else is, there are none', async ({ company: { ines, kwame }, open }) => {
  for (const person of [ines, kwame]) {
    const page = await open(person, { path, ...NO_WORKER });
    await expect(page.getByRole('heading', { name: 'No conversations yet' })).toBeVisible();
    await expect(button(page.getByRole('region', { name: 'Conversations' }), 'New message').last()).toBeVisible();
    await expect(steps(page)).toHaveCount(0);
  }
});
