// People: found by a skill, a site, a department and who is available; below departments; what is looked for stands in the address. On
// a phone, and without a connection.
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { bulkDepartment } from '#contract/people/bulk.ts';
import { createDepartment } from '#contract/people/departments.ts';
import { list as contract, create, update } from '#contract/people.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE, readyOffline, storedOf } from './kit/browser.ts';
import { type Company, newColleague, type Person } from './kit/people.ts';
import type { Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';

const list = (page: Page): Locator => page.getByRole('list', { name: 'People' });
const people = (page: Page): Locator => list(page).getByRole('listitem');
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
const search = (page: Page): Locator => page.getByRole('searchbox', { name: 'Find people' });
const view = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'View' }).getByRole('link', { name });

async function pick(page: Page, filter: RegExp, choice: string): Promise<void> {
  await button(page, filter).click();
  await page
    .getByRole('menuitemcheckbox', { name: choice })
    .or(page.getByRole('menuitemradio', { name: choice }))
    .click();
}

/** Ines in the head office; Kwame on the quay, in Drivers below Transport; Beatriz on the quay, in no department. */
async function staff(server: Server, { ines, kwame }: Company): Promise<Person> {
  const beatriz = await newColleague(server, ines, 'Beatriz', 'Moura', 'Shop manager');
  const change = (who: Person, fields: object) => who.api.call(update, { employee_id: who.id, ...fields });
  await change(ines, { location: 'Head office' });
  await change(kwame, { location: 'Quayside', skills: ['Forklift'] });
  await change(beatriz, { location: 'Quayside' });
  const [transport, drivers] = [uuid(), uuid()];
  await ines.api.call(createDepartment, { department_id: transport, department_name: 'Transport' });
  await ines.api.call(createDepartment, { department_id: drivers, department_name: 'Drivers', parent_id: transport });
  await ines.api.call(bulkDepartment, { employee_ids: [kwame.id], department_id: drivers });
  return beatriz;
}

test('colleagues are found as cards and below their departments, and the address says how', async ({
  company,
  open,
  server,
}) => {
  const beatriz = await staff(server, company);
  const page = await open(beatriz, { path: '/people', ...NO_WORKER });
  await expect(people(page)).toHaveText([
    /Beatriz Moura.*Quayside/,
    /Ines Okafor.*Head office/,
    /Kwame Mensah.*Quayside/,
  ]);
  await expect(page.getByRole('status').filter({ hasText: '3 people' })).toBeVisible();
  await judge(page, 'people, cards, desktop');
  await search(page).fill('forklift');
  await expect(people(page)).toHaveText([/Kwame Mensah/]);
  await search(page).fill('');
  await pick(page, /^All sites/, 'Quayside');
  await expect(people(page)).toHaveText([/Beatriz/, /Kwame/]);
  await pick(page, /^All departments/, 'Transport');
  await expect(people(page)).toHaveText([/Kwame/]);
  await expect(page).toHaveURL(/sites=.*departments=/);
  await page.reload();
  await expect(people(page)).toHaveText([/Kwame/]);
  // Back is to what was looked for before.
  await page.goBack();
  await expect(people(page)).toHaveText([/Beatriz/, /Kwame/]);
  await button(page, 'Clear site').click();
  await expect(people(page)).toHaveCount(3);

  // Nobody but she is here; then Kwame comes and goes.
  await button(page, 'Available now').click();
  await expect(people(page)).toHaveText([/Beatriz/]);
  const his = await open(company.kwame, { path: '/people', ...NO_WORKER });
  await expect(people(page)).toHaveText([/Beatriz/, /Kwame/], { timeout: 60_000 });
  await his.close();
  await expect(people(page)).toHaveText([/Beatriz/], { timeout: 60_000 });
  await button(page, 'Available now').click();

  await view(page, 'Departments').click();
  const transport = button(page, /^Transport\s*1$/);
  await expect(transport).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('list', { name: 'Drivers' }).getByRole('listitem')).toHaveText([/Kwame/]);
  await expect(page.getByRole('list', { name: 'In no department' }).getByRole('listitem')).toHaveCount(2);
  await judge(page, 'people, departments, desktop');
  await transport.press('Enter');
  await expect(button(page, /^Drivers/)).toHaveCount(0);
  await view(page, 'Chart').click();
  await expect(page).toHaveURL(/\/people\/chart/);
  await view(page, 'Cards').click();
  await page.getByRole('link', { name: 'Message Kwame' }).click();
  await expect(page).toHaveURL(new RegExp(`/connect/employee/${company.kwame.id}`));
});

