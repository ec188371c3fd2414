// When the disk is full: what can be fetched again makes room, step by step, and each time the write is tried again. What is needed
// least goes first: other queries, then the older half of what there is many of (conversations), and so on. Loaded when it is needed.
import type { CacheSchema } from '../databases.ts';
import { type Database, isFull } from '../open.ts';

/** Takes something away that can be fetched again. */
type Step = () => Promise<unknown>;

/** After three halves an eighth of the conversations is left, then nothing. */
const HALVES = 3;

/** `files`: of which account the kept files may go as well, before anything that is read. */
export async function makeRoom<T>(work: () => Promise<T>, db: Database<CacheSchema>, files?: string): Promise<T> {
  const steps = [...(files === undefined ? [] : await filesOf(files)), () => db.run((d) => d.clear('query'))];
  steps.push(...Array.from({ length: HALVES }, () => () => dropOlderHalf(db)));
  // What is unsent comes before all of it. A page that was read would only take the place of others.
  if (files !== undefined) steps.push(() => db.run((d) => d.clear('live')));
  let refused: unknown;
  for (const step of steps) {
    await step().catch(() => undefined);
    try {
      return await work();
    } catch (error) {
      if (!isFull(error)) throw error;
      refused = error;
    }
  }
  throw refused;
}

async function filesOf(account: string): Promise<Step[]> {
  const { dropFiles, dropOlderFiles } = await import('../files/private-files.ts');
  return [() => dropOlderFiles(account), () => dropFiles(account)];
}

/** By when the server last said them. Of what there is one of, the list of conversations or everybody's names, nothing goes. */
async function dropOlderHalf(db: Database<CacheSchema>): Promise<void> {
  await db.run(async (d) => {
    const tx = d.transaction(['live', 'revisions'], 'readwrite');
    const live = tx.objectStore('live');
    const [ids, records] = await Promise.all([live.getAllKeys(), live.getAll()]);
    const all = records.map(({ key, at }, n) => ({ id: ids[n] as string, kind: JSON.stringify(key.slice(0, 2)), at }));
    for (const kind of Map.groupBy(all, (one) => one.kind).values()) {
      const older = kind.sort((a, b) => a.at - b.at).slice(0, Math.floor(kind.length / 2));
      for (const { id } of older) void Promise.all([live.delete(id), tx.objectStore('revisions').delete(id)]);
    }
    await tx.done;
  });
}
