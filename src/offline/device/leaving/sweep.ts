// What a device still has of people who are not signed in on it any more: cached data is deleted, what is unsent is sealed, what was
// shown to them is taken down. Loaded when somebody leaves, and after every start.
import { accountOf, CACHE, cacheDatabase, OUTBOX, PRIVATE_CACHE } from '../../databases.ts';
import { isSignedIn } from '../../storage.ts';
import { seal } from '../seal.ts';

/**
 * Spares the account's own, and whose session has begun meanwhile: another tab may have switched company. Resolves with whether there
 * was anything. Never rejects.
 */
export async function sweep(account: string | null): Promise<boolean> {
  const isSpared = (owner: string) => owner === account || isSignedIn(owner);
  // Beside each other: one that another tab holds must not keep the others where they are.
  const [taken] = await Promise.allSettled([sweepDatabases(isSpared), sweepAnswers(isSpared), sweepShown(isSpared)]);
  // No list of databases in this browser, or no databases: then the logout itself has done what can be done.
  return taken.status === 'fulfilled' && taken.value;
}

async function sweepDatabases(isSpared: (owner: string) => boolean): Promise<boolean> {
  const all = await indexedDB.databases();
  const taken = all.flatMap(({ name = '' }) => {
    const kind = [CACHE, OUTBOX].find((one) => name.startsWith(one));
    const owner = kind && name.slice(kind.length);
    if (!owner || isSpared(owner)) return [];
    return kind === CACHE ? cacheDatabase(owner).destroy() : seal(owner);
  });
  await Promise.allSettled(taken);
  return taken.length > 0;
}

/** Those that name an account; what was shared with the app and not taken yet names its own (files/shared.ts). */
async function sweepAnswers(isSpared: (owner: string) => boolean): Promise<void> {
  for (const name of await caches.keys()) {
    const [kind = '', owner] = name.split(':');
    if (kind.startsWith(PRIVATE_CACHE) && owner && !isSpared(owner)) await caches.delete(name);
    // Loaded only where something was shared: it comes with the files of messages.
    if (name === `${PRIVATE_CACHE}-shared`) await (await import('../../files/shared.ts')).sweepShared();
  }
}

/** Those that say whom they are for (sw/push.ts). */
async function sweepShown(isSpared: (owner: string) => boolean): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const one of (await registration?.getNotifications()) ?? []) {
    const who = one.data as Parameters<typeof accountOf>[0] | null;
    if (who?.company_id && !isSpared(accountOf(who))) one.close();
  }
}
