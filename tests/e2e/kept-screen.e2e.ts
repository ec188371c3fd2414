// What was on the screen is there again before the app is: in its place, as plain text, and for nobody else.
import type { BrowserContext, Page } from 'playwright/test';
import { DESKTOP, PHONE, readyOffline } from './kit/browser.ts';
import { log } from './kit/chat.ts';
import { direct, type Person, write } from './kit/people.ts';
import { expect, test } from './kit/test.ts';

/** Of one frame: where the last message stood, and what the first lines said; of what was kept and of the app. */
interface Frame {
  readonly kept: string | null;
  readonly app: string | null;
  readonly text: string;
}

const HOSTILE = '</script><script>globalThis.pwned=1</script><img src=x onerror="globalThis.pwned=1">';

const pathTo = (person: Person) => `/connect/employee/${person.id}`;

/** Addresses of what is kept of the person's screens. */
const keptAt = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('private-screen:'));
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => new URL(url).pathname);
  });

const isKept = (page: Page, path: string) =>
  expect.poll(() => keptAt(page), { timeout: 60_000 }).toContain(`/kept-screen${path}`);

interface Started {
  readonly page: Page;
  readonly frames: Frame[];
  /** As the worker gave it. */
  readonly html: string;
}

/** Opens the address in a new page and gives what was kept as it is shown, and each frame until the app's own stands alone. */
async function start(context: BrowserContext, path: string): Promise<Started> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    // What was kept is given up when the app takes too long, as it may on a busy machine: here it has twenty times as long.
    const now = performance.now.bind(performance);
    performance.now = () => now() / 20;
    const frames: Frame[] = [];
    const lastOf = (selector: string) =>
      [...(document.querySelector(selector)?.querySelectorAll('article') ?? [])].at(-1);
    const KEPT = '#kept-screen.kept-shown';
    const place = (article: Element | undefined, box = article?.getBoundingClientRect()) =>
      box && article?.isConnected ? [box.left, box.top, box.width, box.height].map(Math.round).join(' ') : null;
    const note = () => {
      const text = document.querySelector(KEPT)?.textContent ?? '';
      frames.push({ kept: place(lastOf(KEPT)), app: place(lastOf('#root')), text });
    };
    // As painted: asked for in the frame, and told after everything in it has found its size and its place.
    const look = () => {
      const [kept, app] = [lastOf(KEPT), lastOf('#root')];
      const text = document.querySelector(KEPT)?.textContent ?? '';
      const observer = new IntersectionObserver((entries) => {
        observer.disconnect();
        const boxOf = (one: Element | undefined) => entries.find(({ target }) => target === one)?.boundingClientRect;
        frames.push({ kept: place(kept, boxOf(kept)), app: place(app, boxOf(app)), text });
      });
      for (const article of [kept, app]) if (article) observer.observe(article);
      requestAnimationFrame(look);
    };
    look();
    // A busy machine may draw no frame before the app is there.
    const shown = new MutationObserver(() => {
      if (!document.querySelector('#kept-screen.kept-shown')) return;
      note();
      // The clock above is slow.
      Object.assign(globalThis, { shownAt: new Event('now').timeStamp });
      shown.disconnect();
    });
    shown.observe(document, { subtree: true, attributes: true, attributeFilter: ['class'] });
    Object.assign(globalThis, { frames });
  });
  const answer = await page.goto(path);
  await expect(log(page).getByRole('article').last()).toBeVisible();
  await expect(page.locator('#kept-screen')).toHaveCount(0);
  // What is gone from the page may still be on the screen: a frame later the look has seen it.
  const seen = () => page.evaluate(() => (globalThis as unknown as { frames: Frame[] }).frames);
  await expect.poll(async () => (await seen()).some(({ kept, app }) => kept === null && app !== null)).toBe(true);
  const frames = await seen();
  return { page, frames, html: (await answer?.text()) ?? '' };
}

/**
 * Begins until the worker has put into the page what is wanted: it waits a second for what it keeps, and a page that was just closed
 * may keep its own screen meanwhile.
 */
async function startWith(wanted: string, begin: () => Promise<Started>): Promise<Started> {
  for (let round = 0; round < 10; round++) {
    const started = await begin();
    if (started.html.includes(wanted)) return started;
    await started.page.close();
  }
  throw new Error(`The worker never put this into the page: ${wanted}`);
}

