// A virtual list scrolled through to one end, a step every frame so that each row comes by.
import type { Page } from 'playwright/test';

export interface Scrolled {
  /** The longest task, in milliseconds; 0 if none was over 50. */
  readonly longest: number;
  /** Elements in the document at most. */
  readonly nodes: number;
  /** Different rows that were drawn. */
  readonly rows: number;
}

/** The links of rows are what they are known by. It is at the end when nothing has moved for half a second, or for five if `more` may be fetched. */
export const scroll = (page: Page, scroller: string, down: boolean, more = false): Promise<Scrolled> =>
  page.evaluate(
    async ([selector, sign, still]) => {
      const list = document.querySelector<HTMLElement>(selector);
      if (!list) throw new Error('No list');
      const longs: number[] = [];
      const observer = new PerformanceObserver((seen) => longs.push(...seen.getEntries().map((one) => one.duration)));
      observer.observe({ type: 'longtask' });
      const seen = new Set<string>();
      let nodes = 0;
      let moved = performance.now();
      for (let before = -1; performance.now() - moved < still; ) {
        list.scrollTop += sign * 500;
        await new Promise(requestAnimationFrame);
        if (list.scrollTop !== before) moved = performance.now();
        before = list.scrollTop;
        for (const row of list.querySelectorAll('a')) seen.add(row.pathname);
        nodes = Math.max(nodes, document.querySelectorAll('*').length);
      }
      observer.disconnect();
      return { longest: Math.max(0, ...longs), nodes, rows: seen.size };
    },
    [scroller, down ? 1 : -1, more ? 5_000 : 500] as const,
  );
