// Queries that follow no topic can be fetched again, and go where there is to be room: all but what was typed here and is nowhere
// else yet.
import type { CacheSchema } from '../databases.ts';
import type { Database } from '../open.ts';
import { ownWordsKey } from './own-words.ts';

/** How the names of its records begin (query-persister.ts). */
const OWN_WORDS = `q-${JSON.stringify(ownWordsKey).slice(0, -1)}`;

/** By their names alone: what the browser cannot read any more goes, too. Rejects if it refuses. */
export async function dropQueries(db: Database<CacheSchema>): Promise<void> {
  await db.run(async (d) => {
    const tx = d.transaction('query', 'readwrite');
    const going = (await tx.store.getAllKeys()).filter((key) => !key.startsWith(OWN_WORDS));
    await Promise.all([...going.map((key) => tx.store.delete(key)), tx.done]);
  });
}
