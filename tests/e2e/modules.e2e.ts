// Admin → Modules: a switch acts at once for everybody, with a way back; links to what is off lead to a friendly page, offline too.
import { getModules, update, updateModules } from '#contract/company.ts';
import { judge } from './kit/axe.ts';
import { NO_WORKER, PHONE, readyOffline } from './kit/browser.ts';
import { holdUndo } from './kit/chat.ts';
import { expect, test } from './kit/test.ts';

const path = '/admin/modules';

test('switched off, it is gone from everybody’s window at once; Undo brings it back', async ({
  company: { ines, kwame },
  open,
  watch,
}) => {
  watch.allow(/status of 403/);
  const [hers, his] = [await open(ines, { path, ...NO_WORKER }), await open(kwame, { path: '/people', ...NO_WORKER })];
  await expect(hers.getByText('3 of 3 on')).toBeVisible();
  await judge(hers, 'modules, desktop');
  await hers.getByRole('searchbox', { name: 'Find a module' }).fill('profiles');
  await expect(hers.getByRole('switch')).toHaveCount(1);
  const link = his.getByRole('navigation').getByRole('link', { name: 'People' });
  await expect(link.first()).toBeVisible();
  await hers.getByRole('switch', { name: 'Directory' }).click();
  await expect(hers.getByText('Directory is off for everyone')).toBeVisible();
  await holdUndo(hers);
  await expect(his.getByRole('heading', { name: /has switched this off$/ })).toBeVisible();
  await expect(link).toHaveCount(0);
  await judge(his, 'a module that is off, desktop');
  await hers.getByRole('button', { name: 'Undo' }).click();
  await expect(his.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
  expect(await ines.api.call(getModules, {})).toMatchObject({ people: true });
  await hers.getByRole('searchbox', { name: 'Find a module' }).fill('telegraph');
  await expect(hers.getByText('No module fits “telegraph”.')).toBeVisible();
});

test('push notifications off: the settings of everybody say so at once; on again, they can be had', async ({
  company: { ines, kwame },
  open,
  watch,
}) => {
  // What is under way while they are switched off is refused.
  watch.allow(/status of 403/);
  const his = await open(kwame, { path: '/settings/notifications' });
  const hers = await open(ines, { path, ...NO_WORKER });
  const own = his.getByRole('switch', { name: 'Notifications on this device' });
  await expect(own).toBeVisible();
  await hers.getByRole('switch', { name: 'Push notifications' }).click();
  await expect(hers.getByText('Push notifications are off for everyone')).toBeVisible();
  await holdUndo(hers);
  await expect(his.getByText('Your company has switched push notifications off.')).toBeVisible();
  await expect(own).toHaveCount(0);
  // What one is told of in the app and by mail stays.
  await expect(his.getByRole('combobox', { name: 'Direct messages' })).toBeVisible();
  await judge(his, 'notifications while pushes are off, desktop');
  await hers.getByRole('button', { name: 'Undo' }).click();
  await expect(own).toBeVisible();
});

test('on a phone; and without a connection a link to what is off leads to the page that says so', async ({
  company: { ines },
  open,
  server,
  watch,
}) => {
  watch.allow(/status of 403/);
  const page = await open(ines, { path, ...PHONE });
  await judge(page, 'modules, phone');
  await page.getByRole('switch', { name: 'Directory' }).click();
  await expect(page.getByText('2 of 3 on')).toBeVisible();
  await readyOffline(page);
  await server.kill();
  await expect(page.getByText('Changing it needs a connection.')).toBeVisible();
  // What cannot be switched does not look as if it could.
  const paled = page.getByRole('switch', { name: 'Directory' });
  await expect(paled).toBeDisabled();
  await expect(paled).toHaveCSS('opacity', '0.42');
  await judge(page, 'modules, offline, phone');
  await page.goto(new URL('/people', page.url()).href);
  await expect(page.getByRole('heading', { name: /has switched this off$/ })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the start' }).click();
  await expect(page).toHaveURL(/\/connect$/);
});

test('what was asked for before a change, and is answered after it, does not undo it', async ({
  company: { ines, kwame },
  open,
  watch,
}) => {
  watch.allow(/status of 403/);
  const page = await open(kwame, { ...NO_WORKER, path: '/manifest.webmanifest' });
  let come = () => {};
  const held = new Promise<void>((done) => (come = done));
  let waiting = 0;
  await page.route(/\/api\/config\/company\/(?:module\/)?get/, async (route) => {
    const response = await route.fetch();
    waiting++;
    await held;
    await route.fulfill({ response });
  });
  const ready = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"ready"')));
  await page.goto('/people');
  await ready;
  await expect.poll(() => waiting).toBe(2);
  const link = page.getByRole('navigation').getByRole('link', { name: 'People' });
  const accent = () => page.locator('.radix-themes').first().getAttribute('data-accent-color');
  await ines.api.call(update, { color_theme: 'Custom_Tron' });
  await ines.api.call(updateModules, { company_id: ines.api.company_id, modules: { people: false } });
  await expect.poll(accent).toBe('orange');
  await expect(link).toHaveCount(0);
  come();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(500);
  await expect(link).toHaveCount(0);
  expect(await accent()).toBe('orange');
});
