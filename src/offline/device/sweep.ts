// What a device still has of people who are not signed in on it any more: cached data is deleted, what is unsent is sealed. Loaded
// when somebody leaves, and after every start.
import { deleteDB } from 'idb';
import { CACHE, OUTBOX, PRIVATE_CACHE } from '../databases.ts';
import { seal } from './seal.ts';

/** Spares the account's own. Resolves with whether there was anything. Never rejects. */
export async function sweep(account: string | null): Promise<boolean> {
  let found = false;
  try {
    for (const { name = '' } of await indexedDB.databases()) {
      if (name === CACHE + account || name === OUTBOX + account) continue;
      if (name.startsWith(CACHE)) await deleteDB(name);
      else if (name.startsWith(OUTBOX)) await seal(name.slice(OUTBOX.length));
      else continue;
      found = true;
    }
  } catch {
    // No list of databases in this browser, or no databases: then the logout itself has done what can be done.
  }
  await sweepAnswers(account).catch(() => undefined);
  return found;
}

/** Those that name an account; what was shared with the app and not taken yet names its own (files/shared.ts). */
async function sweepAnswers(account: string | null): Promise<void> {
  for (const name of await caches.keys()) {
    const [kind = '', owner] = name.split(':');
    if (kind.startsWith(PRIVATE_CACHE) && owner !== undefined && owner !== account) await caches.delete(name);
  }
}
