// Replays of errors from end to end: the collector's own client records in a real browser, the server passes it on to what stands for a
// collector. Nothing without an error, nothing of anybody, nothing after leaving, and nothing at all where there is no collector.
import type { Page } from 'playwright/test';
import { type Collector, startCollector } from '#tests/kit/outside/collector.ts';
import { readyOffline } from './kit/browser.ts';
import { composer, expectTexts, openDirect, say, type } from './kit/chat.ts';
import { type Company, direct, newCompany, newSpace, type Person, write } from './kit/people.ts';
import { builtClient, Server } from './kit/server.ts';
import { expect, type OpenOptions, test } from './kit/test.ts';

let collector: Collector;
let place: Server;
let company: Company;
test.beforeAll(async () => {
  collector = await startCollector();
  place = new Server(builtClient());
  place.env['SENTRY_DSN'] = collector.dsn;
  await place.start();
});
test.afterAll(async () => {
  await place?.close();
  await collector?.close();
});
test.beforeEach(async () => {
  company = await newCompany(place);
  collector.taken.length = 0;
});

const PATIENCE = { timeout: 30_000 };

/** As a bug would. */
const fail = (page: Page, message: string) =>
  page.evaluate((text) => {
    setTimeout(() => {
      throw new RangeError(text);
    });
  }, message);

/** What a page asks for: files of the recorder, and what it sends. */
function watchTunnel(page: Page): { loaded: string[]; sent: string[] } {
  const seen = { loaded: [] as string[], sent: [] as string[] };
  page.context().on('request', (request) => {
    if (/\/assets\/replay/.test(request.url())) seen.loaded.push(request.url());
    if (/error-tunnel/.test(request.url()) && request.method() === 'POST') seen.sent.push(request.postData() ?? '');
  });
  return seen;
}

/** From then on the last minute is kept. */
const isRecorded = (page: Page) => page.waitForFunction(() => '__SENTRY__' in globalThis, undefined, PATIENCE);

/** Whether anybody records: asks to be told of all changes of the document, and what was there before. For pages that come after. */
async function watchRecording(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript(() => {
    const recording = new Set<MutationObserver>();
    const { observe, disconnect } = MutationObserver.prototype;
    MutationObserver.prototype.observe = function (target, options) {
      if (target === document && options?.attributeOldValue) recording.add(this);
      observe.call(this, target, options);
    };
    MutationObserver.prototype.disconnect = function () {
      recording.delete(this);
      disconnect.call(this);
    };
    Object.assign(globalThis, { recording });
  });
  return () => page.evaluate(() => (globalThis as unknown as { recording: Set<unknown> }).recording.size > 0);
}

/** What the page's policy has refused since it began. */
async function watchPolicy(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(globalThis, { refused });
    document.addEventListener('securitypolicyviolation', (event) =>
      refused.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    );
  });
  return () => page.evaluate(() => (globalThis as unknown as { refused: string[] }).refused);
}

interface Recorded {
  readonly type: number;
  readonly data: { readonly node?: unknown; readonly href?: string; readonly tag?: string };
}
const recordings = () =>
  collector.contents('replay_recording').map((one) => {
    const [head = '', events = ''] = one.split('\n');
    return { ...(JSON.parse(head) as { segment_id: number }), events: JSON.parse(events) as Recorded[] };
  });
const parsed = (type: string) => collector.contents(type).map((one) => JSON.parse(one));

