// All addresses of the app, to go to one after the other.
import { readFileSync } from 'node:fs';
import { expect, type Page, type Request } from 'playwright/test';

/** Leads out of the app, or to another frame of it. */
const OUTSIDE = /^\/(?:backadmin|sign-in|register|password|inactive|open|share)/;

/** All addresses of src/routes.ts, with something real in the place of each id. */
export function addresses(ids: Readonly<Record<string, readonly string[]>>): string[] {
  const found: string[] = [];
  const parents: string[] = [];
  for (const line of readFileSync(new URL('../../../../src/routes.ts', import.meta.url), 'utf8').split('\n')) {
    const path = /^\s*route\('([^']+)'/.exec(line)?.[1];
    if (path) found.push(`${parents.join('')}${path}`);
    if (path && line.trimEnd().endsWith('[')) parents.push(path);
    if (line.trim() === ']),') parents.pop();
  }
  const filled = found.flatMap((path) => {
    const name = /\$(\w+)/.exec(path)?.[1];
    if (!name) return path;
    const values = path.includes('$entity_type') ? ids['conversation'] : ids[name];
    return (values ?? []).map((value) => path.replace(/\$entity_type\/\$entity_id|\$\w+/, value));
  });
  return filled.filter((path) => !path.includes('$') && !OUTSIDE.test(path));
}

interface Routed {
  readonly __TSR_ROUTER__?: { readonly state: { status: string; resolvedLocation?: { href: string } } };
}

/** As a link does, without a new document. Until its page, or the one that it leads on to, is drawn. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
  // On a busy machine the page before it stands for a while after all has been fetched.
  await page.waitForFunction(() => {
    const { status, resolvedLocation } = (window as Routed).__TSR_ROUTER__?.state ?? {};
    return status === 'idle' && resolvedLocation?.href === location.href.slice(location.origin.length);
  });
}

/** From now on: resolves when nothing has been asked for a moment. */
export function quietOf(page: Page): () => Promise<void> {
  // Which, not how many: what was on its way before ends, too.
  const going = new Set<Request>();
  let last = Date.now();
  const done = (request: Request) => {
    going.delete(request);
    last = Date.now();
  };
  page.on('request', (request) => going.add(request));
  page.on('requestfinished', done);
  page.on('requestfailed', done);
  return async () => {
    last = Date.now();
    await expect.poll(() => !going.size && Date.now() - last > 250, { intervals: [50] }).toBe(true);
  };
}
