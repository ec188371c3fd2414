// How much this device keeps, by kind, and clearing what can be fetched again. For who asks (settings): counting reads it all.
import { dropQueries } from '../cache/drop-queries.ts';
import { cacheDatabase, outboxDatabase, PRIVATE_CACHE, UNSENT_CACHE } from '../databases.ts';
import { openAnswering } from '../files/answering-cache.ts';
import { dropFiles } from '../files/private-files.ts';
import type { OutboxRecord } from '../outbox/record.ts';
import { dropScreens } from './screens.ts';

/** Bytes; of what is in databases about as many as its text has. Undefined: this browser does not let anybody look. */
export interface Kept {
  /** Conversations, people, lists: what screens show without a connection. */
  readonly read: number | undefined;
  readonly files: number | undefined;
  /** What waits, with its files. */
  readonly unsent: number | undefined;
  /** The app's own files. */
  readonly app: number | undefined;
}

/** `account`: see databases.ts. */
export async function measureKept(account: string): Promise<Kept> {
  const [read, files, unsent, app] = await Promise.all(
    [
      sizeOfCache(account),
      sizeOfAnswers((name) => name.startsWith(PRIVATE_CACHE) && !name.startsWith(UNSENT_CACHE)),
      sizeOfOutbox(account),
      sizeOfAnswers((name) => !name.startsWith(PRIVATE_CACHE)),
    ].map((size) => size.catch(() => undefined)),
  );
  return { read, files, unsent, app };
}

/** What screens show now stays on them; without a connection it cannot be opened again. Rejects if the browser refuses. */
export async function clearKept(account: string): Promise<void> {
  await dropFiles(account);
  await dropScreens(account);
  const db = cacheDatabase(account);
  try {
    await db.run((d) => Promise.all((['live', 'revisions'] as const).map((store) => d.clear(store))));
    await dropQueries(db);
  } finally {
    db.close();
  }
}

async function sizeOfCache(account: string): Promise<number> {
  const db = cacheDatabase(account);
  try {
    const [live, query] = await db.run((d) => Promise.all([d.getAll('live'), d.getAll('query')]));
    return live.reduce((sum, { json }) => sum + json.length, 0) + query.reduce<number>(addText, 0);
  } finally {
    db.close();
  }
}

async function sizeOfOutbox(account: string): Promise<number> {
  const db = outboxDatabase(account);
  try {
    const [records, files] = await db.run((d) => Promise.all([d.getAll('outbox'), d.getAll('file')]));
    const waiting = records.filter(({ state }: OutboxRecord) => state !== 'acked');
    return waiting.reduce<number>(addText, 0) + files.reduce((sum, { blob }) => sum + blob.size, 0);
  } finally {
    db.close();
  }
}

const addText = (sum: number, value: unknown): number => sum + JSON.stringify(value).length;

async function sizeOfAnswers(which: (cache: string) => boolean): Promise<number> {
  let sum = 0;
  for (const name of (await caches.keys()).filter(which)) {
    const cache = await openAnswering(name);
    for (const key of await cache.keys()) sum += (await (await cache.match(key))?.blob())?.size ?? 0;
  }
  return sum;
}
