// One's own profile: what is filled in, and what of it colleagues do not see, also not on devices that had read it already.
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { createDepartment } from '#contract/people/departments.ts';
import { celebrations } from '#contract/people/finding/celebrations.ts';
import * as people from '#contract/people.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE, readyOffline, storedOf } from './kit/browser.ts';
import { offlineBanner } from './kit/chat.ts';
import { newColleague } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Edit profile' });
const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, exact: true });
const fact = (page: Page, term: string): Locator =>
  page.locator('.ll-facts > div').filter({ has: page.getByText(term, { exact: true }) });
const hide = (page: Page, name: string): Locator => button(dialog(page), `Hide ${name} from colleagues`);
const NOTE = 'Only you and people managers see this';

test('a colleague fills in their profile by keyboard, hides some of it, and others see the rest', async ({
  company: { ines, kwame },
  open,
}) => {
  await ines.api.call(people.update, { employee_id: kwame.id, joining_date: '2021-03-01' });
  const path = `/profile/${kwame.id}`;
  const [his, hers] = [await open(kwame, { path, ...NO_WORKER }), await open(ines, { path, ...NO_WORKER })];
  await button(his, 'Edit').click();
  await dialog(his).getByRole('textbox', { name: 'Phone' }).fill('020 7946 0214');
  await dialog(his).getByRole('textbox', { name: 'Location' }).fill('Mill Lane');
  await dialog(his).getByRole('textbox', { name: 'Skills' }).focus();
  for (const skill of ['Ovens', 'Welding', 'Oops']) {
    await his.keyboard.type(skill);
    await his.keyboard.press('Enter');
  }
  await his.keyboard.press('Backspace');
  await expect(dialog(his).getByRole('list', { name: 'Chosen skills' }).getByRole('listitem')).toHaveText([
    /Ovens/,
    /Welding/,
  ]);
  await button(dialog(his), 'Remove Welding').click();
  await expect(dialog(his).getByRole('textbox', { name: 'Skills' })).toBeFocused();
  await dialog(his).getByLabel('Born').fill('1988-03-12');
  await dialog(his).getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/London');
  await button(dialog(his), 'Set working hours').click();
  await dialog(his).getByRole('combobox', { name: 'Friday to' }).selectOption('13:00');
  await hide(his, 'your phone number').focus();
  await his.keyboard.press('Space');
  await expect(hide(his, 'your phone number')).toHaveAttribute('aria-pressed', 'true');
  await hide(his, 'since when you are here').click();
  await expect(dialog(his).getByText(NOTE)).toHaveCount(2);
  await judge(his, 'profile edit, desktop');
  await button(dialog(his), 'Save').click();
  await expect(dialog(his)).toHaveCount(0);
  await expect(fact(his, 'Phone')).toContainText(NOTE);
  await expect(fact(his, 'Working hours')).toContainText('Friday 09:00 – 13:00');
  await judge(his, 'profile own, desktop');
  // Who manages people sees it all the same, and that it is hidden.
  await expect(fact(hers, 'Phone')).toContainText('Hidden from colleagues');
  await expect(fact(hers, 'Birthday')).toContainText('12 March');
});

