// Reading in the real browser on the real build: a conversation of 100,000 messages opened where reading stopped and scrolled
// both ways, typing on a slow device, and opening a conversation that is on the device.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright/test';
import type { Attachment } from '#contract/chat/attachment.ts';
import { readyOffline, signInHere } from '#tests/e2e/kit/browser.ts';
import { startOwnBrowser } from '#tests/e2e/kit/own-browser.ts';
import { type Company, direct, newColleague, newCompany, type Person, write } from '#tests/e2e/kit/people.ts';
import { Server } from '#tests/e2e/kit/server.ts';
import { png, upload } from '#tests/kit/files.ts';
import { writeHistory } from '#tests/kit/history.ts';
import { type Figure, type Report, runAlone, setting } from '../lib/report.ts';
import { median, percentile } from '../lib/stats.ts';

const MESSAGES = 100_000;
const READ = 50_000;
const MIB = 1024 * 1024;
const KEYS = 120;
const PICTURES = 12;
const OPENINGS = 15;

/** What one way through the past cost. */
interface Scrolled {
  /** The longest task, in milliseconds; 0 if none was over 50. */
  readonly longest: number;
  /** Elements in the document at most. */
  readonly nodes: number;
  /** From the first message that was seen to the last. */
  readonly messages: number;
  readonly seconds: number;
}

async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / MIB;
}

/** Scrolls a screen's height every few frames until so many messages have passed. */
const scroll = (page: Page, messages: number, up: boolean): Promise<Scrolled> =>
  page.evaluate(
    async ({ wanted, sign }) => {
      const scroller = document.querySelector<HTMLElement>('[role="log"]');
      if (!scroller) throw new Error('No messages');
      const longs: number[] = [];
      const observer = new PerformanceObserver((list) => longs.push(...list.getEntries().map((one) => one.duration)));
      observer.observe({ type: 'longtask' });
      const numbers = () =>
        [...scroller.querySelectorAll('article')].flatMap((row) =>
          Number(/Message (\d+)\./.exec(row.textContent)?.[1]),
        );
      const here = () => (sign < 0 ? Math.min(...numbers()) : Math.max(...numbers()));
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const [begun, from] = [performance.now(), here()];
      let nodes = 0;
      let at = from;
      for (let n = 0; Math.abs(at - from) < wanted; n++) {
        if (performance.now() - begun > 300_000) throw new Error(`Stuck at message ${at}, from ${from}`);
        scroller.scrollTop += sign * 800;
        await frame();
        if (n % 10) continue;
        at = here();
        nodes = Math.max(nodes, document.querySelectorAll('*').length);
      }
      await new Promise((done) => setTimeout(done, 200));
      observer.disconnect();
      const seconds = (performance.now() - begun) / 1_000;
      return { longest: Math.max(0, ...longs), nodes, messages: Math.abs(at - from), seconds };
    },
    { wanted: messages, sign: up ? -1 : 1 },
  );

async function longPast(server: Server, { id, ines, kwame }: Company): Promise<void> {
  const { conversation_id } = await write(kwame, direct(ines), 'Message 1.');
  const pictures: Attachment[] = [];
  for (let n = 0; n < PICTURES; n++) {
    const given = { folder: 'chat', name: `Oven ${n}.png` };
    const {
      file_id,
      name,
      mime_type,
      size,
      width = null,
      height = null,
    } = await upload(kwame.api, png(1_200 + n * 60, 900), given);
    pictures.push({ file_id, name, mime_type, size, width, height, duration: null, waveform: null, alt: null });
  }
  await writeHistory((text, values) => server.sql(text, values), {
    company_id: id,
    conversation_id,
    people: [kwame.id, ines.id],
    last_seq: MESSAGES,
    read_seq: READ,
    pictures,
  });
  await server.sql('ANALYZE');
}

async function measureScrolling(page: Page, cdp: CDPSession, { kwame }: Company): Promise<Figure[]> {
  const wanted = setting('BENCH_READING_MESSAGES', 10_000);
  await page.addInitScript(() => {
    const longs: number[] = [];
    new PerformanceObserver((list) => longs.push(...list.getEntries().map((one) => one.duration))).observe({
      type: 'longtask',
      buffered: true,
    });
    Object.assign(globalThis, { longs });
  });
  const begun = performance.now();
  await page.goto(new URL(`/connect/employee/${kwame.id}`, page.url()).href);
  await page.getByText(/^New since/).waitFor();
  await page
    .locator('article')
    .filter({ hasText: `Message ${READ + 1}.` })
    .first()
    .waitFor();
  const opened = performance.now() - begun;
  await page.waitForTimeout(1_000);
  const longs = await page.evaluate(() => (globalThis as unknown as { longs: number[] }).longs);
  const before = await heapOf(cdp);
  const up = await scroll(page, wanted, true);
  const middle = await heapOf(cdp);
  const down = await scroll(page, wanted, false);
  const after = await heapOf(cdp);
  return [
    { what: 'whole page opened at the unread mark', value: opened, unit: 'ms' },
    { what: 'longest task over 50 ms until then', value: Math.max(0, ...longs), unit: 'ms', most: 50 },
    ...[up, down].flatMap((one, at) => [
      {
        what: `${at ? 'down' : 'up'} ${one.messages} messages, longest task over 50 ms`,
        value: one.longest,
        unit: 'ms',
        most: 50,
      },
      { what: 'elements in the document at most', value: one.nodes, unit: '', most: 3_000 },
      { what: 'heap after it', value: at ? after : middle, unit: 'MiB', most: 150 },
      { what: 'it took', value: one.seconds, unit: 's' },
    ]),
    { what: 'heap gained on the way', value: after - before, unit: 'MiB' },
  ];
}

