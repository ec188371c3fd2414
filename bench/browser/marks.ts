// What an installed web app of this kind should hold, once for the page to sign in and once for a list of 200 conversations: paint, use,
// bytes, requests, work, memory, and what the worker keeps. Times are for the machine on which they were set: they grow with the floor (a
// bare React app of the same libraries, in the same run), where that is slower here.
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright/test';
import { byRarity } from '#sw/shell/rare.ts';
import { PHONE, sessionState } from '#tests/e2e/kit/browser.ts';
import { type Company, newCompany } from '#tests/e2e/kit/people.ts';
import { builtClient, type Server } from '#tests/e2e/kit/server.ts';
import { writeTalks } from '#tests/kit/history.ts';
import { besideFloor } from '../lib/beside-floor.ts';
import { serveFloorApp } from '../lib/floor-app.ts';
import { FULL, isScreenKept, type Opened, open, SLOW_PHONE, type Speed } from '../lib/opening.ts';
import { type Figure, type Report, runAlone, setting } from '../lib/report.ts';
import { median } from '../lib/stats.ts';

const TALKS = 200;
/**
 * What the floor took where the marks were set, in ms: the first visit, the second, and without a connection; and its scripts at the first,
 * the processor's share alone. About a third of those is what the browser's debugger, by which all this is driven, does with the errors that
 * React creates as it is loaded: it looks up their place in the whole file. The floor pays that, too.
 */
const FLOOR_MS = { first: 1_368, again: 354, offline: 381, scripts: 181 };

type Wanted = readonly [string, string];
interface Way {
  readonly url: string;
  readonly wanted: Wanted;
  context(browser: Browser): Promise<BrowserContext>;
}

function waysOf(server: Server, { ines }: Company, floor: string): Record<'signIn' | 'list' | 'floor', Way> {
  return {
    signIn: {
      url: `${server.url}/sign-in`,
      wanted: ['form', 'type="email"'],
      context: (browser) => browser.newContext(PHONE),
    },
    list: {
      url: `${server.url}/connect`,
      wanted: ['.ll-pane-scroll', 'Colleague '],
      context: async (browser) => browser.newContext({ ...PHONE, storageState: await sessionState(server, ines) }),
    },
    floor: { url: floor, wanted: ['form', 'type="email"'], context: (browser) => browser.newContext(PHONE) },
  };
}

type Visits = Record<'first' | 'again' | 'offline', Opened[]> & { offlineFull: Opened[]; unanswered: Opened[] };
const none = (): Visits => ({ first: [], again: [], offline: [], offlineFull: [], unanswered: [] });

/** Of several openings the middle of each figure. */
const of = (opened: readonly Opened[], key: keyof Opened): number => median(opened.map((one) => one[key]));

/** As the build says it: files and brotli bytes that the worker takes, and the largest file that a page loads later. */
function worker(): Figure[] {
  const dist = builtClient();
  const bytesOf = (file: string) => {
    const path = join(dist, file);
    return (statSync(`${path}.br`, { throwIfNoEntry: false }) ?? statSync(path)).size;
  };
  const known = [...readFileSync(join(dist, 'sw.js'), 'utf8').matchAll(/"?url"?:"([^"]+)"/g)].map(
    ([, url = '']) => url,
  );
  const kept = byRarity(known.map((url) => ({ url }))).all.map(({ url }) => url);
  const late = known.filter((file) => file.endsWith('.js') && !/\/(?:vendor|app|emoji-data)-/.test(file));
  return [
    { what: 'files that the worker takes', value: kept.length, unit: '', most: 25 },
    { what: 'these', value: kept.reduce((sum, file) => sum + bytesOf(file), 0), unit: 'B', most: 600_000 },
    { what: 'largest part that is loaded later', value: Math.max(...late.map(bytesOf)), unit: 'B', most: 60_000 },
  ];
}

