// The table of the people of a company of ten thousand in the real browser on the real build: scrolled from its first row to its last, pages
// being fetched on the way, and back.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readyOffline, signInHere } from '#tests/e2e/kit/browser.ts';
import { startOwnBrowser } from '#tests/e2e/kit/own-browser.ts';
import { newCompany } from '#tests/e2e/kit/people.ts';
import { Server } from '#tests/e2e/kit/server.ts';
import { sharedMachine } from '../lib/cpu.ts';
import { hire } from '../lib/large-staff.ts';
import { type Report, runAlone } from '../lib/report.ts';
import { whileTraced } from './busy.ts';
import { scroll } from './scroll.ts';

/** Two are there already. */
const HIRED = 9_998;
const SCROLLER = '.ll-managed [data-scroller]';

export async function table(): Promise<Report> {
  const shared = sharedMachine();
  const profile = mkdtempSync(join(tmpdir(), 'limelight-profile-'));
  const server = new Server();
  try {
    await server.start();
    const { id, ines } = await newCompany(server);
    await hire((text, values) => server.sql(text, values), id, HIRED);
    const browser = await startOwnBrowser(profile);
    try {
      const page = await browser.context.newPage();
      await signInHere(page, server, ines);
      await page.goto(new URL('/admin/people', server.url).href);
      await page.locator(`${SCROLLER} a`).first().waitFor();
      await readyOffline(page);
      const down = await whileTraced(page, () => scroll(page, SCROLLER, true, true));
      const up = await whileTraced(page, () => scroll(page, SCROLLER, false));
      return {
        bench: 'table',
        figures: [
          ...Object.entries({ down, up }).flatMap(([way, { longest, nodes, computed }]) => [
            { what: `${way}, longest task, time on the processor`, value: computed, unit: 'ms', most: 50 },
            {
              what: `${way}, longest task over 50 ms`,
              value: longest,
              unit: 'ms',
              ...(shared.length ? {} : { most: 50 }),
            },
            { what: 'elements in the document at most', value: nodes, unit: '', most: 3_000 },
          ]),
          { what: 'people who came by', value: down.rows, unit: '', least: HIRED + 2 },
        ],
        notes: ['10,000 people, 500 px a frame; 0 ms: no task was over 50 ms', ...shared],
      };
    } finally {
      await browser.close();
    }
  } finally {
    await server.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

if (import.meta.main) await runAlone(table);
