// Makes the browser forget for good. Chromium takes what is deleted out of its files only when it tidies them up, which it may
// not do for days; deleting whole databases that had something in them makes it tidy up (measured: tests/e2e/leaving.e2e.ts
// searches the files). Loaded when somebody leaves.
import { deleteDB, openDB } from 'idb';
import { APP_DATABASE, accountOf, appDatabase } from '../../databases.ts';
import { ASIDE, CURRENT, LEFT, type Mirror, readLeft, readMirror, writeMirror } from '../../session-mirror.ts';
import { isSignedIn, readLocal } from '../../storage.ts';
import { scrubNotifications } from './scrub-notifications.ts';
import { wasShown } from './shown-mark.ts';
import { sweep } from './sweep.ts';
import { endPushes, wipeTraces } from './traces.ts';

/** Each pushes what the one before has written one level further down, where the deleted is left out. */
const ROUNDS = 3;
const RECORDS = 20;

/** What hangs (another tab holds it, the disk does not answer) keeps nobody here. */
const MOST_MS = 5_000;

/**
 * Everything that is still there of people who are not signed in, for good. To be called when what stands in the small storages is
 * gone. `over`: nobody goes on. Who switches company does, and does not wait for what takes seconds and is seen: if anything was shown
 * to them, it goes out of the browser's files beside the next start. The marks of the version are about the app, and stay unless
 * `clearVersionMarks`. `most`: milliseconds that each of the two parts may take. `handed`: see
 * `wipeTraces`. Resolves with whether all is done; if not, the next start sees to it (tidy.ts). Never rejects.
 */
export async function forget(
  over: boolean,
  clearVersionMarks = false,
  most: number = MOST_MS,
  handed = false,
): Promise<boolean> {
  // Its mark goes with the rest.
  const shown = over ? false : wasShown();
  // Twice: outboxes that the first time has emptied (seal.ts).
  const taken = await within(most, [shown, wipeTraces(handed), sweep(null).then(() => sweep(null))]);
  const scrubbed = await within(most, [
    scrubDatabases(over, clearVersionMarks),
    // Once more: an address that was being made when this page was told to stop.
    endPushes().catch(() => undefined),
    over && scrubNotifications(),
  ]);
  return taken && scrubbed && !(await shown);
}

const within = (most: number, work: unknown[]): Promise<boolean> =>
  Promise.race([
    Promise.all(work).then(
      () => true,
      () => false,
    ),
    new Promise<false>((done) => setTimeout(done, most, false)),
  ]);

async function scrubDatabases(over: boolean, clearVersionMarks: boolean): Promise<void> {
  try {
    const [keys, values] = clearVersionMarks ? [[], []] : await versionMarks();
    const mirror = await readMirror();
    const left = over ? await readLeft() : undefined;
    // Somebody has signed in meanwhile.
    if (!mirror && readLocal('userSession')) return;
    const noted = left ? await noteAside(left) : undefined;
    await deleteDB(APP_DATABASE);
    await putBack(mirror, left);
    await noted?.delete(ASIDE);
    await putMarksBack(keys, values);
    for (let round = 0; round < ROUNDS; round++) await pass(`limelight-scrub-${round}`);
  } catch {
    // No databases here: then nothing was kept in them.
  }
}

/** Who kills the browser before the database is there again would find the session in localStorage, which is written late. */
async function noteAside(left: string): Promise<Cache | undefined> {
  try {
    const cache = await caches.open('left');
    await cache.put(ASIDE, new Response(left));
    return cache;
  } catch {
    // No caches here, or no room.
    return undefined;
  }
}

/** Before anything that takes long, and never over what somebody who has signed in meanwhile has written. */
async function putBack(mirror: Mirror | undefined, left: string | undefined): Promise<void> {
  // Another tab has switched company meanwhile.
  if (mirror && isSignedIn(accountOf(mirror.session))) return writeMirror(mirror.session, mirror.api);
  if (!left) return;
  // localStorage is written late: a browser that is killed now has kept the session there.
  await appDatabase().run(async (db) => {
    const tx = db.transaction('session', 'readwrite');
    if (!(await tx.store.get(CURRENT)) && !readLocal('userSession')) await tx.store.put(left, LEFT);
    await tx.done;
  });
}

/** Who has signed in meanwhile has a newer one. */
const putMarksBack = (keys: readonly IDBValidKey[], values: readonly unknown[]): Promise<void> =>
  appDatabase().run(async (db) => {
    const tx = db.transaction('version', 'readwrite');
    const here = new Set(await tx.store.getAllKeys());
    for (const [at, key] of keys.entries()) if (!here.has(key as string)) await tx.store.put(values[at], key as string);
    await tx.done;
  });

const versionMarks = () => appDatabase().run((db) => Promise.all([db.getAllKeys('version'), db.getAll('version')]));

async function pass(name: string): Promise<void> {
  const db = await openDB(name, 1, { upgrade: (made) => void made.createObjectStore('all') });
  // Another tab that leaves does the same: neither may wait for the other's connection.
  db.addEventListener('versionchange', () => db.close());
  try {
    const tx = db.transaction('all', 'readwrite', { durability: 'strict' });
    await Promise.all([...[...Array(RECORDS).keys()].map((key) => tx.store.put('x'.repeat(200), key)), tx.done]);
  } finally {
    // Also where there is no room: left open, it would hold up whoever deletes it next, for as long as this page is there.
    db.close();
  }
  await deleteDB(name);
}