/** What the main thread does for one key at a quarter of the speed, everything that follows from it included. */
async function keyCosts(page: Page, cdp: CDPSession): Promise<number[]> {
  const busy = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  };
  await page.keyboard.type('Warm up ');
  await page.waitForTimeout(1_500);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const [keys, idle]: [number[], number[]] = [[], []];
  for (let n = 0; n < KEYS; n++) {
    // What asking costs, and whatever runs by itself.
    const start = await busy();
    await page.waitForTimeout(60);
    const before = await busy();
    await page.keyboard.press(n % 6 ? 'e' : 'Space');
    await page.waitForTimeout(60);
    idle.push(before - start);
    keys.push((await busy()) - before);
  }
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const rest = median(idle);
  return keys.map((cost) => cost - rest);
}

/** Beside it, what the browser itself takes for a key in a bare field of an empty page: no application is faster here. */
async function measureTyping(page: Page, cdp: CDPSession): Promise<Figure[]> {
  await page.getByRole('textbox', { name: 'Message', exact: true }).click();
  const keys = await keyCosts(page, cdp);
  const empty = await page.context().newPage();
  await empty.setContent('<div contenteditable autofocus>');
  await empty.locator('div').click();
  const bareCdp = await page.context().newCDPSession(empty);
  await bareCdp.send('Performance.enable');
  const bare = await keyCosts(empty, bareCdp);
  await empty.close();
  return [
    { what: 'typing at a quarter of the speed, p95 a key', value: percentile(keys, 0.95), unit: 'ms', most: 16 },
    { what: 'p50 a key', value: median(keys), unit: 'ms' },
    { what: 'p95 a key in a bare field of an empty page', value: percentile(bare, 0.95), unit: 'ms' },
    { what: 'p50 a key there', value: median(bare), unit: 'ms' },
  ];
}

/** From the click in the list to the frame in which the messages are painted. */
async function measureOpening(page: Page, people: readonly Person[]): Promise<Figure[]> {
  const times: number[] = [];
  for (let n = 0; n < OPENINGS * 2; n++) {
    const person = people[n % people.length] as Person;
    await page.evaluate((text) => {
      const listen = ({ timeStamp }: Event) => {
        const look = () => {
          const log = document.querySelector('[role="log"]');
          if (!log?.textContent?.includes(text)) return requestAnimationFrame(look);
          // The frame after the one in which they came is painted.
          return requestAnimationFrame(() => Object.assign(globalThis, { openedIn: performance.now() - timeStamp }));
        };
        look();
      };
      addEventListener('click', listen, { capture: true, once: true });
    }, `Talk with ${person.first}`);
    await page.getByRole('link', { name: new RegExp(person.name) }).click();
    await page.waitForFunction(() => 'openedIn' in globalThis);
    times.push(await page.evaluate(() => (globalThis as unknown as { openedIn: number }).openedIn));
    await page.evaluate(() => Reflect.deleteProperty(globalThis, 'openedIn'));
    await page.waitForTimeout(150);
  }
  // The first ones fetch code.
  const warm = times.slice(people.length);
  return [
    { what: 'cached conversation, click to first messages', value: median(warm), unit: 'ms', most: 100 },
    { what: 'the slowest of these', value: Math.max(...warm), unit: 'ms' },
  ];
}

export async function reading(): Promise<Report> {
  const profile = mkdtempSync(join(tmpdir(), 'limelight-profile-'));
  const server = new Server();
  try {
    await server.start();
    const company = await newCompany(server);
    const { ines } = company;
    const others: Person[] = [];
    for (const first of ['Amara', 'Tomasz']) {
      const person = await newColleague(server, ines, first, 'Okoro');
      for (let n = 0; n < 40; n++) await write(person, direct(ines), `Talk with ${first}, ${n}`);
      others.push(person);
    }
    await longPast(server, company);
    const browser = await startOwnBrowser(profile);
    try {
      const page = await browser.context.newPage();
      await signInHere(page, server, ines);
      await readyOffline(page);
      const cdp = await browser.context.newCDPSession(page);
      await cdp.send('Performance.enable');
      const figures = [
        ...(await measureScrolling(page, cdp, company)),
        ...(await measureTyping(page, cdp)),
        ...(await measureOpening(page, others)),
      ];
      const notes = [
        `${MESSAGES} messages, a picture in every twentieth, read up to ${READ}; heap after a garbage collection; 0 ms: no task was over 50 ms`,
      ];
      return { bench: 'reading', figures, notes };
    } finally {
      await browser.close();
    }
  } finally {
    await server.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

if (import.meta.main) await runAlone(reading);
