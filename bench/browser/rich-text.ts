// What the largest document that the server takes costs a browser: 100 kB of marked and linked pieces come into the conversation
// that is open, in the real browser on the real build. Beside it the floor: the same elements from a string of HTML, laid out.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import * as chat from '#contract/chat.ts';
import { docOf, type Inline, type Mark, type Paragraph, type RichText, richTextLimits } from '#contract/rich-text.ts';
import { signInHere } from '#tests/e2e/kit/browser.ts';
import { startOwnBrowser } from '#tests/e2e/kit/own-browser.ts';
import { type Company, direct, newCompany, write } from '#tests/e2e/kit/people.ts';
import { Server } from '#tests/e2e/kit/server.ts';
import { sharedMachine } from '../lib/cpu.ts';
import { type Report, runAlone, setting } from '../lib/report.ts';
import { median } from '../lib/stats.ts';

const PARAGRAPHS = 40;
const BYTES = 100_000;

/** As many nodes and as much text as there may be, each piece with marks. */
function largest(): RichText {
  const pieces = Math.floor((richTextLimits.nodes - 1 - PARAGRAPHS) / PARAGRAPHS);
  const kinds: Mark[][] = [[], [{ type: 'bold' }], [{ type: 'italic' }]];
  const piece = (nth: number): Inline => ({
    type: 'text',
    text: `w${nth % 100} `,
    marks: kinds[nth % 4] ?? [{ type: 'link', attrs: { href: `https://limelight.example/${nth}` } }],
  });
  const paragraph = (_: unknown, at: number): Paragraph => ({
    type: 'paragraph',
    content: Array.from({ length: pieces }, (__, nth) => piece(at * pieces + nth)),
  });
  return { type: 'doc', content: Array.from({ length: PARAGRAPHS }, paragraph) };
}

const busy = async (cdp: CDPSession): Promise<number> => {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
};

/** What the main thread does from before a message is sent until it has been drawn: milliseconds of processor time. */
async function arrival(page: Page, cdp: CDPSession, { ines, kwame }: Company, body: RichText): Promise<number> {
  const before = await busy(cdp);
  const message_id = uuid();
  await kwame.api.call(chat.send, { ...direct(ines), message_id, body });
  await page.locator(`[data-message="${message_id}"] .ll-rich`).waitFor({ state: 'attached' });
  await page.waitForTimeout(400);
  return (await busy(cdp)) - before;
}

/** The elements of a drawing of the document, copied by the browser and laid out in the same place: the page's policy makes none from a string. */
async function floorOf(page: Page, cdp: CDPSession): Promise<number> {
  const before = await busy(cdp);
  await page.evaluate(() => {
    const sizeOf = (element: Element) => element.querySelectorAll('*').length;
    const drawn = [...document.querySelectorAll('.ll-rich')].sort((a, b) => sizeOf(b) - sizeOf(a))[0];
    if (!drawn?.parentElement) throw new Error('Nothing is drawn');
    const place = document.createElement('div');
    drawn.parentElement.append(place);
    place.append(drawn.cloneNode(true));
    place.getBoundingClientRect();
    place.remove();
  });
  return (await busy(cdp)) - before;
}

export async function richText(): Promise<Report> {
  const rounds = setting('BENCH_DOCUMENTS', 15);
  const shared = sharedMachine();
  const profile = mkdtempSync(join(tmpdir(), 'limelight-profile-'));
  const server = new Server();
  try {
    await server.start();
    const company = await newCompany(server);
    const { ines, kwame } = company;
    await write(kwame, direct(ines), 'Before');
    const browser = await startOwnBrowser(profile);
    try {
      const page = await browser.context.newPage();
      await signInHere(page, server, ines);
      await page.goto(`${server.url}/connect/employee/${kwame.id}`);
      await page.locator('article').filter({ hasText: 'Before' }).waitFor();
      await page.waitForTimeout(1_500);
      const cdp = await browser.context.newCDPSession(page);
      // Of the processor's time: whoever else uses the machine does not count.
      await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
      const doc = largest();
      const times = { large: [] as number[], small: [] as number[], floor: [] as number[] };
      // The first of each fetches code and warms up.
      for (let nth = -2; nth < rounds; nth++) {
        const small = await arrival(page, cdp, company, docOf(`Message ${nth}`));
        const large = await arrival(page, cdp, company, doc);
        const floor = await floorOf(page, cdp);
        if (nth < 0) continue;
        times.small.push(small);
        times.large.push(large);
        times.floor.push(floor);
      }
      const [large, small, floor] = [median(times.large), median(times.small), median(times.floor)];
      const bytes = JSON.stringify(doc).length;
      const figures = [
        {
          what: `document of ${Math.round(bytes / 1_000)} kB, more than a short message`,
          value: large - small,
          unit: 'ms',
          ...(shared.length ? {} : { most: 50 }),
        },
        { what: 'a short message', value: small, unit: 'ms' },
        { what: 'the same elements, copied', value: floor, unit: 'ms' },
        { what: 'times as long', value: (large - small) / floor, unit: '×' },
      ];
      const notes = [
        `processor time of the main thread from the sending on, median of ${rounds}: reading the event, the list, drawing, layout, paint`,
        ...(bytes < BYTES ? [`the document has only ${bytes} bytes`] : []),
        ...shared,
      ];
      return { bench: 'rich text', figures, notes };
    } finally {
      await browser.close();
    }
  } finally {
    await server.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

if (import.meta.main) await runAlone(richText);