test('of many only those in sight are on the page, and a department of many shows them in parts', async ({
  company,
  open,
  server,
  watch,
}) => {
  const beatriz = await staff(server, company);
  const bakery = uuid();
  await company.ines.api.call(createDepartment, { department_id: bakery, department_name: 'Bakery' });
  const bakers: string[] = [];
  for (let n = 0; n < 220; n++) {
    const given = {
      first_name: 'Baker',
      last_name: String(n).padStart(3, '0'),
      work_email_id: `${uuid()}@people.example`,
    };
    const { employee } = await company.ines.api.call(create, { ...given, send_invitation: false });
    bakers.push(employee.employee_id);
  }
  await company.ines.api.call(bulkDepartment, { employee_ids: bakers, department_id: bakery });
  const page = await open(company.ines, { path: '/people', ...NO_WORKER });
  await expect(page.getByRole('status').filter({ hasText: '223 people' })).toBeVisible();
  await expect(people(page).first()).toContainText('Baker 000');
  // Asked for four times, the next page does not come; then it is asked for by hand alone.
  watch.allow(/status of 503/);
  const busy = { status: 'error', error_code: 'SERVICE_UNAVAILABLE', message: 'Later' };
  let refused = 0;
  const isNext = (url: URL) => url.pathname.endsWith(contract.path);
  await page.route(isNext, (route) =>
    route.request().postDataJSON().cursor && ++refused ? route.fulfill({ status: 503, json: busy }) : route.continue(),
  );
  await page.reload();
  await expect(people(page).first()).toContainText('Baker 000');
  expect(refused).toBe(0);
  await expect(async () => {
    await list(page).evaluate((box) => box.scrollBy(0, box.clientHeight));
    await expect(page.getByRole('link', { name: 'Baker 090' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByText('The others didn’t load')).toBeVisible();
  expect(refused).toBe(4);
  await judge(page, 'people, next page failed');
  await page.unroute(isNext);
  await button(page, 'Try again').click();
  await expect(page.getByText('The others didn’t load')).toHaveCount(0);
  for (const name of ['Baker 199', 'Kwame Mensah']) {
    await expect(async () => {
      await list(page).evaluate((box) => box.scrollBy(0, box.clientHeight));
      await expect(page.getByRole('link', { name })).toBeVisible({ timeout: 2_000 });
    }).toPass();
    expect(await people(page).count()).toBeLessThan(60);
  }
  // Down there nothing is read anew below one's eyes; back at the top it is.
  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(contract.path)) asked.push(request.postDataJSON());
  });
  await company.ines.api.call(update, { employee_id: beatriz.id, last_name: 'Nunes' });
  await expect(page.getByRole('link', { name: 'Beatriz Nunes' })).toBeVisible();
  await page.waitForTimeout(2_000);
  expect(asked).toEqual([]);
  await list(page).evaluate((box) => box.scrollTo(0, 0));
  await expect.poll(() => asked.length, { timeout: 60_000 }).toBe(3);
  await view(page, 'Departments').click();
  // Anew, with the first page alone: each department asks for its own.
  await page.reload();
  await expect(button(page, /^Bakery\s*220$/)).toHaveAttribute('aria-expanded', 'false');
  await expect(button(page, /^In no department\s*2$/)).toBeVisible();
  await button(page, /^Bakery/).click();
  const inside = page.getByRole('list', { name: 'Bakery' }).getByRole('listitem');
  await expect(inside).toHaveCount(48);
  for (const shown of [96, 144, 192, 220]) {
    // The button goes down with what comes above it, and at times from under the pointer.
    await expect(async () => {
      const more = button(page, shown < 220 ? 'Show 48 more' : 'Show 28 more');
      if ((await inside.count()) < shown) await more.click({ timeout: 3_000 });
      await expect(inside).toHaveCount(shown, { timeout: 3_000 });
    }).toPass();
  }
  await search(page).fill(beatriz.first);
  await expect(button(page, /^Bakery/)).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'In no department' }).getByRole('listitem')).toHaveText([/Beatriz/]);
});

