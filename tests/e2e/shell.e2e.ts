// The frame around everything: first paint, who may see what, addresses, focus, and what reaches an open page from outside.
import type { Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { createGroup } from '#contract/chat/groups.ts';
import * as company from '#contract/company.ts';
import * as people from '#contract/people.ts';
import {
  holdBack,
  NO_WORKER,
  PHONE,
  readyOffline,
  sessionState,
  signInByPage,
  signInHere,
  untilKept,
} from './kit/browser.ts';
import { composer, expectTexts, openDirect } from './kit/chat.ts';
import { direct, newColleague, newSpace, newSubSpace, type Person, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';
import { cornersOf, recordPainting } from './kit/watching/paint.ts';

const signInHeading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Welcome back' });
const mainNav = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const accentOf = (page: Page) => page.locator('.radix-themes').first().getAttribute('data-accent-color');

test('no flash: dark and violet from the first frame on, and no wrong word in between', async ({
  company: { ines, kwame },
  open,
}) => {
  await ines.api.call(company.update, { color_theme: 'Custom_Mob_1' });
  await write(kwame, direct(ines), 'hello');
  const page = await open(ines, { path: `/connect/employee/${kwame.id}` });
  await expectTexts(page, ['hello']);
  await page.getByRole('button', { name: /account of/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(() => accentOf(page)).toBe('violet');
  await readyOffline(page);

  await page.addInitScript(() => {
    const seen: string[] = [];
    const look = () => {
      const { className, dataset } = document.documentElement;
      const accent = document.querySelector<HTMLElement>('.radix-themes')?.dataset['accentColor'];
      const now = `${className.match(/light|dark/)?.[0]} ${dataset['accent']} ${accent ?? 'violet'}`;
      if (seen.at(-1) !== now) seen.push(now);
      if (document.body?.textContent.includes('Former employee')) seen.push('Former employee');
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    Object.assign(window, { seen });
  });
  const painting = await recordPainting(page, { slowedBy: 4 });
  await page.reload();
  await expectTexts(page, ['hello']);
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  // What is in the document is looked at in the next frame, and on its way to us for longer.
  await expect.poll(seen).toEqual(['dark violet violet']);
  await expect.poll(painting.count).toBeGreaterThan(1);
  const frames = await painting.stop();
  for (const { bottomRight, centre } of await cornersOf(page, frames)) {
    expect(Math.max(...bottomRight), 'the ground is dark in every frame').toBeLessThan(64);
    expect(Math.max(...centre), 'the middle is dark in every frame').toBeLessThan(64);
  }
  expect(await seen()).toEqual(['dark violet violet']);
});

test('what is not known yet is not called gone', async ({ company: { ines, kwame }, open }) => {
  await write(kwame, direct(ines), 'hello');
  const page = await open(null);
  await page.addInitScript(() => {
    const wrong: string[] = [];
    new MutationObserver(() => {
      const text = document.body?.textContent ?? '';
      for (const word of ['Former employee', 'no longer here', 'Nobody here yet', 'No conversations yet'])
        if (text.includes(word) && !wrong.includes(word)) wrong.push(word);
    }).observe(document, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { wrong });
  });
  // The directory is the slowest of all: nothing may be concluded from its not being there.
  await page.route('**/api/user-management/directory/list*', async (route) => {
    await new Promise((done) => setTimeout(done, 600));
    await route.continue();
  });
  await page.goto(`/connect/employee/${kwame.id}`);
  await signInByPage(page, ines);
  await expectTexts(page, ['hello']);
  await expect(page.getByRole('heading', { level: 1, name: kwame.name })).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { wrong: string[] }).wrong)).toEqual([]);
});

test('the splash shows its logo on the first visit only', async ({ open }) => {
  const page = await open(null, { path: '/sign-in' });
  await expect(signInHeading(page)).toBeVisible();
  const kind = () => page.evaluate(() => document.documentElement.dataset['splash']);
  expect(await kind()).toBe('logo');
  await expect(page.locator('#splash')).toHaveCount(0);
  // The form is there, and the splash gone, before the app is, which writes this down.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('splashed'))).toBe('true');
  // Nothing is painted before there is something to see, on a slow device either.
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.reload();
  await expect(signInHeading(page)).toBeVisible();
  expect(await kind()).toBe('ring');
  const paints = () => page.evaluate(() => performance.getEntriesByType('paint').map(({ startTime }) => startTime));
  await expect.poll(paints).toHaveLength(2);
  const [first, withContent] = await paints();
  expect(withContent).toBe(first);
});

test('a first visit fetches what it shows: to sign in nothing that is behind it, of the list no messages, and to write nothing of all the rest', async ({
  company: { ines, kwame },
  open,
  server,
}) => {
  // The worker fetches all of it, later and by itself.
  const fetched = async (person: Person | null, path: string, shown: (page: Page) => Promise<void>) => {
    const page = await open(person, { ...PHONE, ...NO_WORKER, path: '/manifest.webmanifest' });
    // What is fetched in advance is so after seconds, which a busy machine may need for the rest.
    await page.addInitScript(() => {
      const set = window.setTimeout;
      const soon = (run: () => void, ms = 0, ...given: unknown[]) => (ms < 4_000 ? set(run, ms, ...given) : 0);
      Object.assign(window, { setTimeout: soon });
    });
    const files: string[] = [];
    page.on('request', (request) => files.push(/assets\/([\w-]+)-[\w-]{8}\.js/.exec(request.url())?.[1] ?? ''));
    await page.goto(path);
    await shown(page);
    await expect.poll(() => files).toContain('update');
    await page.waitForLoadState('networkidle');
    return files;
  };
  const onDemand = ['auth-more', 'daily', 'more', 'admin', 'operator'];
  const toSignIn = await fetched(null, '/sign-in', (page) => expect(signInHeading(page)).toBeVisible());
  expect(toSignIn).toEqual(expect.arrayContaining(['auth', 'update']));
  for (const file of ['signed-in', 'list', 'reading', 'prosemirror', 'editor', ...onDemand])
    expect(toSignIn).not.toContain(file);
  // A group has faces of its own in the list.
  const nell = await newColleague(server, ines, 'Nell', 'Okoro');
  await ines.api.call(createGroup, { conversation_id: uuid(), employee_ids: [kwame.id, nell.id] });
  const toLook = await fetched(ines, '/connect', (page) =>
    expect(page.getByRole('link', { name: 'Nell' })).toBeVisible(),
  );
  expect(toLook).toEqual(expect.arrayContaining(['signed-in', 'list']));
  for (const file of ['reading', 'prosemirror', 'editor', ...onDemand]) expect(toLook).not.toContain(file);
  const toWrite = await fetched(ines, `/connect/employee/${kwame.id}`, (page) =>
    expect(page.getByRole('button', { name: 'Formatting' })).toBeVisible(),
  );
  expect(toWrite).toEqual(expect.arrayContaining(['signed-in', 'list', 'reading', 'editor']));
  for (const file of onDemand) expect(toWrite).not.toContain(file);
});

test('a device that knows nothing asks for the list and the names while it fetches the code, once; later it has them', async ({
  company: { ines, kwame },
  open,
}) => {
  await write(kwame, direct(ines), 'hello');
  const page = await open(ines, { ...NO_WORKER, path: '/manifest.webmanifest' });
  const asked: string[] = [];
  page.on('request', (request) =>
    asked.push(/(?:conversation|directory)\/list|signed-in-.*\.js/.exec(request.url())?.[0].slice(0, 9) ?? ''),
  );
  const wanted = () => asked.filter(Boolean).toSorted();
  const [first, code] = [['conversat', 'directory'], 'signed-in'];
  let come = await holdBack(page, 'signed-in-*.js');
  await page.goto('/connect');
  await expect.poll(wanted).toEqual([...first, code]);
  const row = page.getByRole('link', { name: kwame.name });
  await expect(row).toHaveCount(0);
  come();
  await expect(row).toContainText('hello');
  // What has happened since they were asked for is asked for by the socket, and not all of it again.
  await write(kwame, direct(ines), 'and again');
  await expect(row).toContainText('and again');
  expect(wanted()).toEqual([...first, code]);
  await untilKept(page);
  asked.length = 0;
  await page.unrouteAll();
  come = await holdBack(page, 'signed-in-*.js');
  await page.reload();
  await expect.poll(wanted).toEqual([code]);
  come();
  await expect(row).toContainText('and again');
  expect(wanted()).toEqual([code]);
});

test('a deep link waits behind the sign-in', { tag: '@main' }, async ({ company: { ines, kwame }, open }) => {
  const space = await newSpace(ines, 'Ovens', [kwame]);
  const sub = await newSubSpace(ines, space, 'Repairs');
  const link = `/connect/space/${space}/sub-space/${sub}`;
  const page = await open(null, { path: link });
  await expect(signInHeading(page)).toBeVisible();
  await signInByPage(page, kwame);
  await expect(page).toHaveURL(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Ovens' })).toBeVisible();
  await page.goto('/sign-in');
  await expect(page.getByRole('heading', { level: 1, name: 'Chat' })).toBeVisible();
});

test('colours that the company changes reach an open browser', async ({ company: { ines, kwame }, open }) => {
  const page = await open(kwame);
  await expect(mainNav(page)).toBeVisible();
  expect(await accentOf(page)).toBe('lime');
  await expect(page.getByRole('heading', { level: 1, name: 'Chat' })).toBeVisible();
  await online(page);
  await ines.api.call(company.update, { color_theme: 'Custom_Tron' });
  await expect.poll(() => accentOf(page)).toBe('orange');
});

test('who is deactivated is out at once, without doing anything', { tag: '@main' }, async ({
  company: { ines, kwame },
  open,
  watch,
}) => {
  watch.allow(/status of 40[13]/);
  const page = await open(kwame);
  await expect(mainNav(page)).toBeVisible();
  await online(page);
  await ines.api.call(people.setStatus, { employee_id: kwame.id, status: 'INACTIVE' });
  // The server ends the socket with the change (tests/flows/realtime.test.ts); how long a page then takes to load is the machine's business.
  await expect(signInHeading(page)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('userSession'))).toBeNull();
});

test('an address that leads nowhere says so, and leads back', async ({ company: { ines }, open }) => {
  const page = await open(ines, { path: '/nowhere/at/all' });
  await expect(page.getByRole('heading', { level: 1, name: 'There is nothing here' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the start' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Chat' })).toBeVisible();
});

test('back and forward go where one was, on a phone too', async ({ company: { ines, kwame }, open }) => {
  await write(kwame, direct(ines), 'hello');
  const page = await open(ines, PHONE);
  await page.getByRole('link', { name: /Kwame Mensah/ }).click();
  await expect(composer(page)).toBeVisible();
  await expect(mainNav(page), 'a task has the whole screen').toBeHidden();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Chat' })).toBeVisible();
  await mainNav(page).getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Chat' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
});

test('going somewhere moves the focus to its heading; the first stop skips the navigation', async ({
  company: { ines },
  open,
}) => {
  const page = await open(ines);
  await expect(page.getByRole('heading', { level: 1, name: 'Chat' })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await mainNav(page).getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeFocused();
  await expect(page).toHaveTitle('People · Limelight');
  await mainNav(page).getByRole('link', { name: 'Chat' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Chat' })).toBeFocused();
});

test('a session of another device changes nothing here', async ({ server, company: { ines, kwame }, open }) => {
  const page = await open(ines);
  await openDirect(page, kwame);
  const { cookies } = await sessionState(server, kwame);
  expect(cookies).toHaveLength(1);
  const other = await open(null);
  await signInHere(other, server, kwame);
  await expect(mainNav(other)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: kwame.name })).toBeVisible();
});

test('who is signed out in another tab has what is on the screen until the page goes', async ({
  company: { ines, kwame },
  open,
}) => {
  await write(kwame, direct(ines), 'hello');
  const page = await open(ines, { path: `/connect/employee/${kwame.id}` });
  await expectTexts(page, ['hello']);
  const other = await page.context().newPage();
  await other.goto('/connect');
  await expect(mainNav(other)).toBeVisible();
  const shown: string[] = [];
  page.on('console', (message) => shown.push(message.text()));
  await page.evaluate(() => {
    // Taking away what is here takes as long as anybody waits for it.
    IDBFactory.prototype.deleteDatabase = () => new EventTarget() as IDBOpenDBRequest;
    new MutationObserver(() => {
      const heading = document.querySelector('#root h1')?.textContent;
      if (heading) console.debug(heading);
    }).observe(document, { subtree: true, childList: true });
    document.querySelector('#root')?.append(document.createElement('i'));
  });
  await other.getByRole('button', { name: /account of/ }).click();
  await other.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL('**/sign-in');
  await expect(signInHeading(page)).toBeVisible();
  expect(shown).toContain('Chat');
  expect(shown).not.toContain('Welcome back');
});

/** Changes are heard from now on. */
async function online(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /account of/ }).locator('[data-presence]')).toBeVisible();
}