test('a profile leads to the manager and to the department, and the dot lies on the edge of the face', async ({
  company: { ines, kwame },
  open,
}) => {
  const department_id = uuid();
  await ines.api.call(createDepartment, { department_id, department_name: 'Maintenance' });
  await ines.api.call(people.update, { employee_id: kwame.id, manager_id: ines.id, department_id });
  await ines.api.call(people.update, { employee_id: ines.id, department_id });
  const page = await open(kwame, { path: `/profile/${kwame.id}`, ...NO_WORKER });
  await expect(fact(page, 'Department')).toContainText('Maintenance');
  await expect(page.locator('.ll-profile-head .ll-avatar .ll-presence')).toBeVisible();
  const corner = await page.locator('.ll-profile-head .ll-avatar').evaluate((avatar) => {
    const [face, dot] = [avatar, avatar.querySelector('.ll-presence') as Element].map((one) =>
      one.getBoundingClientRect(),
    );
    if (!face || !dot) return null;
    const [x, y] = [dot.x + dot.width / 2 - face.x - face.width / 2, dot.y + dot.height / 2 - face.y - face.height / 2];
    return { out: Math.hypot(x, y) - face.width / 2, share: dot.width / face.width };
  });
  expect(Math.abs(corner?.out ?? 99)).toBeLessThan(1);
  expect(corner?.share).toBeGreaterThan(0.2);
  await judge(page, 'profile, desktop');
  await page.setViewportSize({ width: 390, height: 844 });
  await judge(page, 'profile, phone');
  await fact(page, 'Manager').getByRole('link', { name: ines.name }).click();
  await expect(page).toHaveURL(new RegExp(`/profile/${ines.id}$`));
  await fact(page, 'Department').getByRole('link', { name: 'Maintenance' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await expect(page.getByRole('main').getByText(kwame.name)).toBeVisible();
});

test('what was read before it was hidden is gone from a colleague’s device, also without a connection', async ({
  company: { ines, kwame },
  open,
  server,
}) => {
  const omar = await newColleague(server, ines, 'Omar', 'Haddad', 'Quality lead');
  const { api, id: employee_id } = kwame;
  const [phone_number, skill] = ['020 7946 0555', 'Hiddenskill'];
  await api.call(people.update, { employee_id, phone_number, skills: [skill], birth_date: '1988-03-12' });
  const page = await open(omar, { path: `/profile/${employee_id}`, ...PHONE });
  await readyOffline(page);
  await expect(fact(page, 'Phone')).toContainText(phone_number);
  await expect(fact(page, 'Birthday')).toContainText('12 March');
  expect(await page.getByRole('main').textContent()).not.toContain('1988');
  await judge(page, 'profile colleague, phone');
  // On the screen it goes at once.
  await api.call(people.update, { employee_id, hidden_fields: ['phone_number'] });
  await expect(fact(page, 'Phone')).toHaveCount(0);
  await expect.poll(() => storedOf(page, [phone_number])).toEqual([]);
  // Behind it, too.
  await page.getByRole('link', { name: 'People' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await expect.poll(() => storedOf(page, [skill])).toEqual([skill]);
  await api.call(people.update, { employee_id, hidden_fields: ['phone_number', 'skills'] });
  await expect.poll(() => storedOf(page, [skill])).toEqual([]);
  await server.kill();
  await page.goto(`/profile/${employee_id}`);
  await expect(page.getByText(kwame.name).first()).toBeVisible();
  await expect(page.getByText(skill)).toHaveCount(0);
});

test('on a phone, and without a connection nothing is saved', async ({ company: { kwame }, open, server }) => {
  const path = `/profile/${kwame.id}`;
  const page = await open(kwame, { path, ...PHONE });
  await readyOffline(page);
  await button(page, 'Edit').click();
  const box = await hide(page, 'your location').boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await hide(page, 'your location').click();
  await button(dialog(page), 'Set working hours').click();
  await judge(page, 'profile edit, phone');
  await server.kill();
  await expect(dialog(page).getByText('Changing it needs a connection.')).toBeVisible();
  await expect(button(dialog(page), 'Save')).toBeDisabled();
  await server.start();
  await expect(button(dialog(page), 'Save')).toBeEnabled();
  await button(dialog(page), 'Save').click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(fact(page, 'Working hours')).toBeVisible();
  await page.setViewportSize({ width: 820, height: 1180 });
  await judge(page, 'profile own, tablet');
});

test('what there is to celebrate stands above the people, also offline, until its person hides it', async ({
  company: { ines, kwame },
  open,
  server,
}) => {
  const { today } = await ines.api.call(celebrations, {});
  // Leap years: there was such a day then, whatever day it is.
  const [year, rest] = [Number(today.slice(0, 4)), today.slice(4)];
  const ada = await newColleague(server, ines, 'Ada', 'Lovelace', 'Head of the calculating office');
  await ines.api.call(people.update, { employee_id: ada.id, joining_date: `${year - 4}${rest}` });
  await ines.api.call(people.update, { employee_id: kwame.id, birth_date: `${year - 28}${rest}` });
  const page = await open(ines, { path: '/people' });
  const coming = page.getByRole('region', { name: 'Coming up' });
  await expect(coming.getByRole('listitem')).toHaveText([
    /Ada Lovelace.*4 years here · today/,
    /Kwame Mensah.*Birthday · today/,
  ]);
  await judge(page, 'people with what is coming up, desktop');
  await page.setViewportSize(PHONE.viewport);
  await judge(page, 'people with what is coming up, phone');
  await kwame.api.call(people.update, { employee_id: kwame.id, hidden_fields: ['birth_date'] });
  await expect(coming.getByRole('listitem')).toHaveText([/Ada Lovelace/]);
  await page.getByRole('searchbox', { name: 'Find people' }).fill('kwame');
  await expect(coming).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Find people' }).fill('');
  await readyOffline(page);
  // What is kept of it goes as well, when nobody looks: what somebody hides, and who is switched off.
  const kept = () => storedOf(page, ['"kind":"birthday"', '"kind":"anniversary"']);
  await kwame.api.call(people.update, { employee_id: kwame.id, hidden_fields: [] });
  await expect.poll(kept).toEqual(['"kind":"birthday"', '"kind":"anniversary"']);
  await coming.getByRole('link', { name: /Kwame/ }).click();
  await expect(page).toHaveURL(new RegExp(kwame.id));
  await kwame.api.call(people.update, { employee_id: kwame.id, hidden_fields: ['birth_date'] });
  await expect.poll(kept).toEqual([]);
  await page.goBack();
  await expect(coming.getByRole('listitem')).toHaveText([/Ada Lovelace/]);
  await expect.poll(kept).toEqual(['"kind":"anniversary"']);
  await coming.getByRole('link', { name: /Ada/ }).click();
  await expect(page).toHaveURL(new RegExp(ada.id));
  await ines.api.call(people.setStatus, { employee_id: ada.id, status: 'SUSPENDED' });
  await expect.poll(kept).toEqual([]);
  await ines.api.call(people.setStatus, { employee_id: ada.id, status: 'ACTIVE' });
  await page.goBack();
  await expect(coming.getByRole('listitem')).toHaveText([/Ada Lovelace/]);
  await expect.poll(kept).toEqual(['"kind":"anniversary"']);
  await server.kill();
  await page.reload();
  await expect(offlineBanner(page)).toBeVisible();
  await coming.getByRole('link', { name: /Ada/ }).click();
  await expect(page).toHaveURL(new RegExp(ada.id));
});

test('the link of a profile is copied, also where the browser has no clipboard for pages', async ({
  company: { ines, kwame },
  open,
}) => {
  const path = `/profile/${kwame.id}`;
  const page = await open(ines, { path, permissions: ['clipboard-read', 'clipboard-write'], ...NO_WORKER });
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await button(page, 'Copy link').click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await copied()).toBe(new URL(path, page.url()).href);
  // As over plain http.
  await page.evaluate(async () => {
    await navigator.clipboard.writeText('before');
    const { clipboard } = navigator;
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
    Object.assign(window, { clipboard });
  });
  await button(page, 'Copy link').click();
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: Reflect.get(window, 'clipboard') }));
  await expect.poll(copied).toBe(new URL(path, page.url()).href);
});
