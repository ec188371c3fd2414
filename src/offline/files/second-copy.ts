// What is unsent, once more, where it does not go with the databases: a browser that finds one of them broken throws all of
// them away. In Cache Storage under a private name, so that logging out wipes it (device/leaving/traces.ts); without the bytes of files, and
// only as long as something waits. Written by pages.
import { UNSENT_CACHE } from '../databases.ts';
import type { OutboxItem } from '../outbox/outbox.ts';
import type { OutboxRecord } from '../outbox/record.ts';
import { isSignedIn } from '../storage.ts';
import { openAnswering } from './answering-cache.ts';

const nameOf = (account: string): string => `${UNSENT_CACHE}:${account}`;
const ADDRESS = '/unsent';

/** Nobody knows what is there when the page begins. */
let isEmpty = false;
let latest: (() => Promise<unknown>) | undefined;
let writing: Promise<void> | undefined;

/** Soon; of several in a row the last one counts. */
export function keepCopy(account: string, items: readonly OutboxItem[]): void {
  const records = unsentOf(items);
  if (!records.length && isEmpty) return;
  isEmpty = !records.length;
  latest = async () => {
    // Its owner has left in between: nothing may come back.
    if (!records.length || !isSignedIn(account)) return caches.delete(nameOf(account));
    return (await openAnswering(nameOf(account))).put(ADDRESS, new Response(JSON.stringify(records)));
  };
  writing ??= write();
}

async function write(): Promise<void> {
  for (let work = latest; work; work = latest) {
    latest = undefined;
    // Refused or full: then there is only the first.
    await work().catch(() => undefined);
  }
  writing = undefined;
}

/**
 * For a database that is new. `items`: what this page knows of the old one; a page that has just begun knows nothing, and reads
 * what was to be sent when one was last there. Some of it may have been sent since: repeating is harmless.
 */
export async function knownUnsent(account: string, items: readonly OutboxItem[]): Promise<readonly OutboxRecord[]> {
  if (items.length) return unsentOf(items);
  try {
    const kept = await (await openAnswering(nameOf(account))).match(ADDRESS);
    return kept ? ((await kept.json()) as OutboxRecord[]) : [];
  } catch {
    return [];
  }
}

/** As they stood on the disk. */
const unsentOf = (items: readonly OutboxItem[]): OutboxRecord[] =>
  items.filter(({ state, saved }) => saved && state !== 'acked').map(({ saved: _, ...record }) => record);
