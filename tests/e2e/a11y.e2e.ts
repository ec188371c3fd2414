// Every screen, on the phone and the desktop, light and dark: axe finds nothing, and nothing hangs over the side.
import type { Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { pin, updateEntry } from '#contract/chat/marks/marks.ts';
import { react as reactTo, remove as removeMessage, send as sendMessage } from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';
import { judge } from './kit/axe.ts';
import { DESKTOP, NO_WORKER, PHONE } from './kit/browser.ts';
import { composer, message, offlineBanner, say } from './kit/chat.ts';
import { type Company, direct, newColleague, newSpace, newSubSpace, write } from './kit/people.ts';
import type { Server } from './kit/server.ts';
import { expect, test } from './kit/test.ts';

const SIZES = { phone: PHONE, desktop: DESKTOP };
const CALM = { reducedMotion: 'reduce', ...NO_WORKER } as const;
const SHOTS = process.env['E2E_SHOTS'];

interface Screen {
  readonly name: string;
  readonly path: string;
  /** Brings the page into the state that is looked at. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** What stands there when it is ready. */
  readonly ready: (page: Page) => Promise<void>;
}

const heading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

const SIGNED_OUT: readonly Screen[] = [
  { name: 'sign-in', path: '/sign-in', ready: heading('Welcome back') },
  {
    name: 'sign-in, refused',
    path: '/sign-in',
    prepare: async (page) => {
      await page.getByLabel('Work e-mail').fill('nobody@brackenford.example');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await page.getByRole('button', { name: 'Log in' }).click();
    },
    ready: (page) => expect(page.getByText('Provided credentials are not valid')).toBeVisible(),
  },
  { name: 'register', path: '/register', ready: heading('Register your company') },
  { name: 'verify', path: '/sign-in/verify', ready: heading('Check your e-mail') },
  { name: 'forgot', path: '/password/forgot', ready: heading('Forgot your password?') },
  { name: 'reset', path: '/password/reset/abcdefghijklmnopqrstuvwxyz', ready: heading('Set your password') },
  { name: 'inactive', path: '/inactive', ready: (page) => expect(page.getByRole('heading').first()).toBeVisible() },
];

/** Of the last message but one: by keyboard as well as by mouse. */
async function openMenu(page: Page): Promise<void> {
  const row = message(page, 'Thursday suits').first();
  const item = page.getByRole('menuitem', { name: 'Copy text' });
  // Going somewhere moves the focus to its heading, a moment later. Pressed twice it closes again.
  await expect(async () => {
    if (!(await item.isVisible())) {
      await row.focus({ timeout: 10_000 });
      await row.getByRole('button', { name: 'More actions' }).click({ timeout: 10_000 });
    }
    await expect(item).toBeVisible({ timeout: 10_000 });
  }).toPass();
}

/** A company with something to see on every screen. */
async function scene(server: Server, { ines, kwame }: Company): Promise<Screen[]> {
  const space = await newSpace(ines, 'Mill Lane crew', [kwame]);
  await newSubSpace(ines, space, 'Early shift');
  await newColleague(server, ines, 'Beatriz', 'Moura', 'Driver');
  const toKwame = direct(kwame);
  await write(kwame, direct(ines), 'Door seal is on. Oven 3 is all yours.');
  const gone = await write(ines, toKwame, 'Wrong oven');
  await ines.api.call(removeMessage, { message_id: gone.message_id });
  const liked = await write(ines, toKwame, 'Thursday suits the early shift. I’ll move the rye bake to 13:00.');
  await kwame.api.call(reactTo, { message_id: liked.message_id, emoji: '🔥' });
  await kwame.api.call(pin, { message_id: liked.message_id });
  const sent = { ...direct(ines), message_id: uuid(), body: docOf('13:00 is fine, I’ll tell the drivers.') };
  await kwame.api.call(sendMessage, { ...sent, reply_to: liked.message_id });
  await ines.api.call(sendMessage, { ...toKwame, message_id: uuid(), body: docOf('…'), forward_of: sent.message_id });
  await ines.api.call(updateEntry, { entity_type: 'space', entity_id: space, muted: true, pinned: true });
  for (const text of ['Kit 2 is restocked.', 'Who has the keys?', 'I do.'])
    await write(kwame, { entity_type: 'space', entity_id: space }, text);

  const conversation = `/connect/employee/${kwame.id}`;
  const shown = (page: Page) => expect(message(page, 'Thursday suits').first()).toBeVisible();
  return [
    {
      name: 'chat',
      path: '/connect',
      ready: (page) =>
        expect(page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').first()).toBeVisible(),
    },
    { name: 'direct', path: conversation, ready: shown },
    {
      name: 'direct, writing',
      path: conversation,
      prepare: async (page) => {
        await composer(page).click();
        // The editor has come: on a phone there is nothing to send yet, so a voice message is offered instead.
        await expect(page.getByRole('button', { name: /^(?:Send|Record a voice message)$/ }).first()).toBeVisible();
        await expect(composer(page)).toBeFocused();
      },
      ready: shown,
    },
    { name: 'direct, menu of a message', path: conversation, prepare: (page) => openMenu(page), ready: shown },
    {
      name: 'direct, forward',
      path: conversation,
      prepare: async (page) => {
        await openMenu(page);
        await page.getByRole('menuitem', { name: 'Forward' }).click();
      },
      ready: (page) => expect(page.getByRole('dialog', { name: 'Forward to' })).toBeVisible(),
    },
    {
      name: 'direct, about',
      path: conversation,
      prepare: (page) => page.getByRole('button', { name: 'About this conversation' }).click(),
      ready: (page) => expect(page.getByRole('region', { name: 'Pinned' }).getByRole('link').first()).toBeVisible(),
    },
    { name: 'space', path: `/connect/space/${space}`, ready: (page) => expect(message(page, 'I do.')).toBeVisible() },
    {
      name: 'space, about',
      path: `/connect/space/${space}`,
      prepare: (page) => page.getByRole('button', { name: 'About this conversation' }).click(),
      ready: (page) => expect(page.getByText('Everything around the ovens').first()).toBeVisible(),
    },
    { name: 'gone', path: '/connect/space/00000000-0000-7000-8000-000000000000', ready: heading('Not here') },
    {
      name: 'new message',
      path: '/connect',
      prepare: (page) => page.getByRole('button', { name: 'New message' }).first().click(),
      ready: (page) => expect(page.getByRole('dialog')).toBeVisible(),
    },
    {
      name: 'people',
      path: '/people',
      ready: (page) => expect(page.getByRole('listitem').filter({ hasText: 'Beatriz Moura' })).toBeVisible(),
    },
    {
      name: 'add a person',
      path: '/people',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Add a person' }).click();
        await page.getByRole('button', { name: 'Send the invitation' }).click();
      },
      ready: (page) => expect(page.getByText('This field is required').first()).toBeVisible(),
    },
    {
      name: 'profile',
      path: `/profile/${kwame.id}`,
      ready: (page) => expect(page.getByText(kwame.email)).toBeVisible(),
    },
    {
      name: 'nobody',
      path: '/profile/00000000-0000-7000-8000-000000000000',
      ready: (page) => expect(page.getByText('Nobody is here under this address')).toBeVisible(),
    },
    {
      name: 'spaces',
      path: '/spaces',
      ready: (page) => expect(page.getByText('Mill Lane crew').first()).toBeVisible(),
    },
    {
      name: 'new space',
      path: '/spaces/new',
      ready: (page) => expect(page.getByRole('heading').first()).toBeVisible(),
    },
    {
      name: 'settings',
      path: '/settings',
      ready: (page) => expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible(),
    },
    { name: 'me', path: '/me', ready: heading('Me') },
    {
      name: 'unknown',
      path: '/no/such/page',
      ready: (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
    },
  ];
}

async function look(page: Page, screens: readonly Screen[], how: string): Promise<void> {
  for (const screen of screens) {
    await page.goto(screen.path);
    await screen.prepare?.(page);
    await screen.ready(page);
    await judge(page, `${screen.name}, ${how}`);
  }
}

for (const [size, device] of Object.entries(SIZES)) {
  test(`signed out, ${size}`, { tag: '@main' }, async ({ open, watch }) => {
    test.setTimeout(420_000);
    watch.allow(/status of 401/);
    const page = await open(null, { ...device, ...CALM });
    await look(page, SIGNED_OUT, size);
  });

  test(`signed in, ${size}`, async ({ open, server, company, watch }) => {
    test.setTimeout(420_000);
    watch.allow(/status of 404/);
    const screens = await scene(server, company);
    const page = await open(company.ines, { ...device, ...CALM });
    await look(page, screens, size);
  });
}

test('without a connection: what waits and what is old is said in a readable way', async ({
  open,
  server,
  company,
}) => {
  const page = await open(company.ines, { path: `/connect/employee/${company.kwame.id}`, reducedMotion: 'reduce' });
  await say(page, 'Before');
  await expect(message(page, 'Before').getByLabel('Sent')).toBeVisible();
  await server.kill();
  await expect(offlineBanner(page)).toBeVisible();
  await say(page, 'Waits');
  await expect(page.getByText('Queued', { exact: true })).toBeVisible();
  await judge(page, 'offline, desktop');
});

test('at 320 and 820 px nothing hangs over the side', async ({ open, server, company, watch }) => {
  test.setTimeout(420_000);
  watch.allow(/status of 404/);
  const screens = await scene(server, company);
  for (const width of [320, 820]) {
    const page = await open(company.ines, { viewport: { width, height: 900 }, ...CALM });
    for (const screen of screens) {
      await page.goto(screen.path);
      await screen.prepare?.(page);
      await screen.ready(page);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/${screen.name.replace(/\W+/g, '-')}-${width}.png` });
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect.soft(over, `${screen.name} at ${width} px`).toBeLessThanOrEqual(0);
    }
    await page.close();
  }
});
