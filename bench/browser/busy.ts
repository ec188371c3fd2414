// How long a page's main thread computes at a stretch, by the browser's own trace: time on the processor, which is the same
// however many others want it.
import type { Page } from 'playwright/test';

interface TraceEvent {
  readonly ph: string;
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds on the processor, where the system says so. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** Runs `work`, and tells besides what it returns the longest task of the page meanwhile, in milliseconds on the processor. */
export async function whileTraced<T>(page: Page, work: () => Promise<T>): Promise<T & { readonly computed: number }> {
  const browser = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  // The library's types say that all of it is text.
  browser.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise((done) => browser.once('Tracing.tracingComplete', done));
  await browser.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'] },
  });
  const result = await work();
  await browser.send('Tracing.end');
  await complete;
  await browser.detach();
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
  const mains = new Set(
    events.filter(({ ph, args }) => ph === 'M' && args.name === 'CrRendererMain').map((event) => threadOf(event)),
  );
  const tasks = events.filter((event) => event.name.endsWith('RunTask') && mains.has(threadOf(event)));
  if (!tasks.length) throw new Error('The trace has no tasks');
  return { ...result, computed: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000 };
}
