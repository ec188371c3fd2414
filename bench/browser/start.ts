// From the start of a navigation to what it was made for: the first visit, the second one, and one without a connection, at full speed
// and on a slow phone. Beside it, in the same run and the same browser, the floor: a bare React app of the same libraries.
import type { Browser, BrowserContext } from 'playwright/test';
import { PHONE, readyOffline, sessionState, storedOf } from '#tests/e2e/kit/browser.ts';
import { type Company, direct, newCompany, write } from '#tests/e2e/kit/people.ts';
import type { Server } from '#tests/e2e/kit/server.ts';
import { besideFloor } from '../lib/beside-floor.ts';
import { serveFloorApp } from '../lib/floor-app.ts';
import { FULL, isScreenKept, type Opened, open, SLOW_PHONE, type Speed } from '../lib/opening.ts';
import { type Figure, type Report, runAlone, setting } from '../lib/report.ts';
import { median } from '../lib/stats.ts';

const MESSAGES = 60;
const LAST = 'The last one before the lights went out';
const SPEEDS = [FULL, SLOW_PHONE] as const;

interface Candidate {
  readonly first: { readonly url: string; readonly wanted: [string, string] };
  readonly again: { readonly url: string; readonly wanted: [string, string] };
  /** A new browser context in which the conversation was read once. */
  visited(browser: Browser): Promise<BrowserContext>;
}

function ours(server: Server, { ines, kwame }: Company): Candidate {
  const url = `${server.url}/connect/employee/${kwame.id}`;
  return {
    first: { url: `${server.url}/sign-in`, wanted: ['form', 'type="email"'] },
    again: { url, wanted: ['[role="log"]', LAST] },
    visited: async (browser) => {
      const context = await browser.newContext({ ...PHONE, storageState: await sessionState(server, ines) });
      const page = await context.newPage();
      await page.goto(url);
      await page.getByRole('article').filter({ hasText: LAST }).waitFor();
      await readyOffline(page);
      // The databases are written a moment after the screen.
      for (let n = 0; n < 100 && !(await storedOf(page, [LAST])).length; n++) await page.waitForTimeout(100);
      for (let n = 0; n < 100 && !(await isScreenKept(page)); n++) await page.waitForTimeout(100);
      await page.close();
      return context;
    },
  };
}

const floor = (origin: string): Candidate => ({
  first: { url: origin, wanted: ['form', 'type="email"'] },
  again: { url: `${origin}/conversation`, wanted: ['[role="log"]', LAST] },
  visited: async (browser) => {
    const context = await browser.newContext({ ...PHONE });
    const page = await context.newPage();
    await page.goto(`${origin}/conversation`);
    await page.getByRole('article').filter({ hasText: LAST }).waitFor();
    await readyOffline(page);
    await page.close();
    return context;
  },
});

interface Times {
  readonly first: Opened[];
  readonly again: Opened[];
  readonly offline: Opened[];
}
const none = (): Times => ({ first: [], again: [], offline: [] });

async function firstVisit(browser: Browser, { first }: Candidate, speed: Speed, times: Times): Promise<void> {
  const context = await browser.newContext({ ...PHONE });
  times.first.push(await open(context, first.url, first.wanted, speed));
  await context.close();
}

const of = (opened: readonly Opened[], key: keyof Opened): number => median(opened.map((one) => one[key]));

/** What pwa.md asks of each speed; by comparison with the floor what the second visit and the one without a connection may take. */
const MOST = { times: 1.5, slow: { firstPaint: 900, firstUsable: 1_800, bytes: 130_000 } };

function figuresOf(speed: Speed, app: Times, bare: Times): Figure[] {
  const slow = speed.slowLine ? MOST.slow : undefined;
  const ratio = (what: string, key: 'again' | 'offline'): Figure[] => [
    { what: `${speed.name}, ${what}: conversation visible`, value: of(app[key], 'seen'), unit: 'ms' },
    { what: 'of the floor', value: of(app[key], 'seen') / of(bare[key], 'seen'), unit: '×', most: MOST.times },
    { what: 'first paint', value: of(app[key], 'painted'), unit: 'ms' },
    { what: 'drawn by the app itself', value: of(app[key], 'usable'), unit: 'ms' },
    { what: 'of the floor', value: of(app[key], 'usable') / of(bare[key], 'usable'), unit: '×' },
  ];
  const first = (what: string, value: number, unit: string, most?: number): Figure => ({
    what,
    value,
    unit,
    ...(most && { most }),
  });
  return [
    first(`${speed.name}, first visit: sign-in can be typed into`, of(app.first, 'seen'), 'ms', slow?.firstUsable),
    first('first paint', of(app.first, 'painted'), 'ms', slow?.firstPaint),
    { what: 'drawn by the app itself', value: of(app.first, 'usable'), unit: 'ms' },
    first('bytes until then', of(app.first, 'bytes'), 'B', slow?.bytes),
    { what: 'the floor', value: of(bare.first, 'usable'), unit: 'ms' },
    ...ratio('second visit', 'again'),
    ...ratio('without a connection', 'offline'),
  ];
}

async function measure(rounds: number, browser: Browser, server: Server, folder: string): Promise<Figure[]> {
  const company = await newCompany(server);
  const { ines, kwame } = company;
  const rows = Array.from({ length: MESSAGES }, (_, n) => (n === MESSAGES - 1 ? LAST : `Message ${n}`));
  for (const [n, text] of rows.entries()) await write(n % 3 ? kwame : ines, direct(n % 3 ? ines : kwame), text);
  const served = await serveFloorApp(folder, rows);
  const candidates = [ours(server, company), floor(served.url)] as const;
  const times = SPEEDS.map(() => [none(), none()] as const);
  const contexts: BrowserContext[] = [];
  for (const candidate of candidates) contexts.push(await candidate.visited(browser));
  // In turns, so that both have the same moments of the machine.
  const inTurns = async (run: (at: 0 | 1, speed: Speed, into: Times) => Promise<unknown>) => {
    for (let n = 0; n < rounds; n++)
      for (const [which, speed] of SPEEDS.entries())
        for (const at of [0, 1] as const) await run(at, speed, times[which]?.[at] ?? none());
  };
  await inTurns((at, speed, into) => firstVisit(browser, candidates[at], speed, into));
  const visit = async (at: 0 | 1, speed: Speed) => {
    const { url, wanted } = candidates[at].again;
    return open(contexts[at] as BrowserContext, url, wanted, speed);
  };
  await inTurns(async (at, speed, into) => into.again.push(await visit(at, speed)));
  await server.kill();
  await served.close();
  await inTurns(async (at, speed, into) => into.offline.push(await visit(at, speed)));
  return SPEEDS.flatMap((speed, which) => figuresOf(speed, ...(times[which] ?? [none(), none()])));
}

export async function start(): Promise<Report> {
  const rounds = setting('BENCH_START_ROUNDS', 5);
  const figures = await besideFloor((...there) => measure(rounds, ...there));
  const notes = [
    `median of ${rounds}; slow phone: a quarter of the processor's speed and slow 4G; ${MESSAGES} messages; a browser that runs already`,
  ];
  return { bench: 'start', figures, notes };
}

if (import.meta.main) await runAlone(start);
