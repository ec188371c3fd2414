// People → Chart: opened level by level, found, moved through by keys, zoomed; live, without a connection, on a phone; how it looks.
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { create, update } from '#contract/people.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE, readyOffline } from './kit/browser.ts';
import type { Company, Person } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const path = '/people/chart';
const tree = (page: Page): Locator => page.getByRole('tree', { name: 'Who reports to whom' });
const card = (page: Page, name: string | RegExp): Locator => tree(page).getByRole('treeitem', { name });
const press = (page: Page, who: RegExp, name: string): Promise<void> =>
  card(page, who).getByRole('button', { name }).click();
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const under = (by: Person, employee_id: string, manager_id: string | null) =>
  by.api.call(update, { employee_id, manager_id });

async function add(by: Person, name: string, position_title: string, manager_id: string): Promise<string> {
  const [first_name = '', last_name = 'Baker'] = name.split(' ');
  const work_email_id = `${uuid()}@people.example`;
  const given = { employee_id: uuid(), first_name, last_name, position_title, manager_id, work_email_id };
  return (await by.api.call(create, { ...given, send_invitation: false })).employee.employee_id;
}

/** Ines above Kwame, Ada and Bo; Ada above Cy, Di and Ed; Cy above twelve bakers. */
async function staff({ ines, kwame }: Company) {
  await under(ines, kwame.id, ines.id);
  const ada = await add(ines, 'Ada Nwosu', 'Operations manager', ines.id);
  const bo = await add(ines, 'Bo Halvorsen', 'Head of product', ines.id);
  const cy = await add(ines, 'Cy Wieliczko', 'Head baker', ada);
  await add(ines, 'Di Raman', 'Quality lead', ada);
  await add(ines, 'Ed Tarrant', 'Delivery planner', ada);
  for (let n = 0; n < 12; n++) await add(ines, `Baker ${String.fromCharCode(65 + n)}`, 'Baker', cy);
  return { ada, bo, cy };
}

test('levels are opened, somebody is found, keys lead from card to card, and changes come by themselves', async ({
  company,
  open,
}) => {
  const { ines, kwame } = company;
  const page = await open(kwame, { path: '/people', ...NO_WORKER });
  await page.getByRole('link', { name: 'Chart', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Org chart' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Nobody has a manager yet.' })).toBeVisible();
  await judge(page, 'chart, empty, desktop');
  const { cy, bo } = await staff(company);
  // The only one at the top who leads anybody is open.
  await expect(card(page, /^Ines Okafor.*3 reports/)).toHaveAttribute('aria-expanded', 'true');
  await expect(card(page, /^Kwame Mensah/)).toBeVisible();
  await expect(card(page, /^Ada Nwosu/)).toHaveAttribute('aria-level', '2');
  await press(page, /^Ada/, 'Show 3 reports');
  await expect(card(page, /^Cy Wieliczko.*12 reports/)).toHaveAttribute('aria-level', '3');

  await page.getByRole('combobox', { name: 'Find a person in the chart' }).fill('baker d');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(card(page, /^Baker D/)).toBeFocused();
  await expect(card(page, /^Baker D/)).toBeInViewport();
  await expect(page).toHaveURL(/at=/);
  await judge(page, 'chart, desktop');
  await page.keyboard.press('ArrowDown');
  await expect(card(page, /^Baker E/)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(card(page, /^Cy/)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(card(page, /^Cy/)).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(card(page, /^Baker A/)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(card(page, /^Ines/)).toBeFocused();

  await expect(page.getByText('100 %', { exact: true })).toBeVisible();
  await page.keyboard.press('-');
  await expect(page.getByText('83 %', { exact: true })).toBeVisible();
  await page.keyboard.press('+');
  await expect(page.getByText('100 %', { exact: true })).toBeVisible();
  await button(page, 'Fit').click();
  await expect(page.getByText('100 %', { exact: true })).toHaveCount(0);
  await expect(card(page, /^Baker L/)).toBeInViewport();
  await judge(page, 'chart, fitted, desktop');
  const box = page.locator('.ll-chart');
  await box.hover();
  await page.keyboard.down('Control');
  for (let n = 0; n < 12; n++) await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await expect(page.getByText('160 %', { exact: true })).toBeVisible();
  // Dragged: it moves, and the card under the mouse is not opened.
  const before = await box.evaluate((element) => element.scrollLeft);
  const { x, y, width, height } = (await box.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - 120, y + height / 2 - 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => box.evaluate((element) => element.scrollLeft)).not.toBe(before);
  await expect(page).toHaveURL(/people\/chart/);

  // Somebody else moves a whole team.
  await under(ines, cy, bo);
  await expect(card(page, /^Bo Halvorsen.*1 report/)).toBeVisible();
  await expect(card(page, /^Ada Nwosu.*2 reports/)).toBeVisible();

  await button(page, 'Find me').click();
  await expect(card(page, /^Kwame Mensah/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/profile/${kwame.id}`));
  await page.getByRole('link', { name: 'Show in chart' }).click();
  await expect(card(page, /^Kwame Mensah/)).toHaveAttribute('aria-current', 'true');
});

test('on a phone it is an indented list; a long level comes in parts', async ({ company, open }) => {
  const { ines } = company;
  const { bo } = await staff(company);
  for (let n = 0; n < 52; n++) await add(ines, `Zoe ${String(n).padStart(2, '0')}`, 'Driver', bo);
  const page = await open(ines, { path: `${path}?at=${bo}`, ...PHONE, ...NO_WORKER });
  await expect(card(page, /^Bo Halvorsen/)).toHaveAttribute('aria-expanded', 'true');
  await expect(button(page, 'Fit')).toBeHidden();
  await expect(card(page, /^Zoe 49/)).toHaveCount(1);
  await judge(page, 'chart, phone');
  await card(page, 'Show 2 of 2 more').click();
  await expect(card(page, /^Zoe 51/)).toHaveCount(1);
  await card(page, /^Bo Halvorsen/).focus();
  await page.keyboard.press('ArrowDown');
  await expect(card(page, /^Zoe 00/)).toBeFocused();
  await press(page, /^Bo/, 'Hide 52 reports');
  await expect(card(page, /^Zoe/)).toHaveCount(0);
});

test('without a connection what was opened is shown with its time, and what was not says why', async ({
  company,
  open,
  server,
}) => {
  await staff(company);
  const page = await open(company.kwame, { path });
  await readyOffline(page);
  await press(page, /^Ada/, 'Show 3 reports');
  await expect(card(page, /^Cy Wieliczko/)).toBeVisible();
  await server.kill();
  await expect(page.getByText(/^Saved copy · updated/)).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await expect(page.getByText(/^Saved copy · updated/)).toBeVisible({ timeout: 30_000 });
  await press(page, /^Ada/, 'Show 3 reports');
  await press(page, /^Cy/, 'Show 12 reports');
  await expect(card(page, 'Seeing who is below needs a connection')).toBeVisible();
  await judge(page, 'chart, offline, desktop');
  await server.start();
  await expect(card(page, /^Baker A/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/^Saved copy/)).toHaveCount(0);
});
