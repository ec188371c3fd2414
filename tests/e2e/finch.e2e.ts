// Admin → People → Import, from the HR system: the key is entered once, people are fetched, looked at, brought in; and how it looks.
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { createDepartment } from '#contract/people/departments.ts';
import { createRole } from '#contract/people/roles.ts';
import { updateFinch } from '#contract/people/spreadsheet/finch.ts';
import * as people from '#contract/people.ts';
import { type FinchServer, openFinch, worker } from '#tests/kit/outside/finch-server.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE, readyOffline } from './kit/browser.ts';
import { type Company, newCompany } from './kit/people.ts';
import { builtClient, Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';

// A server of its own: it finds Finch on this machine.
let finch: FinchServer;
let server: Server;
let company: Company;
test.beforeAll(async () => {
  finch = await openFinch();
  server = new Server(builtClient(), { program: fileURLToPath(import.meta.resolve('../kit/outside/sso-server.ts')) });
  server.env['FINCH_ORIGIN'] = finch.origin;
  await server.start();
});
test.afterAll(async () => {
  await server?.close();
  await finch?.[Symbol.asyncDispose]();
});
test.beforeEach(async () => {
  if (!server.isUp) await server.start();
  company = await newCompany(server);
});

const path = '/admin/people/import';
const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true });
const note = (page: Page | Locator, text: string | RegExp): Locator => page.getByText(text, { exact: true });
const rows = (page: Page): Locator => page.getByRole('row').filter({ has: page.getByRole('cell') });
const part = (page: Page): Locator => page.getByRole('region', { name: 'Import from your HR system' });
const keyField = (page: Page): Locator => page.getByLabel('Finch access key', { exact: true });

/** A manager, a report, somebody without an address, and somebody of an unknown department. */
function staff() {
  const domain = `${uuid().slice(-8)}.example`;
  const ade = worker({ first_name: 'Adebayo', last_name: 'Balogun', preferred_name: 'Ade', email: `ade@${domain}` });
  const bakery = { department: 'Bakery', manager: ade };
  return [
    ade,
    worker({ first_name: 'Rosa', last_name: 'Lindgren', email: `rosa@${domain}`, title: 'Driver', ...bakery }),
    worker({ first_name: 'Ling', last_name: 'Zhao' }),
    worker({ first_name: 'Leo', last_name: 'Castellane', email: `leo@${domain}`, department: 'Night shift' }),
  ];
}

test('the key is entered, people are looked at and brought in, and the key is removed', async ({ open, watch }) => {
  watch.allow(/status of 409/, /status of 400/);
  const { ines } = company;
  await ines.api.call(createDepartment, { department_id: uuid(), department_name: 'Bakery' });
  const key = finch.employer(staff());
  const page = await open(ines, { place: server, path, ...NO_WORKER });
  await expect(part(page)).toBeVisible();
  await expect(keyField(page)).toBeVisible();
  await judge(page, 'finch, no key, desktop');
  await button(page, 'Save key').click();
  await expect(keyField(page)).toBeFocused();
  await keyField(page).fill('not a key');
  await page.keyboard.press('Enter');
  await expect(note(page, 'This is not an access key: copy all of it, without spaces.')).toBeVisible();
  await keyField(page).fill('nobody-knows-this-one');
  await button(page, 'Save key').click();
  await expect(note(page, /^Finch does not accept this access key\./)).toBeVisible();
  await judge(page, 'finch, key refused, desktop');
  await keyField(page).fill(key);
  await button(page, 'Save key').click();
  await expect(part(page)).toContainText(`by ${ines.name}, with the access key that ends in ${key.slice(-4)}`);
  expect(await page.content()).not.toContain(key);
  await judge(page, 'finch, connected, desktop');

  const go = finch.hold();
  await button(page, 'Look at what would change').click();
  await expect(note(page, /^This can take a minute or more\./)).toBeVisible();
  await judge(page, 'finch, reading, desktop');
  go();
  const kinds = page.getByRole('radiogroup', { name: 'Rows' });
  await expect(kinds).toHaveText(/2new people0will be changed0the same as now2need a fix/);
  await expect(page.getByRole('list', { name: 'Steps' }).locator('[aria-current]')).toHaveText(/Look at every row/);
  await expect(button(page, 'Columns')).toHaveCount(0);
  await expect(rows(page)).toHaveText([
    /Ling Zhao.*The HR system has no work e-mail of this person/,
    /Leo Castellane.*Department: There is no department called Night shift/,
  ]);
  await judge(page, 'finch, rows, desktop');
  await button(page, 'Import 2 people, skip 2').click();
  await expect(note(page, '2 added, 2 skipped.')).toBeVisible();
  await judge(page, 'finch, done, desktop');
  await page.getByRole('link', { name: 'See people' }).click();
  await expect(page.getByRole('link', { name: /Rosa Lindgren/ })).toContainText('Driver');
  await page.goBack();
  await button(page, 'New import').click();
  await expect(page.getByRole('main').getByRole('link', { name: /^Finch, \d+ \w{3} \d{4}/ })).toContainText('2 added');
  await button(page, 'Look at what would change').click();
  await expect(kinds).toHaveText(/0new people0will be changed2the same as now2need a fix/);
  await expect(note(page, 'Nothing to import until these are put right in your HR system.')).toBeVisible();

  await button(page, 'New import').click();
  await button(page, 'Replace key').click();
  await expect(keyField(page)).toBeFocused();
  await button(page, 'Cancel').click();
  await expect(part(page).getByRole('heading')).toBeFocused();
  await button(page, 'Remove key').click();
  const asks = page.getByRole('dialog', { name: 'Remove the access key?' });
  await expect(asks).toBeVisible();
  await judge(page, 'finch, removing, desktop');
  await button(asks, 'Remove key').click();
  await expect(keyField(page)).toBeVisible();
  await expect(part(page).getByRole('heading')).toBeFocused();
  // Nothing that it printed had the key.
  expect(server.printed()).not.toContain(key);
});