test('an error takes along what the page looked like before, without a word of it', async ({ open, watch }) => {
  watch.allow(/The .* broke/);
  const { ines, kwame } = company;
  const space = await newSpace(ines, 'Glasshouse', [kwame]);
  await write(kwame, direct(ines), 'Zeppelins at noon');
  const page = await open(ines, { place, path: '/settings' });
  const seen = watchTunnel(page);
  const refused = await watchPolicy(page);
  await openDirect(page, kwame);
  await expectTexts(page, ['Zeppelins at noon']);
  await isRecorded(page);
  await say(page, 'Marzipan for everybody');
  await page.getByRole('link', { name: 'Glasshouse' }).click();
  await expect(page).toHaveURL(/\/connect\/space\//);
  // The field of before stays until the space is there.
  await expect(composer(page)).toHaveAttribute('aria-placeholder', /General/);
  await type(page, 'Quicksilver');
  expect(seen.sent).toEqual([]);
  expect(collector.taken).toEqual([]);

  await fail(page, `The "Zeppelins" of ${kwame.email} broke`);
  await expect.poll(() => recordings().length, PATIENCE).toBeGreaterThan(0);
  const [error, ...more] = parsed('event');
  expect(more).toEqual([]);
  expect(error).toMatchObject({ exception: { values: [{ type: 'RangeError' }] }, transaction: '/connect/space/$' });
  const { replay_id } = error.contexts.replay;
  expect(parsed('replay_event')[0]).toMatchObject({
    replay_id,
    segment_id: 0,
    error_ids: [error.event_id],
    replay_type: 'buffer',
  });
  const [first] = recordings();
  expect(first?.segment_id).toBe(0);
  expect(first?.events.map(({ type: kind }) => kind)).toEqual(expect.arrayContaining([2, 3, 4]));
  const whole = JSON.stringify(first?.events.find(({ type: kind }) => kind === 2));
  for (const drawn of ['"_cssText":', 'rt-Button', '*********']) expect(whole).toContain(drawn);

  // It goes on while the page is there, in the same replay.
  await type(page, 'Vermilion');
  await expect.poll(() => recordings().length, PATIENCE).toBeGreaterThan(1);
  expect(new Set(parsed('replay_event').map((one) => one.replay_id))).toEqual(new Set([replay_id]));
  expect(parsed('event')).toHaveLength(1);

  const all = collector.taken.map(({ text }) => text).join('\n');
  const words = [
    'Zeppelin',
    'Marzipan',
    'Quicksilver',
    'Vermilion',
    'Glasshouse',
    'Kwame',
    'Mensah',
    'Ines',
    'Okafor',
    'Brackenford',
  ];
  const ids = [space, kwame.id, ines.id, company.id, kwame.email, new URL(place.url).host, 'Mozilla'];
  for (const word of [...words, ...ids]) expect(all.includes(word), word).toBe(false);
  // The page has covered them up before, too: the server is the second wall.
  for (const word of words) expect(seen.sent.join().includes(word), word).toBe(false);
  expect(await refused()).toEqual([]);
  // The page before may have begun to load it, too.
  expect(new Set(seen.loaded).size).toBe(1);
  const kept = await page.evaluate(() =>
    Object.keys({ ...localStorage, ...sessionStorage }).filter((key) => /sentry|replay/i.test(key)),
  );
  expect(kept).toEqual([]);
});

/** Somebody reads a conversation, and is recorded. */
async function openRecorded(open: (person: Person, options: OpenOptions) => Promise<Page>) {
  const page = await open(company.ines, { place, path: '/settings' });
  const seen = watchTunnel(page);
  await openDirect(page, company.kwame);
  await isRecorded(page);
  return { page, seen };
}

test('who logs out is recorded no more', async ({ open, watch }) => {
  watch.allow(/The .* broke/);
  const { page, seen } = await openRecorded(open);
  await fail(page, 'The oven broke');
  await expect.poll(() => recordings().length, PATIENCE).toBeGreaterThan(0);
  await type(page, 'Unsent');
  await page.getByRole('button', { name: /account of/ }).click();
  // Until then it goes on, every few seconds.
  let [sent, loaded] = [-1, -1];
  page.on('request', (request) => {
    if (sent < 0 && /logout/.test(request.url())) [sent, loaded] = [seen.sent.length, seen.loaded.length];
  });
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  await page.getByRole('textbox').first().fill('somebody@else.example');
  // Whoever is nobody is heard of as before, and without a replay.
  await fail(page, 'The door broke');
  await expect.poll(() => parsed('event').length, PATIENCE).toBe(2);
  expect(parsed('event')[1]).not.toHaveProperty('contexts');
  expect(sent, 'the server is told').toBeGreaterThan(0);
  expect(seen.sent.slice(sent)).toEqual([]);
  expect(seen.loaded).toHaveLength(loaded);
  expect(new Set(parsed('replay_event').map((one) => one.replay_id)).size).toBe(1);
});

test('errors close together are of one replay, which goes on, also after the server had no room for a while', async ({
  open,
  watch,
}) => {
  watch.allow(/The .* broke/, /503|429/);
  const { page, seen } = await openRecorded(open);
  const answers = [503, 429];
  await page.route('**/general/error-tunnel', async (route) => {
    const status = route.request().method() === 'POST' ? answers.shift() : undefined;
    if (!status) return route.continue();
    await route.fulfill({
      status,
      headers: { 'retry-after': '1' },
      json: { status: 'error', error_code: 'X', message: '' },
    });
  });
  await fail(page, 'The oven broke');
  await fail(page, 'The door broke');
  await expect.poll(() => recordings().length, PATIENCE).toBe(1);
  expect([answers, seen.sent.length]).toEqual([[], 3]);
  await type(page, 'Vermilion');
  await expect.poll(() => recordings().length, PATIENCE).toBeGreaterThan(1);
  const told = parsed('replay_event');
  expect(told.map(({ segment_id }) => segment_id)).toEqual(told.map((_, n) => n));
  expect(new Set(told.map(({ replay_id }) => replay_id)).size).toBe(1);
  expect(new Set(told.flatMap(({ error_ids }) => error_ids))).toEqual(
    new Set(parsed('event').map(({ event_id }) => event_id)),
  );
});

test('what is refused ends the recording, also where it was the first', async ({ open, watch }) => {
  watch.allow(/The .* broke/, /403/);
  const { ines, kwame } = company;
  const page = await open(ines, { place, path: '/settings' });
  const seen = watchTunnel(page);
  const isWatched = await watchRecording(page);
  await openDirect(page, kwame);
  await isRecorded(page);
  expect(await isWatched()).toBe(true);
  await page.route('**/general/error-tunnel', (route) =>
    route.fulfill({ status: 403, json: { status: 'error', error_code: 'NO_PERMISSION', message: '' } }),
  );
  await fail(page, 'The oven broke');
  await expect.poll(() => seen.sent.length, PATIENCE).toBe(1);
  await expect.poll(isWatched, PATIENCE).toBe(false);
  await fail(page, 'The door broke');
  await expect.poll(() => parsed('event').length, PATIENCE).toBe(2);
  expect(parsed('event')[1]).not.toHaveProperty('contexts');
  expect(await isWatched()).toBe(false);
  expect(seen.sent).toHaveLength(1);
});

test('a page that is on its way out is recorded no more', async ({ open, watch }) => {
  watch.allow(/The .* broke/);
  const { page, seen } = await openRecorded(open);
  // The server takes its time: the page stands there as it was.
  let answer: () => void = () => undefined;
  const slow = new Promise<void>((done) => (answer = done));
  await page.route(/logout/, async (route) => {
    await slow;
    await route.continue();
  });
  await page.getByRole('button', { name: /account of/ }).click();
  const logOut = page.getByRole('menuitem', { name: 'Log out' });
  await expect(logOut).toBeVisible(PATIENCE);
  // Whichever of the two does not happen says so.
  await Promise.all([page.waitForRequest(/logout/, PATIENCE), logOut.click({ timeout: 20_000 })]);
  await fail(page, 'The oven broke');
  await expect.poll(() => parsed('event').length, PATIENCE).toBe(1);
  expect(parsed('event')[0]).not.toHaveProperty('contexts');
  answer();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  expect(seen.sent).toEqual([]);
});

test('without a collector nothing of it is loaded', async ({ company: { ines, kwame }, open, watch }) => {
  watch.allow(/The .* broke/);
  const page = await open(ines, { path: '/settings' });
  const seen = watchTunnel(page);
  let told: unknown;
  // The page before may have asked, too: its answer cannot be read once it is gone.
  const asked = page.waitForResponse(async (answer) => {
    if (!/error-tunnel/.test(answer.url())) return false;
    told = await answer.json().catch(() => undefined);
    return told !== undefined;
  }, PATIENCE);
  await openDirect(page, kwame);
  await asked;
  expect(told).toMatchObject({ data: { dsn: null } });
  await readyOffline(page);
  const reported = page.waitForResponse(/error-report/, PATIENCE);
  await fail(page, 'The oven broke');
  expect((await reported).status()).toBe(200);
  const cached = await page.evaluate(async () => {
    const found = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return found.flat().map(({ url }) => url);
  });
  expect(cached.length).toBeGreaterThan(0);
  expect(cached.filter((url) => /\/assets\/replay/.test(url))).toEqual([]);
  expect(seen).toEqual({ loaded: [], sent: [] });
});
