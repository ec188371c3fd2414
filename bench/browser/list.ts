// The list of 2,000 conversations in the real browser on the real build: opened, and scrolled to its end and back.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readyOffline, signInHere } from '#tests/e2e/kit/browser.ts';
import { startOwnBrowser } from '#tests/e2e/kit/own-browser.ts';
import { newCompany } from '#tests/e2e/kit/people.ts';
import { Server } from '#tests/e2e/kit/server.ts';
import { writeTalks } from '#tests/kit/history.ts';
import { type Report, runAlone } from '../lib/report.ts';
import { scroll } from './scroll.ts';

/** What the list holds at most; one is with the colleague whom every company of the tests has. */
const TALKS = 1_999;

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
      const scroller = 'nav[aria-label="Conversations"] [data-scroller]';
      const ways = [await scroll(page, scroller, true), await scroll(page, scroller, false)];
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
