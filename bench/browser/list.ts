// The list of 2,000 conversations in the real browser on the real build: opened, and scrolled to its end and back.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { readyOffline, signInHere } from '#tests/e2e/kit/browser.ts';
import { startOwnBrowser } from '#tests/e2e/kit/own-browser.ts';
import { newCompany } from '#tests/e2e/kit/people.ts';
import { Server } from '#tests/e2e/kit/server.ts';
import { writeTalks } from '#tests/kit/history.ts';
import { type Report, runAlone } from '../lib/report.ts';

/** What the list holds at most; one is with the colleague whom every company of the tests has. */
const TALKS = 1_999;

interface Scrolled {
  /** The longest task, in milliseconds; 0 if none was over 50. */
  readonly longest: number;
  /** Elements in the document at most. */
  readonly nodes: number;
  /** Different rows that were drawn. */
  readonly rows: number;
}

/** A step every frame, so that each row comes by, to one end of the list. */
const scroll = (page: Page, down: boolean): Promise<Scrolled> =>
  page.evaluate(
    async (sign) => {
      const scroller = document.querySelector<HTMLElement>('nav[aria-label="Conversations"] [data-scroller]');
      if (!scroller) throw new Error('No list');
      const longs: number[] = [];
      const observer = new PerformanceObserver((list) => longs.push(...list.getEntries().map((one) => one.duration)));
      observer.observe({ type: 'longtask' });
      const seen = new Set<string>();
      let nodes = 0;
      for (let [before, still] = [-1, 0]; still < 5; ) {
        scroller.scrollTop += sign * 500;
        await new Promise(requestAnimationFrame);
        still = scroller.scrollTop === before ? still + 1 : 0;
        before = scroller.scrollTop;
        for (const row of scroller.querySelectorAll('a')) seen.add(row.pathname);
        nodes = Math.max(nodes, document.querySelectorAll('*').length);
      }
      await new Promise((done) => setTimeout(done, 200));
      observer.disconnect();
      return { longest: Math.max(0, ...longs), nodes, rows: seen.size };
    },
    down ? 1 : -1,
  );

export async function list(): Promise<Report> {
  const profile = mkdtempSync(join(tmpdir(), 'limelight-profile-'));
  const server = new Server();
  try {
    await server.start();
    const { id, ines } = await newCompany(server);
    await writeTalks((text, values) => server.sql(text, values), id, ines.id, TALKS);
    await server.sql('ANALYZE');
    const browser = await startOwnBrowser(profile);
    try {
      const page = await browser.context.newPage();
      await signInHere(page, server, ines);
      await page.goto(new URL('/connect', server.url).href);
      await page
        .getByRole('link', { name: /Colleague 1\b/ })
        .first()
        .waitFor();
      await readyOffline(page);
      const ways = [await scroll(page, true), await scroll(page, false)];
      return {
        bench: 'list',
        figures: ways.flatMap(({ longest, nodes, rows }, at) => [
          { what: `${at ? 'up' : 'down'}, longest task over 50 ms`, value: longest, unit: 'ms', most: 50 },
          { what: 'conversations that came by', value: rows, unit: '', least: TALKS },
          { what: 'elements in the document at most', value: nodes, unit: '', most: 3_000 },
        ]),
        notes: ['2,000 conversations, 500 px a frame; 0 ms: no task was over 50 ms'],
      };
    } finally {
      await browser.close();
    }
  } finally {
    await server.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

if (import.meta.main) await runAlone(list);