test('on a phone; when Finch refuses; and who may only look', async ({ open, watch }) => {
  watch.allow(/status of 409/);
  const { ines, kwame } = company;
  const role_id = uuid();
  await ines.api.call(createRole, { role_id, role_name: 'People team', permissions: ['people.manage'] });
  await ines.api.call(people.update, { employee_id: kwame.id, role_ids: [role_id] });
  const his = await open(kwame, { place: server, path, ...PHONE, ...NO_WORKER });
  await expect(note(his, /^It is not connected yet\. Ask somebody who may configure your company/)).toBeVisible();
  await judge(his, 'finch, not connected, phone');
  const key = finch.employer(staff());
  await ines.api.call(updateFinch, { access_key: key });
  await his.reload();
  await expect(button(his, 'Look at what would change')).toBeVisible();
  await expect(button(his, 'Remove key')).toHaveCount(0);
  await button(his, 'Look at what would change').click();
  await expect(his.getByRole('radio', { name: '3 need a fix' })).toBeVisible();
  await judge(his, 'finch, rows, phone');

  finch.revoke(key);
  const hers = await open(ines, { place: server, path, ...PHONE, ...NO_WORKER });
  await button(hers, 'Remove key').scrollIntoViewIfNeeded();
  await judge(hers, 'finch, connected, phone');
  await button(hers, 'Look at what would change').click();
  await expect(note(hers, /^Finch does not accept this access key\./)).toBeVisible();
  await button(hers, 'Replace key').click();
  await button(hers, 'Cancel').scrollIntoViewIfNeeded();
  await judge(hers, 'finch, replacing, phone');
});

test('reading goes on whatever becomes of a call, and on a page that is loaded anew; a key that is replaced is said', async ({
  open,
  watch,
}) => {
  watch.allow(/status of (409|503)/, /ERR_FAILED/);
  const { ines } = company;
  await ines.api.call(updateFinch, { access_key: finch.employer(staff()) });
  const page = await open(ines, { place: server, path, ...NO_WORKER });
  const reading = note(page, /^This can take a minute or more\./);
  const begin = async () => {
    const before = finch.waiting();
    const go = finch.hold();
    await button(page, 'Look at what would change').click();
    await expect.poll(() => finch.waiting()).toBe(before + 1);
    // What is asked from now on is answered.
    finch.hold()();
    return go;
  };
  const go = await begin();
  // The server says once that it cannot just now; then it is not reached at all, longer than a moment.
  let [refused, lost] = [0, 0];
  const ours = /\/employee\/import\/finch$/;
  await page.route(ours, (route) => (lost++, route.abort()));
  const json = { status: 'error', error_code: 'SERVICE_UNAVAILABLE', message: 'The database does not answer' };
  await page.route(ours, (route) => (refused++, route.fulfill({ status: 503, json })), { times: 1 });
  await page.reload();
  await expect(reading).toBeVisible();
  await expect.poll(() => [refused, lost > 3], { timeout: 40_000 }).toEqual([1, true]);
  await expect(reading).toBeVisible();
  await page.unroute(ours);
  go();
  await expect(page.getByRole('radio', { name: '3 need a fix' })).toBeVisible();

  await button(page, 'New import').click();
  await expect(button(page, 'Look at what would change')).toBeEnabled();
  const late = await begin();
  const other = finch.employer(staff());
  await ines.api.call(updateFinch, { access_key: other });
  await expect(note(page, /^The access key was replaced or removed/)).toBeVisible();
  await expect(part(page)).toContainText(`the access key that ends in ${other.slice(-4)}`);
  late();
  await page.reload();
  await button(page, 'Look at what would change').click();
  await expect(page.getByRole('radio', { name: '3 need a fix' })).toBeVisible();
});

test('without a connection it says so', async ({ open, watch }) => {
  watch.allow(/ERR_CONNECTION_REFUSED|Failed to load|WebSocket/);
  const { ines } = company;
  await ines.api.call(updateFinch, { access_key: finch.employer(staff()) });
  const page = await open(ines, { place: server, path });
  await readyOffline(page);
  await expect(button(page, 'Look at what would change')).toBeEnabled();
  await server.kill();
  await expect(button(page, 'Look at what would change')).toBeDisabled();
  await page.reload();
  await expect(note(part(page), 'Seeing your HR system needs a connection.')).toBeVisible();
  await judge(page, 'finch, offline, desktop');
});