test('on a phone and without a connection: what is kept is looked through, and where somebody is goes when they hide it', async ({
  company,
  open,
  server,
}) => {
  const { ines, kwame } = company;
  const beatriz = await staff(server, company);
  const page = await open(beatriz, { path: '/people', ...PHONE });
  await readyOffline(page);
  await expect(people(page)).toHaveText([
    /Beatriz Moura.*Quayside/,
    /Ines Okafor.*Head office/,
    /Kwame Mensah.*Quayside/,
  ]);
  await judge(page, 'people, phone');
  await page.setViewportSize({ width: 820, height: 1180 });
  await judge(page, 'people, tablet');
  await page.setViewportSize(PHONE.viewport);
  // Behind another page it goes from the device.
  await page.getByRole('link', { name: 'Message Ines' }).click();
  await expect.poll(() => storedOf(page, ['Head office'])).toEqual(['Head office']);
  await ines.api.call(update, { employee_id: ines.id, hidden_fields: ['location'] });
  await expect.poll(() => storedOf(page, ['Head office'])).toEqual([]);
  await page.goto('/people');
  await expect(people(page)).toHaveText([/Beatriz/, /Ines/, /Kwame/]);
  await expect(people(page).getByText('Head office')).toHaveCount(0);
  await button(page, /^All sites/).click();
  await expect(page.getByRole('menu').getByText(/office|Quayside/)).toHaveText(['Quayside']);
  await page.keyboard.press('Escape');

  await server.kill();
  await expect(page.getByText(/^Saved copy · updated/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Saved copy · updated/)).toBeVisible();
  await expect(button(page, 'Available now')).toBeDisabled();
  await pick(page, /^All sites/, 'Quayside');
  await expect(people(page)).toHaveText([/Beatriz/, /Kwame/]);
  await expect(page.getByText(/sites and departments of those seen here before/)).toBeVisible();
  await search(page).fill('kwa');
  await expect(people(page)).toHaveText([/Kwame Mensah.*Quayside/]);
  await judge(page, 'people, offline, phone');
  await search(page).fill('nobody at all');
  await expect(page.getByRole('heading', { name: 'Nobody found for “nobody at all”' })).toBeVisible();
  await expect(page.getByText('Without a connection only names and titles are looked through.')).toBeVisible();
  await expect(page.getByText(/skills need a connection/)).toBeVisible();
  await button(page, 'Show everybody').click();
  await expect(people(page)).toHaveCount(3);
  await pick(page, /^View: List/, 'Departments');
  await expect(page.getByRole('list', { name: 'Drivers' }).getByRole('listitem')).toHaveText([/Kwame/]);
  await expect(page.getByText(/sites and departments of those seen here before/)).toBeVisible();
  await judge(page, 'people, departments, offline, phone');
  await pick(page, /^View: Departments/, 'List');
  await server.start();
  await expect(page.getByText(/^Saved copy/)).toHaveCount(0);
  await expect(people(page)).toHaveText([/Beatriz/, /Ines/, new RegExp(kwame.name)]);
});
