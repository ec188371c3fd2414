// Opening the app with the server gone: a fresh browser process on the profile of somebody who was here before, from the start
// of the navigation to the last message of a conversation on the screen.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readyOffline, signInHere, storedOf } from '#tests/e2e/kit/browser.ts';
import { startOwnBrowser } from '#tests/e2e/kit/own-browser.ts';
import { type Company, direct, newCompany, write } from '#tests/e2e/kit/people.ts';
import { Server } from '#tests/e2e/kit/server.ts';
import { type Report, runAlone, setting } from '../lib/report.ts';
import { median } from '../lib/stats.ts';

const MESSAGES = 60;
const LAST = 'The last one before the lights went out';

/** Reads, with the server there, what is to be seen without it. Leaves the profile behind. */
async function visit(server: Server, { ines, kwame }: Company, profile: string): Promise<string> {
  for (let n = 1; n < MESSAGES; n++) await write(n % 3 ? kwame : ines, direct(n % 3 ? ines : kwame), `Message ${n}`);
  await write(kwame, direct(ines), LAST);
  const browser = await startOwnBrowser(profile);
  const page = await browser.context.newPage();
  await signInHere(page, server, ines);
  const address = `${server.url}/connect/employee/${kwame.id}`;
  await page.goto(address);
  await page.getByRole('article').filter({ hasText: LAST }).waitFor();
  await readyOffline(page);
  // The databases are written a moment after the screen.
  for (let n = 0; n < 100 && !(await storedOf(page, [LAST])).length; n++) await page.waitForTimeout(100);
  await browser.close();
  return address;
}

/** Milliseconds from the start of the navigation until the text stands on the screen and was drawn. */
async function open(address: string, profile: string): Promise<number> {
  const browser = await startOwnBrowser(profile);
  try {
    const page = await browser.context.newPage();
    await page.addInitScript((text) => {
      const seen = () => document.querySelector('[role="log"]')?.textContent?.includes(text);
      const look = () => {
        if (!seen()) return requestAnimationFrame(look);
        // The frame after the one in which it came is painted.
        return requestAnimationFrame(() => Object.assign(globalThis, { visibleAt: performance.now() }));
      };
      look();
    }, LAST);
    await page.goto(address, { waitUntil: 'commit' });
    await page.waitForFunction(() => 'visibleAt' in globalThis);
    return await page.evaluate(() => (globalThis as unknown as { visibleAt: number }).visibleAt);
  } finally {
    await browser.close();
  }
}

export async function cold(): Promise<Report> {
  const rounds = setting('BENCH_COLD_ROUNDS', 7);
  const profile = mkdtempSync(join(tmpdir(), 'limelight-profile-'));
  const server = new Server();
  try {
    await server.start();
    const address = await visit(server, await newCompany(server), profile);
    await server.kill();
    const times: number[] = [];
    for (let n = 0; n < rounds; n++) times.push(await open(address, profile));
    const figures = [
      { what: 'offline, fresh process to conversation', value: median(times), unit: 'ms', most: 1_500 },
      { what: 'the slowest of these', value: Math.max(...times), unit: 'ms' },
    ];
    const notes = [`median of ${rounds} starts of the browser, server stopped, ${MESSAGES} messages`];
    return { bench: 'cold start', figures, notes };
  } finally {
    await server.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

if (import.meta.main) await runAlone(cold);
