// When the disk is full: what can be fetched again makes room, step by step, and each time the write is tried again. What is needed
// least goes first: other queries, then the older half of what there is many of (conversations). Loaded when it is needed.
import { type CacheSchema, cacheDatabase } from '../databases.ts';
import { type Database, isFull } from '../open.ts';
import { dropQueries } from './drop-queries.ts';

/** Takes something away that can be fetched again. */
type Step = () => Promise<unknown>;

/** Where what is unsent needs the room: after three halves an eighth of the conversations is left, then nothing. */
const HALVES = 3;

/** What was read is not thrown away again for what is read next, where that has not helped. Until there was room again. */
let inVain = false;

/** `files`: what is unsent of this account needs the room, before all that can be fetched again; its kept files go first. */
export async function makeRoom<T>(work: () => Promise<T>, db: Database<CacheSchema>, files?: string): Promise<T> {
  const halves = files === undefined ? (inVain ? 0 : 1) : HALVES;
  const steps: Step[] = [
    ...(files === undefined ? [] : await filesOf(files)),
    () => dropQueries(db),
    ...Array.from({ length: halves }, () => () => dropOlderHalf(db)),
    ...(files === undefined ? [] : [() => db.run((d) => d.clear('live'))]),
  ];
  let refused: unknown;
  for (const step of steps) {
    await step().catch(() => undefined);
    try {
      const done = await work();
      inVain = false;
      return done;
    } catch (error) {
      if (!isFull(error)) throw error;
      refused = error;
    }
  }
  inVain = true;
  throw refused;
}

/** The same for who has not opened what can be fetched again. */
export async function makeRoomIn<T>(account: string, work: () => Promise<T>): Promise<T> {
  const cache = cacheDatabase(account);
  try {
    return await makeRoom(work, cache, account);
  } finally {
    cache.close();
  }
}

/** None where even their code cannot be had. */
async function filesOf(account: string): Promise<Step[]> {
  const files = await import('../files/private-files.ts').catch(() => undefined);
  return files ? [() => files.dropOlderFiles(account), () => files.dropFiles(account)] : [];
}

/**
 * By when the server last said them. Of what there is one of, the list of conversations or everybody's names, nothing goes. Read one by
 * one: what the browser itself cannot read any more goes, too.
 */
async function dropOlderHalf(db: Database<CacheSchema>): Promise<void> {
  const ids = await db.run((d) => d.getAllKeys('live'));
  const all: { id: string; kind: string; at: number }[] = [];
  const going: string[] = [];
  for (const id of ids) {
    const kept = await db.run((d) => d.get('live', id)).catch(() => undefined);
    if (kept) all.push({ id, kind: JSON.stringify(kept.key.slice(0, 2)), at: kept.at });
    else going.push(id);
  }
  for (const kind of Map.groupBy(all, (one) => one.kind).values())
    going.push(
      ...kind
        .sort((a, b) => a.at - b.at)
        .slice(0, Math.floor(kind.length / 2))
        .map(({ id }) => id),
    );
  await db.run(async (d) => {
    const tx = d.transaction(['live', 'revisions'], 'readwrite');
    for (const id of going)
      void Promise.allSettled([tx.objectStore('live').delete(id), tx.objectStore('revisions').delete(id)]);
    await tx.done;
  });
}
