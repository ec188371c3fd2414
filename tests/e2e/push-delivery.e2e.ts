// Notifications from end to end: switched on in the settings, sent by the server to a push service, shown by the worker. Only the
// way between push service and browser is ours.
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { markRead, react } from '#contract/chat.ts';
import type { PushPayload } from '#contract/notifications/push.ts';
import { read, updateSettings } from '#contract/notifications/writes.ts';
import { type PushService, startPushService } from '#tests/kit/outside/push-service.ts';
import { BROWSER_FLAGS } from '#tools/lib/browser.mjs';
import { judge } from './kit/axe.ts';
import { readyOffline } from './kit/browser.ts';
import { expectTexts } from './kit/chat.ts';
import { type Company, direct, newCompany, type Person, write } from './kit/people.ts';
import {
  allowPushes,
  deliverPush,
  type Standing,
  shownBy,
  subscribeAt,
  tap,
  windowedBrowser,
} from './kit/push/push.ts';
import { builtClient, Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';

const executablePath = await windowedBrowser();
test.use({ launchOptions: { args: [...BROWSER_FLAGS], ...(executablePath && { executablePath }) } });

// A server of its own: it reaches the push service of the test.
let service: PushService;
let server: Server;
let company: Company;
test.beforeAll(async () => {
  service = await startPushService();
  server = new Server(builtClient(), { program: fileURLToPath(import.meta.resolve('./kit/push/reaching-server.ts')) });
  server.env['PUSH_PORT'] = new URL(service.origin).port;
  await server.start();
});
test.afterAll(async () => {
  await server?.close();
  await service?.close();
});
test.beforeEach(async () => {
  company = await newCompany(server);
  // Whatever time it is.
  const awake = Array.from({ length: 7 }, () => ({ from: '00:00', to: '24:00' }));
  await company.ines.api.call(updateSettings, { awake });
});

const onSwitch = (page: Page) => page.getByRole('switch', { name: 'Notifications on this device' });
const hops = (page: Page) => page.getByRole('list', { name: 'The way of a notification' }).getByRole('listitem');
const toSettings = async (page: Page) => page.goto('/settings/notifications');
/** What the push service has for the browser's subscription. */
const arrivedAt = ({ current }: Standing) => service.received.filter(({ endpoint }) => endpoint === current?.endpoint);

async function deliver(page: Page, standing: Standing, nth: number): Promise<void> {
  await expect.poll(() => arrivedAt(standing).length, { timeout: 60_000 }).toBeGreaterThan(nth);
  await deliverPush(page, JSON.stringify(arrivedAt(standing)[nth]?.payload));
}

type Open = (person: Person, options: { place: Server }) => Promise<Page>;
async function subscribed(open: Open): Promise<{ page: Page; standing: Standing }> {
  const page = await open(company.ines, { place: server });
  const standing = await subscribeAt(service, page.context());
  await readyOffline(page);
  await allowPushes(page);
  await toSettings(page);
  // Allowed from the beginning: nobody can be asked here.
  await expect(page.getByText(/^Works since/)).toBeVisible();
  return { page, standing };
}

test('switched on: the test passes every hop, and what a colleague writes comes with its very words', async ({
  open,
}) => {
  const { ines, kwame } = company;
  const { page, standing } = await subscribed(open);
  await onSwitch(page).uncheck();
  await expect(page.getByText(/^Off\./)).toBeVisible();
  expect(standing.current).toBeNull();
  await onSwitch(page).check();
  await expect(page.getByText(/^Works since/)).toBeVisible();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await deliver(page, standing, 0);
  await expect(hops(page)).toHaveText([
    /Permission.*may show/,
    /Worker.*is running/,
    /Subscription.*has an address/,
    /Server.*knows this device/,
    /Push service.*accepted/,
    /Shown.*has shown it/,
  ]);
  await judge(page, 'settings-notifications, test');
  await expect.poll(() => shownBy(page)).toEqual(['Limelight: Notifications work on this device.']);
  await tap(page);
  await write(kwame, direct(ines), 'The seal is on order');
  await deliver(page, standing, 1);
  await expect.poll(() => shownBy(page)).toEqual(['Kwame Mensah: The seal is on order']);
  await tap(page);
  await expectTexts(page, ['The seal is on order']);
});

test('the push service has given the address up: the test says so, and the next start repairs it', async ({ open }) => {
  const { ines, kwame } = company;
  const { page, standing } = await subscribed(open);
  const first = standing.current;
  if (!first) throw new Error('Not subscribed');
  service.answerWith(first, 410);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(hops(page).nth(4)).toContainText('It answered 410');
  await expect(hops(page).nth(5)).toContainText('Not reached');
  await page.goto('/people');
  await expect.poll(() => standing.current?.endpoint, { timeout: 60_000 }).not.toBe(first.endpoint);
  await write(kwame, direct(ines), 'Once more');
  await deliver(page, standing, 0);
  await expect.poll(() => shownBy(page)).toEqual(['Kwame Mensah: Once more']);
});

test('logging out ends it: the browser gives its address up and takes down what it shows', async ({ open }) => {
  const { page, standing } = await subscribed(open);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await deliver(page, standing, 0);
  await expect.poll(() => shownBy(page)).toHaveLength(1);
  await page.getByRole('button', { name: /account of/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  // What takes too long goes on behind the sign-in page.
  await expect.poll(() => standing.current).toBeNull();
  await expect.poll(() => shownBy(page)).toEqual([]);
});

test('whoever logs out while the address is looked after has none afterwards', async ({ open }) => {
  const { page, standing } = await subscribed(open);
  // What asks for it after each start has its answer when this one has been given up.
  const asked = page.waitForRequest('**/notification/push/get*');
  await page.context().route('**/notification/push/get*', async (route) => {
    const response = await route.fetch();
    await expect.poll(() => standing.current).toBeNull();
    await route.fulfill({ response }).catch(() => undefined);
  });
  await page.reload();
  await asked;
  await page.getByRole('button', { name: /account of/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('leaving'))).toBeNull();
  expect(standing.current).toBeNull();
});

test('blocked in the browser: it says how to allow them, and notices when that is done', async ({ open, watch }) => {
  // Then it tries, and this browser is like a private window.
  watch.allow(/Push API in incognito/);
  const page = await open(company.ines, { place: server });
  const cdp = await page.context().newCDPSession(page);
  const { targetInfo } = await cdp.send('Target.getTargetInfo');
  const { browserContextId = '' } = targetInfo;
  const permission = { name: 'notifications' };
  const may = (setting: 'denied' | 'granted') =>
    cdp.send('Browser.setPermission', { permission, setting, origin: server.url, browserContextId });
  await may('denied');
  await toSettings(page);
  await expect(page.getByText('Blocked in the browser.')).toBeVisible();
  await expect(onSwitch(page)).toBeDisabled();
  await judge(page, 'settings-notifications, blocked');
  await may('granted');
  await expect(page.getByText('Blocked in the browser.')).toBeHidden();
  await expect(onSwitch(page)).toBeEnabled();
});

test('read on another device, it goes', async ({ open }) => {
  const { ines, kwame } = company;
  const { page, standing } = await subscribed(open);
  const { conversation_id, seq } = await write(kwame, direct(ines), 'Coffee?');
  await deliver(page, standing, 0);
  await expect.poll(() => shownBy(page)).toEqual(['Kwame Mensah: Coffee?']);
  await ines.api.call(markRead, { conversation_id, read_seq: seq });
  await expect.poll(() => shownBy(page)).toEqual([]);
});

test('an entry of the list, read on another device, goes as well; and what tells how much waits, once nothing does', async ({
  open,
}) => {
  const { ines, kwame } = company;
  await ines.api.call(updateSettings, { levels: { reaction: 'all' } });
  const { message_id } = await write(ines, direct(kwame), 'Mine');
  const { page, standing } = await subscribed(open);
  await kwame.api.call(react, { message_id, emoji: '🎉' });
  await deliver(page, standing, 0);
  const payload = arrivedAt(standing)[0]?.payload as PushPayload;
  const summary = { ...payload.notification, title: 'While you were away', body: '1 reaction.', tag: 's' };
  const { notification_id = '', ...data } = payload.notification.data;
  await deliverPush(page, JSON.stringify({ ...payload, notification: { ...summary, data } }));
  await expect
    .poll(() => shownBy(page))
    .toEqual([`${kwame.name} reacted 🎉: Mine`, 'While you were away: 1 reaction.']);
  await ines.api.call(read, { notification_ids: [notification_id] });
  await expect.poll(() => shownBy(page)).toEqual([]);
});
