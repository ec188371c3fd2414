// Admin → People: somebody is removed with all that it does in view, found among the removed, brought back, and erased for good.
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { update } from '#contract/company.ts';
import { createDepartment } from '#contract/people/departments.ts';
import { createView } from '#contract/people/finding/views.ts';
import { listRoles, updateRoleMembers } from '#contract/people/roles.ts';
import { createToken } from '#contract/provisioning.ts';
import * as joining from '#contract/spaces/joining.ts';
import * as spaces from '#contract/spaces.ts';
import { judge } from './kit/axe.ts';
import { DESKTOP, NO_WORKER, PHONE } from './kit/browser.ts';
import { newColleague, type Person } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true });
const pathOf = ({ id }: Person) => `/admin/people/${id}`;
/** All that can hang on somebody, but for what only years bring. */
async function fillHands(ines: Person, kwame: Person, ada: Person): Promise<void> {
  const admin = (await ines.api.call(listRoles, {})).items.find(({ built_in }) => built_in === 'admin');
  await ines.api.call(updateRoleMembers, { role_id: admin?.role_id ?? '', add: [kwame.id] });
  for (const token_name of ['Okta', 'Entra']) await kwame.api.call(createToken, { token_id: uuid(), token_name });
  await kwame.api.call(createView, { view_id: uuid(), view_name: 'Drivers', query: {} });
  await ines.api.call(createDepartment, { department_id: uuid(), department_name: 'Maintenance', lead_id: kwame.id });
  const [alone, led, invited, shared] = [uuid(), uuid(), uuid(), uuid()];
  await kwame.api.call(spaces.create, { space_id: alone, space_name: 'Notes' });
  await kwame.api.call(spaces.create, { space_id: led, space_name: 'Night shift', employee_ids: [ines.id] });
  await ines.api.call(spaces.create, { space_id: shared, space_name: 'Bakers', employee_ids: [kwame.id] });
  await ines.api.call(spaces.create, { space_id: invited, space_name: 'Board', visibility: 'private' });
  await ines.api.call(joining.invite, { space_id: invited, employee_ids: [kwame.id] });
  await kwame.api.call(joining.invite, { space_id: led, employee_ids: [ada.id] });
}
/** All that the device keeps of what the server said. */
const keptBy = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) =>
      name?.startsWith('limelight-cache:') ? name : [],
    );
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, failed) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(new Error('It cannot be read'));
      });
    let kept = '';
    for (const name of names) {
      const db = await asked(indexedDB.open(name));
      for (const store of db.objectStoreNames)
        kept += JSON.stringify(await asked(db.transaction(store).objectStore(store).getAll()));
      db.close();
    }
    return kept;
  });
const removal = (page: Page): Locator => page.getByRole('dialog', { name: 'Remove Kwame Mensah?' });

test('somebody who runs something is removed, brought back, removed again and erased', async ({
  company: { ines, kwame },
  open,
  server,
}) => {
  const department_id = uuid();
  await ines.api.call(createDepartment, { department_id, department_name: 'Maintenance', lead_id: kwame.id });
  const space_id = uuid();
  await ines.api.call(spaces.create, { space_id, space_name: 'Night shift', employee_ids: [kwame.id] });
  const ada = await newColleague(server, ines, 'Ada', 'Lovelace');
  const hers = await open(ada, { path: `/profile/${kwame.id}`, ...NO_WORKER });
  await expect(hers.getByText(kwame.email)).toBeVisible();
  await hers.goto(new URL('/people', hers.url()).href);
  await expect(hers.getByRole('link', { name: /Kwame Mensah/ }).first()).toBeVisible();
  await expect.poll(() => keptBy(hers)).toContain(kwame.email);
  const page = await open(ines, { path: pathOf(kwame), ...NO_WORKER });
  await button(page, 'Remove Kwame').scrollIntoViewIfNeeded();
  await judge(page, 'remove from company, desktop');
  await button(page, 'Remove Kwame').click();
  const dialog = removal(page);
  await expect(dialog).toContainText('The lead of 1 department (Maintenance)');
  await expect(dialog).toContainText('They leave 1 space');
  await expect(dialog).toContainText('What they wrote, under “Former employee”');
  await judge(page, 'remove a person, desktop');

  // Nothing happens before the name is there, and somebody who takes over.
  await button(dialog, 'Remove Kwame').click();
  await expect(dialog).toContainText('The text does not match');
  await dialog.getByLabel('Type “Kwame Mensah” to confirm').fill('Kwame Mensah');
  await button(dialog, 'Remove Kwame').click();
  await expect(dialog).toContainText('Somebody has to take over what they run: say who.');
  await dialog.getByLabel('Who takes over').fill('Ines');
  await dialog.getByRole('option', { name: /Ines Okafor/ }).click();
  await judge(page, 'remove a person, who takes over, desktop');
  await button(dialog, 'Remove Kwame').click();
  await expect(page.getByText('Kwame Mensah is removed. You can bring them back for 30 days.')).toBeVisible();
  await expect(page.getByText(/^Left on .*\. Everything about them is erased on .*\.$/)).toBeVisible();
  await expect(page.getByText('Ines Okafor has taken over 1 department.', { exact: false })).toBeVisible();
  await judge(page, 'somebody who has left, desktop');
  await expect(hers.getByRole('link', { name: /Kwame Mensah/ })).toHaveCount(0);
  for (const word of ['Mensah', kwame.email])
    await expect.poll(() => keptBy(hers), { message: word }).not.toContain(word);

  await page.goto(new URL('/admin/people?statuses=["DELETED"]', page.url()).href);
  const row = page.getByRole('row').filter({ hasText: 'Kwame Mensah' });
  await expect(row).toContainText(/Left on .*, erased on /);
  await judge(page, 'the removed, desktop');
  await row.getByRole('link').click();
  await button(page, 'Restore Kwame').click();
  await expect(page.getByText('Kwame Mensah is back.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Kwame');
  await expect(page.getByRole('heading', { level: 1, name: 'Kwame Mensah' })).toBeVisible();

  await button(page, 'Remove Kwame').click();
  await removal(page).getByLabel('Type “Kwame Mensah” to confirm').fill('Kwame Mensah');
  await button(removal(page), 'Remove Kwame').click();
  await button(page, 'Erase now').click();
  const last = page.getByRole('dialog', { name: 'Erase everything about Kwame Mensah?' });
  await button(last, 'Erase for good').click();
  await expect(last).toContainText('The text does not match');
  await last.getByLabel('Type “Kwame Mensah” to confirm').fill('Kwame Mensah');
  await judge(page, 'erase somebody, desktop');
  await button(last, 'Erase for good').click();
  await expect(page.getByText('Everything about this person is erased. What they wrote stays.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Former employee' })).toBeVisible();
});

