// A server of ours and a browser, for what is measured beside the floor (floor-app.ts).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright/test';
import { Server } from '#tests/e2e/kit/server.ts';
import { BROWSER_FLAGS, findBrowser } from '#tools/lib/browser.mjs';

/** Both are there for as long as `work` takes, and an empty folder for the floor's build. */
export async function besideFloor<T>(
  work: (browser: Browser, server: Server, folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'limelight-floor-'));
  const server = new Server();
  const executablePath = await findBrowser();
  const browser = await chromium.launch({ args: [...BROWSER_FLAGS], ...(executablePath ? { executablePath } : {}) });
  try {
    await server.start();
    return await work(browser, server, folder);
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
