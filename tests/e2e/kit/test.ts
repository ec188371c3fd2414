// The `test` of all browser journeys: a server for each worker, a company for each test that asks for one, browsers that are
// watched and closed.
import { type BrowserContextOptions, test as base, type Page } from 'playwright/test';
import { DESKTOP, sessionState } from './browser.ts';
import { type Company, newCompany, type Person } from './people.ts';
import { Server } from './server.ts';
import { Watch } from './watching/watch.ts';

export { expect } from 'playwright/test';

export interface OpenOptions extends BrowserContextOptions {
  /** Where to begin; default `/`. */
  readonly path?: string;
  /** Another origin than the server's own: a proxy before it. */
  readonly place?: { readonly url: string };
}

interface PerTest {
  watch: Watch;
  /** A company of two people, apart from all others. */
  company: Company;
  /** A browser of its own with the app open; of `person`, or of nobody. 1440 × 900 unless told otherwise. */
  open: (person: Person | null, options?: OpenOptions) => Promise<Page>;
}

export const test = base.extend<PerTest, { server: Server }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures out of this parameter
    async ({}, use) => {
      const server = new Server();
      try {
        await server.start();
        await use(server);
      } finally {
        await server.close();
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  watch: [
    async ({ server }, use) => {
      if (!server.isUp) await server.start();
      server.watchDowntime();
      const watch = new Watch(server);
      await use(watch);
      if (!server.isUp) await server.start();
      watch.check();
    },
    { auto: true },
  ],
  company: async ({ server, watch: _ }, use) => use(await newCompany(server)),
  open: async ({ browser, server, watch }, use) => {
    const contexts: { close(): Promise<void> }[] = [];
    await use(async (person, { path = '/', place = server, ...options } = {}) => {
      const context = await browser.newContext({
        ...DESKTOP,
        baseURL: place.url,
        ...(person ? { storageState: await sessionState(place, person) } : {}),
        ...options,
      });
      contexts.push(context);
      watch.over(context);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});