/** Puts it in the place of what is kept. Asked of the server itself: no app that keeps its own screen meanwhile. */
async function keep(context: BrowserContext, path: string, screen: object): Promise<void> {
  const other = await context.newPage();
  await other.goto('/api/health/live');
  await other.evaluate(
    async ([at, text]) => {
      const [name] = (await caches.keys()).filter((one) => one.startsWith('private-screen:'));
      await (await caches.open(name ?? '')).put(`/kept-screen${at}`, new Response(text));
    },
    [path, JSON.stringify(screen)] as const,
  );
  await other.close();
}

for (const [name, size] of [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const)
  test(`${name}: the conversation stands before the app does, and does not move when it comes`, async ({
    company: { ines, kwame },
    open,
  }) => {
    for (let n = 0; n < 30; n++) await write(n % 3 ? kwame : ines, direct(n % 3 ? ines : kwame), `Loaf ${n}`);
    await write(kwame, direct(ines), HOSTILE);
    const first = await open(ines, { ...size, path: pathTo(kwame) });
    await expect(log(first).getByText(HOSTILE)).toBeVisible();
    await readyOffline(first);
    await isKept(first, pathTo(kwame));

    const { page, frames } = await startWith('id="kept-data"', () => start(first.context(), pathTo(kwame)));
    const before = frames.find(({ kept, app }) => kept !== null && app === null);
    expect(before?.text, 'what was painted before the app was there').toContain(HOSTILE);
    expect(before?.text).toContain('Loaf 29');
    const after = frames.find(({ kept, app }) => kept === null && app !== null);
    expect(after?.app, 'where the last message stands in the first frame of the app').toBe(before?.kept);
    expect(await page.evaluate(() => 'pwned' in globalThis)).toBe(false);
    const early = await page.evaluate(() => {
      const { shownAt } = globalThis as unknown as { shownAt: number };
      const scripts = performance.getEntriesByType('resource').filter((one) => one.name.endsWith('.js'));
      return scripts.map((one) => one.startTime - shownAt).filter((ms) => !(ms >= 0));
    });
    expect(early, 'scripts that are asked for before it is painted').toEqual([]);
  });

test('a screen of somebody else, of another build, size, look or day is not shown', async ({
  company: { ines, kwame },
  open,
}) => {
  await write(kwame, direct(ines), 'Rye or wheat?');
  const first = await open(ines, { path: pathTo(kwame) });
  await expect(log(first).getByText('Rye or wheat?')).toBeVisible();
  await readyOffline(first);
  await isKept(first, pathTo(kwame));
  const context = first.context();
  const changes = { account: 'another/person', build: '/assets/old.js', width: 1, dark: true, day: 'Mon Jan 01 2024' };
  const kept = await first.evaluate(
    async (path) => (await caches.match(`/kept-screen${path}`))?.text() ?? '',
    pathTo(kwame),
  );
  await first.close();
  for (const [field, value] of [['account', JSON.parse(kept).account], ...Object.entries(changes)]) {
    const isOwn = field === 'account' && value !== changes.account;
    const screen = { ...JSON.parse(kept), [field]: value };
    const { html: _, ...of } = screen;
    // Only what the worker has put into the page can be refused there.
    const { page, frames } = await startWith(JSON.stringify(of).replaceAll('"', '&quot;'), async () => {
      await keep(context, pathTo(kwame), screen);
      return start(context, pathTo(kwame));
    });
    expect(
      frames.some((frame) => frame.kept !== null),
      field,
    ).toBe(isOwn);
    // What is held back for it is asked for in advance all the same.
    await expect(page.locator('head link[rel=modulepreload][href^="/assets/signed-in-"]'), field).toHaveCount(1);
    await page.close();
  }
});

test('only the last screen is kept, and only of conversations', async ({ company: { ines, kwame }, open }) => {
  await write(kwame, direct(ines), 'Rye or wheat?');
  const page = await open(ines, { path: pathTo(kwame) });
  const kept = (...paths: string[]) =>
    expect.poll(() => keptAt(page), { timeout: 60_000 }).toEqual(paths.map((path) => `/kept-screen${path}`));
  await kept(pathTo(kwame));
  await page.goto('/connect');
  // The app on the home screen starts at the first of these.
  await kept('/connect', '/');
  await page.goto('/settings');
  await kept();
});
