// The question whether one wants to be told of answers: after the first message, once, and the browser asks only when somebody
// has said yes to ours.
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright/test';
import { type PushService, startPushService } from '#tests/kit/outside/push-service.ts';
import { BROWSER_FLAGS } from '#tools/lib/browser.mjs';
import { judge } from './kit/axe.ts';
import { PHONE } from './kit/browser.ts';
import { message, openDirect, say, type } from './kit/chat.ts';
import { send } from './kit/files.ts';
import { type Company, newCompany, type Person } from './kit/people.ts';
import { subscribeAt, windowedBrowser } from './kit/push/push.ts';
import { builtClient, Server } from './kit/server.ts';
import { expect, type OpenOptions, test } from './kit/test.ts';

// One without windows has no notifications either: there is nothing to ask for.
const executablePath = await windowedBrowser();
test.use({ launchOptions: { args: [...BROWSER_FLAGS], ...(executablePath && { executablePath }) } });

const card = (page: Page) => page.getByRole('complementary', { name: 'Be told when somebody answers' });
const asked = (page: Page): Promise<number> =>
  page.evaluate(() => (window as { askedByBrowser?: number }).askedByBrowser ?? 0);

/** Nobody sits before this browser: `answer` is what they would say to its own question. */
const answers = (context: BrowserContext, answer: NotificationPermission) =>
  context.addInitScript((given) => {
    let is: NotificationPermission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => is });
    Notification.requestPermission = async () => {
      const counted = window as { askedByBrowser?: number };
      counted.askedByBrowser = (counted.askedByBrowser ?? 0) + 1;
      is = given;
      return is;
    };
  }, answer);
/** Everything that comes some time after a start is there, in the page as it was loaded last: a message before that asks nobody. */
const settled = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => JSON.parse(localStorage.getItem('install') ?? '{}').started_at >= performance.timeOrigin),
    )
    .toBe(true);

test('not before the first message; declined, neither after the next one nor after a logout', async ({
  open,
  company: { ines, kwame },
}) => {
  const page = await open(ines);
  await answers(page.context(), 'granted');
  await page.reload();
  await openDirect(page, kwame);
  await settled(page);
  await expect(card(page)).toBeHidden();
  await say(page, 'Here I am');
  await expect(card(page)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message', exact: true }), 'it takes no focus').toBeFocused();
  await judge(page, 'ask, desktop');
  await card(page).getByRole('button', { name: 'Not now' }).focus();
  await page.keyboard.press('Enter');
  await expect(card(page)).toBeHidden();
  await page.reload();
  await say(page, 'Once more');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('install'))).toContain('"asked":true');
  await expect(card(page)).toBeHidden();
  expect(await asked(page)).toBe(0);
  // Logging out with something unsent asks what is to become of it.
  await expect(message(page, 'Once more').getByLabel('Sent')).toBeVisible();
  await page.goto('/me');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('install'))).toContain('"asked":true');
});

test('on a phone it waits until nobody writes; yes makes the browser ask, and pushes come', async ({ open }) => {
  // A server that reaches the push service of the test.
  const service: PushService = await startPushService();
  const program = fileURLToPath(import.meta.resolve('./kit/push/reaching-server.ts'));
  const server = new Server(builtClient(), { program });
  try {
    server.env['PUSH_PORT'] = new URL(service.origin).port;
    await server.start();
    await turnsOn(await newCompany(server), server, service, open);
  } finally {
    await server.close();
    await service.close();
  }
});

type Open = (person: Person, options: OpenOptions) => Promise<Page>;
async function turnsOn({ ines, kwame }: Company, server: Server, service: PushService, open: Open): Promise<void> {
  const page = await open(ines, { ...PHONE, place: server });
  await answers(page.context(), 'granted');
  const standing = await subscribeAt(service, page.context());
  await page.reload();
  await openDirect(page, kwame);
  await settled(page);
  await type(page, 'Here I am');
  await send(page);
  await expect(message(page, 'Here I am')).toBeVisible();
  await expect(card(page)).toBeHidden();
  await page.getByRole('link', { name: 'All conversations' }).click();
  await expect(card(page)).toBeVisible();
  await judge(page, 'ask, phone');
  expect(await asked(page)).toBe(0);
  await card(page).getByRole('button', { name: 'Turn on notifications' }).click();
  await expect(page.getByText('Notifications are on')).toBeVisible();
  await expect(card(page)).toBeHidden();
  expect(await asked(page)).toBe(1);
  expect(standing.current).not.toBeNull();
  const known = await server.sql('SELECT FROM device WHERE address = $1', [standing.current?.endpoint]);
  expect(known).toHaveLength(1);
  // The browser gives it another address: its worker is told.
  const [worker] = page.context().serviceWorkers();
  const endpoint = `${service.origin}/another`;
  const subscribed = { ...standing.current, endpoint };
  await worker?.evaluate(async (made) => {
    let over: Promise<unknown> = Promise.resolve();
    const change = Object.assign(new Event('pushsubscriptionchange'), {
      newSubscription: { toJSON: () => made },
      waitUntil: (work: Promise<unknown>) => {
        over = work;
      },
    });
    dispatchEvent(change);
    await over;
  }, subscribed);
  await expect.poll(() => server.sql('SELECT FROM device WHERE address = $1', [endpoint])).toHaveLength(1);
  await page.context().close();
}

test('who says no to the browser is not asked by us again', async ({ open, company: { ines, kwame } }) => {
  const page = await open(ines);
  await answers(page.context(), 'denied');
  await page.reload();
  await openDirect(page, kwame);
  await settled(page);
  await say(page, 'Here I am');
  await card(page).getByRole('button', { name: 'Turn on notifications' }).click();
  await expect(card(page)).toBeHidden();
  expect(await asked(page)).toBe(1);
  await page.reload();
  await say(page, 'Once more');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('install'))).toContain('"asked":true');
  await expect(card(page)).toBeHidden();
});

test('never beside the invitation to install, and not after it in the same visit', async ({
  open,
  company: { ines, kwame, name },
}) => {
  const page = await open(ines);
  await answers(page.context(), 'granted');
  await page.context().addInitScript(() => {
    localStorage.setItem('install', JSON.stringify({ days: ['1', '2', '3'], started_at: 0 }));
    addEventListener('load', () => dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: () => 0 })));
  });
  await page.reload();
  await openDirect(page, kwame);
  const install = page.getByRole('complementary', { name: `Add ${name} to your home screen` });
  await expect(install).toBeVisible();
  await say(page, 'Here I am');
  await expect(card(page)).toBeHidden();
  await install.getByRole('button', { name: 'Not now' }).click();
  await expect(install).toBeHidden();
  await say(page, 'Once more');
  await expect(card(page)).toBeHidden();
});
