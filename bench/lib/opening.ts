// One opening of a page, measured from the start of the navigation: when something was painted, when it could be used, and what that cost.
import type { BrowserContext, CDPSession, Page } from 'playwright/test';
import { readyOffline } from '#tests/e2e/kit/browser.ts';

/** What Lighthouse calls slow 4G: bytes a second, and milliseconds there and back. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 184_320, uploadThroughput: 84_375 };

export interface Speed {
  readonly name: string;
  /** The processor is slowed down so many times. */
  readonly rate: number;
  readonly slowLine: boolean;
}
export const FULL: Speed = { name: 'full speed', rate: 1, slowLine: false };
export const SLOW_PHONE: Speed = { name: 'slow phone', rate: 4, slowLine: true };

/** Milliseconds from the start of the navigation, bytes on the wire. */
export interface Opened {
  readonly painted: number;
  /** It was there to be read, or to be typed into. */
  readonly seen: number;
  /**
   * The app itself had drawn it: until then it may be the picture that the last visit has left (src/boot/keep-screen.ts), or the form that
   * the page brings along (src/boot/first-form.inline.ts), whose app waits for a sign of somebody or for the worker.
   */
  readonly usable: number;
  /** What came for the page over the line until then; what the worker fetches for later does not belong to it. */
  readonly bytes: number;
  /** Of these the scripts. */
  readonly scriptBytes: number;
  /** Until then. */
  readonly scriptMs: number;
  /** What tasks took over 50 ms each until it was seen, and from there until the app had drawn it. */
  readonly blockedMs: number;
  readonly blockedLaterMs: number;
  /** Until the worker had everything: answers over the line, and how far things jumped. */
  readonly requests: number;
  readonly shift: number;
  /** With what nobody holds any more thrown away. */
  readonly heapBytes: number;
  readonly nodes: number;
}

/** What the page says when it has seen everything. Asking it would cost what is measured. */
const DONE = 'bench: all is there';

type Seen = Pick<Opened, 'painted' | 'seen' | 'usable'>;
type Counted = Pick<Opened, 'blockedMs' | 'blockedLaterMs' | 'shift'>;

function watch([selector, text, done]: readonly [string, string, string]): void {
  const times: Record<string, number> = {};
  const counted = { blockedMs: 0, blockedLaterMs: 0, shift: 0 };
  Object.assign(globalThis, { benchTimes: times, benchCounted: counted });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      if (startTime > (times['end'] ?? Number.POSITIVE_INFINITY)) continue;
      counted[startTime > (times['seen'] ?? Number.POSITIVE_INFINITY) ? 'blockedLaterMs' : 'blockedMs'] +=
        duration - 50;
    }
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) counted.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    for (const [name, within] of [
      ['seen', `:is(#root, .kept-shown, #first-form.shown) ${selector}`],
      ['usable', `#root ${selector}`],
    ] as const) {
      if (times[name] !== undefined || !document.querySelector(within)?.outerHTML.includes(text)) continue;
      // The frame after the one in which it came is painted.
      times[name] = Number.NaN;
      requestAnimationFrame(() => {
        times[name] = performance.now();
        end();
      });
    }
  };
  const end = () => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0];
    if (!times['seen'] || !times['usable'] || times['end']) return;
    if (!painted) return void requestAnimationFrame(end);
    times['painted'] = painted.startTime;
    times['end'] = performance.now();
    console.debug(done);
  };
  // Looking in every frame would cost a slow processor a tenth of what the page itself does until then.
  let soon = false;
  new MutationObserver(() => {
    if (soon || (times['seen'] !== undefined && times['usable'] !== undefined)) return;
    soon = true;
    requestAnimationFrame(() => {
      soon = false;
      look();
    });
  }).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ['class'] });
}

interface Wire {
  bytes: number;
  scriptBytes: number;
  requests: number;
}

async function countWire(cdp: CDPSession): Promise<Wire> {
  const wire: Wire = { bytes: 0, scriptBytes: 0, requests: 0 };
  const [scripts, here] = [new Set<string>(), new Set<string>()];
  cdp.on('Network.requestServedFromCache', ({ requestId }) => here.add(requestId));
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (response.fromServiceWorker || response.fromDiskCache) here.add(requestId);
    if (type === 'Script') scripts.add(requestId);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (here.has(requestId)) return;
    wire.requests++;
    wire.bytes += encodedDataLength;
    if (scripts.has(requestId)) wire.scriptBytes += encodedDataLength;
  });
  await cdp.send('Network.enable');
  return wire;
}

async function metricOf(cdp: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
}

const take = <T>(page: Page, name: string): Promise<T> =>
  page.evaluate((key) => (globalThis as unknown as Record<string, T>)[key] as T, name);

/** What was on the screen is there for the next visit. */
export const isScreenKept = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await caches.match(`/kept-screen${location.pathname}`)) !== undefined);

/**
 * `wanted`: a selector, and a text that must stand in it. Leaves the context with everything in its place for the next visit; `stay`: and
 * with what it waits for besides.
 */
export async function open(
  context: BrowserContext,
  url: string,
  wanted: readonly [string, string],
  speed: Speed,
  stay?: (page: Page) => Promise<unknown>,
): Promise<Opened> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const wire = await countWire(cdp);
  await cdp.send('Performance.enable');
  if (speed.slowLine) await cdp.send('Network.emulateNetworkConditions', SLOW);
  if (speed.rate > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: speed.rate });
  await page.addInitScript(watch, [...wanted, DONE] as const);
  const done = page.waitForEvent('console', (message) => message.text() === DONE);
  await page.goto(url, { waitUntil: 'commit' });
  await done;
  const { bytes, scriptBytes } = wire;
  const scriptMs = (await metricOf(cdp, 'ScriptDuration')) * 1_000;
  const times = await take<Seen>(page, 'benchTimes');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await readyOffline(page);
  const counted = await take<Counted>(page, 'benchCounted');
  await cdp.send('HeapProfiler.collectGarbage');
  const [heapBytes, nodes] = [await metricOf(cdp, 'JSHeapUsedSize'), await page.locator('*').count()];
  await stay?.(page);
  await page.close();
  return { ...times, ...counted, bytes, scriptBytes, scriptMs, requests: wire.requests, heapBytes, nodes };
}
