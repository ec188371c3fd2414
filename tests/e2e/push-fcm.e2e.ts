// Notifications by Firebase Cloud Messaging from end to end: Firebase's own code registers in a real browser, the server sends to what
// stands for Google, the worker shows what Firebase would bring. Nothing of Firebase where there is no project.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import webPush from 'web-push';
import { updateSettings } from '#contract/notifications/writes.ts';
import { type FcmService, fcmError, startFcmService } from '#tests/kit/outside/fcm-service.ts';
import { type PushService, startPushService } from '#tests/kit/outside/push-service.ts';
import { BROWSER_FLAGS } from '#tools/lib/browser.mjs';
import { judge } from './kit/axe.ts';
import { readyOffline } from './kit/browser.ts';
import { expectTexts } from './kit/chat.ts';
import { type Company, direct, newCompany, type Person, write } from './kit/people.ts';
import { asBrought, type Registrations, registerAt } from './kit/push/google.ts';
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

let service: PushService;
let google: FcmService;
let server: Server;
let company: Company;
test.beforeAll(async () => {
  service = await startPushService();
  google = await startFcmService(webPush.generateVAPIDKeys().publicKey);
  server = new Server(builtClient(), { program: fileURLToPath(import.meta.resolve('./kit/push/reaching-server.ts')) });
  Object.assign(server.env, google.env, { PUSH_PORT: new URL(service.origin).port, GOOGLE_AT: google.origin });
  await server.start();
});
test.afterAll(async () => {
  await server?.close();
  await service?.close();
  await google?.close();
});
test.beforeEach(async () => {
  company = await newCompany(server);
  // Whatever time it is.
  const awake = Array.from({ length: 7 }, () => ({ from: '00:00', to: '24:00' }));
  await company.ines.api.call(updateSettings, { awake });
});

const onSwitch = (page: Page) => page.getByRole('switch', { name: 'Notifications on this device' });
const hops = (page: Page) => page.getByRole('list', { name: 'The way of a notification' }).getByRole('listitem');
const works = (page: Page) => expect(page.getByText(/^Works since/)).toBeVisible({ timeout: 60_000 });

interface There {
  readonly page: Page;
  readonly standing: Standing;
  readonly registrations: Registrations;
  /** Files of Firebase that pages have loaded. */
  readonly loaded: string[];
}
type Open = (person: Person, options: { place: Server }) => Promise<Page>;

/** The settings of Ines' browser, where notifications are allowed. */
async function settingsOf(open: Open, blocked = false): Promise<There> {
  const page = await open(company.ines, { place: server });
  const context = page.context();
  const loaded: string[] = [];
  context.on('request', (request) => /\/assets\/firebase/.test(request.url()) && loaded.push(request.url()));
  const [standing, registrations] = [await subscribeAt(service, context), await registerAt(google, context)];
  registrations.blocked = blocked;
  await readyOffline(page);
  await allowPushes(page);
  await page.goto('/settings/notifications');
  await works(page);
  return { page, standing, registrations, loaded };
}

const tokenOf = ({ standing, registrations }: There) =>
  registrations.tokens.get(standing.current?.endpoint ?? '') ?? '';
const sentTo = (token: string) => google.taken.filter((one) => one.token === token);

async function bring(page: Page, token: string, nth: number): Promise<void> {
  await expect.poll(() => sentTo(token).length, { timeout: 60_000 }).toBeGreaterThan(nth);
  await deliverPush(page, asBrought(sentTo(token)[nth], google));
}

test('the browser registers by itself; the test passes every hop; what a colleague writes comes with its very words', async ({
  open,
}) => {
  const { ines, kwame } = company;
  const there = await settingsOf(open);
  const { page, standing, registrations, loaded } = there;
  expect(standing.current?.key).toBe(google.env['FCM_VAPID_KEY']);
  expect(registrations.calls).toEqual(['POST installations', 'POST registrations']);
  expect(loaded.length).toBeGreaterThan(0);
  const token = tokenOf(there);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await bring(page, token, 0);
  await expect(hops(page)).toHaveText([
    /Permission.*may show/,
    /Worker.*is running/,
    /Subscription.*by Firebase/,
    /Server.*knows this device/,
    /Push service.*Firebase has accepted/,
    /Shown.*has shown it/,
  ]);
  await judge(page, 'settings-notifications, Firebase');
  await expect.poll(() => shownBy(page)).toEqual(['Limelight: Notifications work on this device.']);
  await tap(page);
  await write(kwame, direct(ines), 'The “seal” is on order');
  await bring(page, token, 1);
  await expect.poll(() => shownBy(page)).toEqual(['Kwame Mensah: The “seal” is on order']);
  await tap(page);
  await expectTexts(page, ['The “seal” is on order']);
});

