// What is unsent, once more, where it does not go with the databases: a browser that finds one of them broken throws all of
// them away. In Cache Storage under a private name, so that logging out wipes it (device/leaving/traces.ts); without the bytes of files, and
// only as long as something waits. Written by pages.
import { UNSENT_CACHE } from '../databases.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { OutboxRecord } from '../outbox/record.ts';
import { isSignedIn } from '../storage.ts';
import { openAnswering } from './answering-cache.ts';

const nameOf = (account: string): string => `${UNSENT_CACHE}:${account}`;
const ADDRESS = '/unsent';

type Known = Pick<Outbox, 'state' | 'mayHave' | 'reload'>;

/** Nobody knows what is there when the page begins. */
let isEmpty = false;
let isBehind = false;
let writing: Promise<void> | undefined;
/** Ids that this page has known of: what it does not know any more was sent, or taken back. */
const seen = new Set<string>();

/** Soon; of several in a row the last one counts. */
export function keepCopy(account: string, outbox: Known): void {
  if (!unsentIn(outbox).length && isEmpty && !writing) return;
  isEmpty = false;
  isBehind = true;
  writing ??= write(account, outbox);
}

async function write(account: string, outbox: Known): Promise<void> {
  while (isBehind) {
    isBehind = false;
    // Refused or full: then there is only the first.
    await writeOnce(account, outbox).catch(() => undefined);
  }
  writing = undefined;
}

async function writeOnce(account: string, outbox: Known): Promise<void> {
  // Its owner has left in between: nothing may come back.
  const others = isSignedIn(account) ? await othersIn(account, outbox) : [];
  const records = isSignedIn(account) ? [...others, ...unsentIn(outbox)] : [];
  isEmpty = !records.length;
  if (isEmpty) await caches.delete(nameOf(account));
  else await (await openAnswering(nameOf(account))).put(ADDRESS, new Response(JSON.stringify(records)));
}

/** Of the copy, what this page has never known of because the disk could not be read: the copy may be all that is left of it. */
async function othersIn(account: string, outbox: Known): Promise<OutboxRecord[]> {
  const strange = await strangeIn(account, outbox);
  // The disk may have been read since by who shows nothing, the one that sends.
  if (strange.some(({ seq }) => !outbox.mayHave(seq))) await outbox.reload();
  unsentIn(outbox);
  const left = strange.filter(({ id }) => !seen.has(id));
  // What the disk, now that it was read, does not have was sent or taken back. It is asked for once, also where the copy cannot be changed.
  for (const { id, seq } of left) if (!outbox.mayHave(seq)) seen.add(id);
  return left.filter(({ id }) => !seen.has(id));
}

/**
 * For a database that is new: what this page knows of the old one, and what was to be sent when a page was last there, which one
 * that has just begun does not know. Some of it may have been sent since: repeating is harmless.
 */
export async function knownUnsent(account: string, outbox: Known): Promise<readonly OutboxRecord[]> {
  const strange = await strangeIn(account, outbox).catch(() => []);
  return [...strange, ...unsentIn(outbox)];
}

/** What the copy has and this page has never known of. */
async function strangeIn(account: string, outbox: Known): Promise<OutboxRecord[]> {
  const kept = await (await openAnswering(nameOf(account))).match(ADDRESS);
  const records = kept ? ((await kept.json().catch(() => [])) as OutboxRecord[]) : [];
  unsentIn(outbox);
  return records.filter(({ id }) => !seen.has(id));
}

/** As they stood on the disk. */
function unsentIn({ state: { items } }: Known): OutboxRecord[] {
  for (const { id } of items) seen.add(id);
  return items.filter(({ state, saved }) => saved && state !== 'acked').map(({ saved: _, ...record }) => record);
}