function figuresOf(signIn: Visits, touched: readonly Opened[], list: Visits, floor: Visits): Figure[] {
  const took = (part: keyof typeof FLOOR_MS) =>
    part === 'scripts' ? of(floor.first, 'scriptMs') : of(floor[part], 'usable');
  const slower = (part: keyof typeof FLOOR_MS) => Math.max(1, took(part) / FLOOR_MS[part]);
  const ms = (what: string, value: number, part: keyof typeof FLOOR_MS, most: number): Figure => ({
    what,
    value,
    unit: 'ms',
    most: most * slower(part),
  });
  const unanswered = of(list.unanswered, 'usable') - of(list.offlineFull, 'usable');
  return [
    { what: 'floor, scripts ran', value: of(floor.first, 'scriptMs'), unit: 'ms' },
    { what: 'sign-in, bytes', value: of(signIn.first, 'bytes'), unit: 'B', most: 130_000 },
    { what: 'of these scripts', value: of(signIn.first, 'scriptBytes'), unit: 'B', most: 115_000 },
    { what: 'answers', value: of(signIn.first, 'requests'), unit: '', most: 8 },
    ms('first paint', of(signIn.first, 'painted'), 'first', 900),
    ms('can be typed into', of(signIn.first, 'seen'), 'first', 1_800),
    ms('scripts ran', of(signIn.first, 'scriptMs'), 'scripts', 350),
    // The line has no part in it: as the second visit.
    ms('tasks were over 50 ms by', of(signIn.first, 'blockedMs'), 'again', 50),
    { what: 'and later, while the app started', value: of(signIn.first, 'blockedLaterMs'), unit: 'ms' },
    { what: 'touched as soon as it is seen: drawn by the app', value: of(touched, 'usable'), unit: 'ms' },
    { what: 'bytes until then', value: of(touched, 'bytes'), unit: 'B' },
    { what: 'tasks were over 50 ms by', value: of(touched, 'blockedLaterMs'), unit: 'ms' },
    { what: 'things jumped', value: of(signIn.first, 'shift'), unit: '', most: 0.01 },
    { what: 'memory', value: of(signIn.first, 'heapBytes') / 1e6, unit: 'MB', most: 4 },
    ms('again, first paint', of(signIn.again, 'painted'), 'again', 250),
    ms('again, can be typed into', of(signIn.again, 'seen'), 'again', 430),
    ms('without a connection, first paint', of(signIn.offline, 'painted'), 'offline', 200),
    ms('without a connection, can be typed into', of(signIn.offline, 'seen'), 'offline', 450),
    { what: 'list, scripts', value: of(list.first, 'scriptBytes'), unit: 'B', most: 200_000 },
    ms('scripts ran', of(list.first, 'scriptMs'), 'scripts', 450),
    { what: 'memory', value: of(list.again, 'heapBytes') / 1e6, unit: 'MB', most: 8 },
    { what: 'elements', value: of(list.again, 'nodes'), unit: '', most: 1_500 },
    ms('again, visible', of(list.again, 'seen'), 'again', 600),
    ms('without a connection, first paint', of(list.offline, 'painted'), 'offline', 200),
    ms('without a connection, visible', of(list.offline, 'seen'), 'offline', 600),
    ms('without a connection at full speed, visible', of(list.offlineFull, 'seen'), 'offline', 200),
    { what: 'later, where nobody answers', value: unanswered, unit: 'ms', most: 50 },
    ...worker(),
  ];
}

/** As somebody does who was waiting for the form, on a line on which the worker has nothing yet (the browser slows only the page's down). */
function touch(): void {
  const times = () => (globalThis as { benchTimes?: { usable?: number } }).benchTimes;
  const { serviceWorker } = navigator;
  const register = serviceWorker.register.bind(serviceWorker);
  serviceWorker.register = async (...given) => {
    while (!times()?.usable) await new Promise((done) => setTimeout(done, 50));
    return register(...given);
  };
  const look = () => {
    const field = document.querySelector('#first-form.shown input');
    if (field) field.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    else requestAnimationFrame(look);
  };
  look();
}

/** Takes connections where the server was, and never says a word. */
async function silence(port: number): Promise<() => Promise<void>> {
  const held = new Set<import('node:net').Socket>();
  const silent = createServer((socket) => void held.add(socket.on('error', () => undefined)));
  await new Promise<void>((done) => silent.listen(port, '127.0.0.1', done));
  return () => {
    for (const socket of held) socket.destroy();
    return new Promise((done) => silent.close(() => done()));
  };
}

async function measure(browser: Browser, server: Server, folder: string): Promise<Figure[]> {
  const rounds = setting('BENCH_MARKS_ROUNDS', 5);
  const company = await newCompany(server);
  await writeTalks((text, values) => server.sql(text, values), company.id, company.ines.id, TALKS);
  const served = await serveFloorApp(folder, []);
  const ways = waysOf(server, company, served.url);
  const visits = { signIn: none(), list: none(), floor: none() };
  const names = Object.keys(ways) as (keyof typeof ways)[];
  const last = new Map<keyof typeof ways, BrowserContext>();
  const touched: Opened[] = [];
  for (let n = 0; n < rounds; n++) {
    const context = await browser.newContext(PHONE);
    await context.addInitScript(touch);
    touched.push(await open(context, ways.signIn.url, ways.signIn.wanted, SLOW_PHONE));
    await context.close();
  }
  const stayed = async (page: Page) => {
    for (let n = 0; n < 100 && !(await isScreenKept(page)); n++) await page.waitForTimeout(100);
  };
  const once = async (name: keyof typeof ways, visit: keyof Visits, speed: Speed) => {
    const { url, wanted } = ways[name];
    const stay = name === 'list' ? stayed : undefined;
    visits[name][visit].push(await open(last.get(name) as BrowserContext, url, wanted, speed, stay));
  };
  for (let n = 0; n < rounds; n++)
    for (const name of names) {
      await last.get(name)?.close();
      last.set(name, await ways[name].context(browser));
      await once(name, 'first', SLOW_PHONE);
      // Databases are written a moment after the screen.
      await new Promise((done) => setTimeout(done, 2_000));
      await once(name, 'again', SLOW_PHONE);
    }
  await Promise.all([server.kill(), served.close()]);
  for (let n = 0; n < rounds; n++) {
    for (const name of names) await once(name, 'offline', SLOW_PHONE);
    await once('list', 'offlineFull', FULL);
  }
  const speak = await silence(Number(new URL(server.url).port));
  for (let n = 0; n < rounds; n++) await once('list', 'unanswered', FULL);
  await speak();
  return figuresOf(visits.signIn, touched, visits.list, visits.floor);
}

export async function marks(): Promise<Report> {
  const figures = await besideFloor(measure);
  const notes = ['a quarter of the processor’s speed and slow 4G, unless it says otherwise'];
  return { bench: 'marks', figures, notes };
}

if (import.meta.main) await runAlone(marks);