test('whose account is switched off is shown to go by itself, or why not', async ({
  company: { ines, kwame },
  open,
  server,
}) => {
  const page = await open(ines, { path: pathOf(kwame), ...NO_WORKER });
  const account = page.getByRole('region', { name: 'Account' });
  await account.getByText('Inactive', { exact: true }).click();
  await expect(account).toContainText(
    'signed out on all devices. Unless they are activated again, they are removed 90 days later.',
  );
  await account.getByText('Suspended', { exact: true }).click();
  await expect(account).not.toContainText('90 days later');
  await account.getByText('Inactive', { exact: true }).click();
  await button(page, 'Save changes').click();
  const off = async (days: number) => {
    const put = "UPDATE employee SET deactivated_at = now() - $2 * interval '1 day' WHERE employee_id = $1";
    await server.sql(put, [kwame.id, days]);
    await page.reload();
  };
  const on = (days: number) => {
    const time = new Date(Date.now() + days * 86_400_000);
    return `${time.getDate()} ${time.toLocaleString('en', { month: 'short' })} ${time.getFullYear()}`;
  };
  await expect(account).toContainText(`Will be removed on ${on(90)}, and can be restored for 30 days after that.`);
  for (const [size, { viewport }] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    await page.setViewportSize(viewport);
    await account.scrollIntoViewIfNeeded();
    await judge(page, `deactivated, ${size}`);
  }
  // What the company decides shows at once.
  const set = (deactivated_days: number | null) => ines.api.call(update, { settings: { deactivated_days } });
  await set(30);
  await expect(account).toContainText(`Will be removed on ${on(30)}`);
  await off(31);
  await expect(account).toContainText('Will be removed within the hour.');
  await server.sql('UPDATE employee SET awaits_heir_at = now() WHERE employee_id = $1', [kwame.id]);
  await page.reload();
  await expect(account).toContainText(
    `Was to be removed on ${on(-1)}, but somebody has to take over what they run: remove them and say who.`,
  );
  await account.scrollIntoViewIfNeeded();
  await judge(page, 'deactivated, kept, phone');
  await set(null);
  await expect(account).not.toContainText('removed');
  await set(30);
  await account.getByText('Active', { exact: true }).click();
  await button(page, 'Save changes').click();
  await expect(account).not.toContainText('removed');
  await expect(account.getByRole('radio', { name: /^Active/ })).toBeChecked();
});

test('on a phone, in the dark, and without a connection', async ({ company: { ines, kwame }, open, server }) => {
  const ada = await newColleague(server, ines, 'Ada', 'Lovelace');
  await fillHands(ines, kwame, ada);
  const page = await open(ines, { path: pathOf(kwame), ...PHONE, ...NO_WORKER, colorScheme: 'dark' });
  await button(page, 'Remove Kwame').click();
  const dialog = removal(page);
  await expect(dialog).toContainText('cannot sign in');
  for (const line of [
    'They leave 3 spaces',
    '1 space (Notes) is left with nobody in it',
    '1 space invitation to them is withdrawn',
    '1 space invitation from them is withdrawn',
    '2 provisioning tokens that they made go on working',
  ])
    await expect(dialog).toContainText(line);
  // More than the phone shows at once: the way on stays in reach, and all can be read.
  const lines = dialog.getByRole('listitem');
  await expect(button(dialog, 'Remove Kwame')).toBeInViewport({ ratio: 1 });
  await expect(lines.first()).toBeInViewport();
  await judge(page, 'remove a person, phone, dark');
  await page.setViewportSize({ width: 390, height: 640 });
  await expect(button(dialog, 'Remove Kwame')).toBeInViewport({ ratio: 1 });
  await dialog.getByLabel('Type “Kwame Mensah” to confirm').focus();
  await expect(dialog.getByLabel('Type “Kwame Mensah” to confirm')).toBeInViewport({ ratio: 1 });
  await expect(lines.first()).not.toBeInViewport();
  await expect(button(dialog, 'Remove Kwame')).toBeInViewport({ ratio: 1 });
  await judge(page, 'remove a person, small phone, dark');
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(DESKTOP.viewport);
    await judge(page, `remove a person, much, desktop, ${colorScheme}`);
  }
  await page.setViewportSize(PHONE.viewport);
  await judge(page, 'remove a person, phone, light');
  await button(removal(page), 'Cancel').click();
  await server.kill();
  await expect(page.getByText('Removing somebody needs a connection.')).toBeVisible({ timeout: 30_000 });
  await expect(button(page, 'Remove Kwame')).toBeDisabled();
});