test('what Firebase brings and is not of ours is shown without a word of it', async ({ open }) => {
  const { page } = await settingsOf(open);
  const from = google.env['FCM_SENDER_ID'];
  for (const given of [
    { data: { push: '{' } },
    { data: { push: '{}' } },
    { notification: { title: 'Buy', body: 'now' } },
  ]) {
    // Again if need be: what was closed is still being closed when it is shown no more, and takes its successor with it.
    await expect(async () => {
      await deliverPush(page, JSON.stringify({ from, ...given }));
      await expect.poll(() => shownBy(page), { timeout: 2_000 }).toEqual(['Limelight: There is something new.']);
    }).toPass();
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      for (const one of (await registration?.getNotifications()) ?? []) one.close();
    });
    await expect.poll(() => shownBy(page)).toEqual([]);
  }
});

test('switched off, the token is deleted at Google; switched on, there is another', async ({ open }) => {
  const there = await settingsOf(open);
  const { page, standing, registrations } = there;
  const token = tokenOf(there);
  await onSwitch(page).uncheck();
  await expect(page.getByText(/^Off\./)).toBeVisible();
  expect([standing.current, registrations.tokens.size]).toEqual([null, 0]);
  expect(registrations.calls.at(-1)).toBe('DELETE registrations');
  await onSwitch(page).check();
  await works(page);
  expect(tokenOf(there)).not.toBe('');
  expect(tokenOf(there)).not.toBe(token);
});

test('Firebase has given the token up: the test says so, and the next start repairs it', async ({ open }) => {
  const { ines, kwame } = company;
  const there = await settingsOf(open);
  const { page } = there;
  const token = tokenOf(there);
  google.answerWith(token, fcmError(404, 'NOT_FOUND', 'Requested entity was not found.', 'UNREGISTERED'));
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(hops(page).nth(4)).toContainText('UNREGISTERED');
  await page.goto('/people');
  await expect.poll(() => tokenOf(there), { timeout: 60_000 }).not.toBe(token);
  await expect.poll(() => tokenOf(there), { timeout: 60_000 }).not.toBe('');
  await expect
    .poll(async () => (await server.sql('SELECT 1 FROM device WHERE address = $1', [tokenOf(there)])).length)
    .toBe(1);
  await write(kwame, direct(ines), 'Once more');
  await bring(page, tokenOf(there), 0);
  await expect.poll(() => shownBy(page)).toEqual(['Kwame Mensah: Once more']);
});

test('where Google cannot be reached it is web push, and Google is left alone', async ({ open, watch }) => {
  watch.allow(/net::ERR_FAILED \(https:\/\/firebaseinstallations/);
  const { ines, kwame } = company;
  const { page, standing, registrations } = await settingsOf(open, true);
  expect(standing.current?.key).not.toBe(google.env['FCM_VAPID_KEY']);
  const { endpoint } = standing.current ?? {};
  await write(kwame, direct(ines), 'By the other way');
  await expect
    .poll(() => service.received.find((one) => one.endpoint === endpoint)?.payload.notification.body, {
      timeout: 60_000,
    })
    .toBe('By the other way');
  registrations.blocked = false;
  await page.reload();
  await works(page);
  expect([registrations.calls, standing.current?.endpoint]).toEqual([[], endpoint]);
});

test('the project is taken away: the browser subscribes by web push, and loads nothing of Firebase', async ({
  open,
  watch,
}) => {
  watch.cutsConnections = true;
  const there = await settingsOf(open);
  const { page, standing, loaded } = there;
  expect(standing.current?.key).toBe(google.env['FCM_VAPID_KEY']);
  const before = { ...server.env };
  try {
    await server.kill();
    for (const name of Object.keys(google.env)) delete server.env[name];
    await server.start();
    loaded.length = 0;
    await page.reload();
    await works(page);
    expect(standing.current?.key).not.toBe(google.env['FCM_VAPID_KEY']);
    expect(service.asked.filter(({ endpoint }) => endpoint === standing.current?.endpoint)).toEqual([]);
    expect(loaded).toEqual([]);
  } finally {
    await server.kill();
    Object.assign(server.env, before);
    await server.start();
  }
});

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

test('of the build, nobody’s file leads to Firebase but on demand, and the worker fetches none of it in advance', () => {
  const read = (...path: string[]) => readFileSync(join(builtClient(), ...path), 'utf8');
  const manifest = JSON.parse(read('.vite', 'manifest.json')) as Readonly<Record<string, Chunk>>;
  const isIt = (key: string) => /firebase/.test(manifest[key]?.file ?? '');
  const chunks = Object.keys(manifest);
  expect(chunks.filter(isIt).length).toBeGreaterThan(0);
  const leading = (way: 'imports' | 'dynamicImports') =>
    chunks.filter((key) => !isIt(key) && manifest[key]?.[way]?.some(isIt)).map((key) => manifest[key]?.name);
  expect([leading('imports'), leading('dynamicImports')]).toEqual([[], ['more']]);
  for (const file of ['sw.js', 'index.html'])
    expect(read(file)).not.toMatch(/assets\/firebase|googleapis|firebase-messaging/);
  // It is there, by what only its own code has.
  const files = chunks.map((key) => manifest[key]?.file ?? '').filter((file) => file.endsWith('.js'));
  const holding = files.filter((file) => read(file).includes('x-goog-firebase-installations-auth'));
  expect(holding).toEqual([expect.stringMatching(/^assets\/firebase-/)]);
});
