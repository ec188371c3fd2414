// What is unsent when a session ends without its person's doing: locked away on the device, so that nobody else can read it, and
// given back when the same person signs in again (product.md 6). The device has the public key only, and a key of its own for
// each piece that it forgets at once; the private one is the server's to give to who is signed in.
import type { DBSchema, IDBPDatabase } from 'idb';
import type { Sender } from '../../api/sender.ts';
import { type OutboxSchema, outboxDatabase } from '../databases.ts';
import { leaderLock, withLock } from '../locks.ts';
import { type Database, database } from '../open.ts';
import { isUnsent, type OutboxRecord } from '../outbox/record.ts';
import { isSignedIn } from '../storage.ts';
import { type Locked, lock, ownerOf, unlock } from './sealing.ts';

// Of contract/auth/seal.ts only the path: its schemas would put the schema library into the browser. A test compares them.
export const SEAL_PATH = '/auth/seal/keys';

interface SealedSchema extends DBSchema {
  /** Public keys, by `ownerOf`. */
  key: { key: string; value: string };
  sealed: { key: number; value: Locked & { readonly owner: string } };
}
const sealedDatabase = (): Database<SealedSchema> =>
  database('limelight-sealed', 1, { key: {}, sealed: { autoIncrement: true } });

/** What a device tells of itself is of the session that is over. */
const isKept = (record: OutboxRecord): boolean => isUnsent(record) && record.scope !== 'device';

/** What stands in the locked pieces: the records of an outbox, or one of their files with its bytes behind. */
type Piece =
  | { readonly records: readonly OutboxRecord[] }
  | { readonly file: { readonly id: string; readonly type: string } };

const alone = <T>(account: string, work: (db: Database<SealedSchema>) => Promise<T>): Promise<T> =>
  withLock(`limelight-seal:${account}`, async () => {
    const db = sealedDatabase();
    try {
      return await work(db);
    } finally {
      db.close();
    }
  });

/**
 * To be called whenever the server is there: gets the key that a later end will need, and what was sealed back into the outbox,
 * before everything that is in it. Resolves with whether there was any.
 */
export async function keepSealing(account: string, send: Sender): Promise<boolean> {
  // Plain http on a LAN: browsers lock nothing away there.
  if (!crypto.subtle) return false;
  const owner = await ownerOf(account);
  const known = await alone(account, (db) =>
    db.run(async (d) => (await d.get('key', owner)) !== undefined && !(await keysOf(d, owner)).length),
  );
  if (known) return false;
  const { envelope } = await send({ method: 'POST', path: SEAL_PATH, body: '{}' });
  if (envelope?.status !== 'success') return false;
  const keys = envelope.data as { readonly public_key: string; readonly private_key: string };
  return alone(account, async (db) => {
    // Gone while we asked: what is sealed stays so.
    if (!isSignedIn(account)) return false;
    await db.run((d) => d.put('key', keys.public_key, owner));
    return give(account, db, owner, keys.private_key);
  });
}

const keysOf = async (d: IDBPDatabase<SealedSchema>, owner: string) => {
  const [keys, all] = await Promise.all([d.getAllKeys('sealed'), d.getAll('sealed')]);
  return keys.filter((_, at) => all[at]?.owner === owner);
};

/** Back into the outbox. What was given before, and not taken away here, is there already: its ids tell. */
async function give(account: string, db: Database<SealedSchema>, owner: string, secret: string): Promise<boolean> {
  const given: number[] = [];
  const outbox = outboxDatabase(account);
  try {
    for (const key of await db.run((d) => keysOf(d, owner))) {
      const locked = await db.run((d) => d.get('sealed', key));
      const open = locked && (await unlock(account, secret, locked));
      if (!open) continue;
      const { head, bytes } = open as { head: Piece; bytes: Uint8Array<ArrayBuffer> };
      if ('records' in head) await outbox.run((d) => putBefore(d, head.records));
      else {
        const blob = new Blob([bytes], { type: head.file.type });
        await outbox.run((d) => d.put('file', { blob, at: Date.now() }, head.file.id));
      }
      given.push(key);
    }
  } finally {
    outbox.close();
  }
  await db.run(async (d) => {
    const tx = d.transaction('sealed', 'readwrite');
    await Promise.all([...given.map((key) => tx.store.delete(key)), tx.done]);
  });
  return given.length > 0;
}

/** Numbers below zero: what was written since stays behind. */
async function putBefore(d: IDBPDatabase<OutboxSchema>, records: readonly OutboxRecord[]): Promise<void> {
  const tx = d.transaction('outbox', 'readwrite', { durability: 'strict' });
  const there = await tx.store.getAll();
  const ids = new Set(there.map(({ id }) => id));
  const first = Math.min(0, ...there.map(({ seq }) => Math.floor(seq)));
  const missing = records.filter(({ id }) => !ids.has(id));
  const puts = missing.map((record, at) => tx.store.put({ ...record, seq: first - missing.length + at }));
  await Promise.all([...puts, tx.done]);
}

/** Milliseconds. Tabs that hear of the end are gone sooner. */
const GOING_MS = 1_000;

/** Whether no tab is left that may write, as far as locks tell (not the worker, nor one that is frozen): what is found empty then stays so. */
const areTabsGone = (account: string): Promise<boolean> =>
  withLock(leaderLock(account), () => Promise.resolve(true), { signal: AbortSignal.timeout(GOING_MS) }).catch(
    () => false,
  );

/**
 * What waits of an account that is signed in no longer. Its outbox is emptied, and deleted when it is found empty, the next time, and
 * not while another tab is open: one that has not heard of the end yet may still write, and deleting is not one with looking.
 * Without a key, which it gets when it first meets the server, it stays as it is: named by its account, and shown to nobody else.
 * Rejects if there is no room: then, too.
 */
export async function seal(account: string): Promise<void> {
  const owner = crypto.subtle && (await ownerOf(account));
  await alone(account, async (db) => {
    const outbox = outboxDatabase(account);
    const isQuiet = await areTabsGone(account);
    try {
      for (let done = false; !done; ) {
        if (isSignedIn(account)) return;
        const found = await outbox.run(read);
        if (!found.seqs.size) {
          // The key stays, too: for what may still be written.
          if (!isQuiet) return;
          await outbox.destroy(true);
          const isNeedless = owner && !(await db.run((d) => keysOf(d, owner))).length;
          if (isNeedless) await db.run((d) => d.delete('key', owner));
          done = true;
        } else if (found.records.length) {
          // Plain http on a LAN: browsers lock nothing away there.
          const key = owner && (await db.run((d) => d.get('key', owner)));
          if (!owner || key === undefined) return;
          const pieces = await Promise.all(piecesOf(found).map(({ head, bytes }) => lock(account, key, head, bytes)));
          done = await replace(db, owner, pieces, outbox, found.seqs);
        } else done = await outbox.emptyUnless('outbox', (record) => isKept(record as OutboxRecord));
      }
    } finally {
      outbox.close();
    }
  });
}

interface Found {
  /** Of everything that is there. */
  readonly seqs: ReadonlySet<number>;
  /** What the server does not have. */
  readonly records: readonly OutboxRecord[];
  readonly files: readonly { readonly id: string; readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> }[];
}

async function read(d: IDBPDatabase<OutboxSchema>): Promise<Found> {
  const [all, ids, files] = await Promise.all([d.getAll('outbox'), d.getAllKeys('file'), d.getAll('file')]);
  const records = all.filter(isKept);
  const wanted = new Set(records.flatMap((record) => (record.files ?? []).map(({ id }) => id)));
  const held = ids.flatMap((id, at) => (wanted.has(id) && files[at] ? [{ id, blob: files[at].blob }] : []));
  return {
    seqs: new Set(all.map(({ seq }) => seq)),
    records,
    files: await Promise.all(
      held.map(async ({ id, blob }) => ({ id, type: blob.type, bytes: new Uint8Array(await blob.arrayBuffer()) })),
    ),
  };
}

/** The files first: a record is sent as soon as it is back. */
const piecesOf = ({ records, files }: Found): { head: Piece; bytes: Uint8Array<ArrayBuffer> }[] => [
  ...files.map(({ id, type, bytes }) => ({ head: { file: { id, type } }, bytes })),
  { head: { records }, bytes: new Uint8Array() },
];

/** Keeps the pieces and empties the outbox. False, and nothing happened, if something was written in it meanwhile. */
async function replace(
  db: Database<SealedSchema>,
  owner: string,
  pieces: readonly Locked[],
  outbox: Database<OutboxSchema>,
  seqs: ReadonlySet<number>,
): Promise<boolean> {
  const keys = await db.run(async (d) => {
    const tx = d.transaction('sealed', 'readwrite', { durability: 'strict' });
    const added = await Promise.all(pieces.map((piece) => tx.store.add({ ...piece, owner })));
    await tx.done;
    return added;
  });
  const emptied = await outbox.run(async (d) => {
    const tx = d.transaction(['outbox', 'file'], 'readwrite');
    const left = await tx.objectStore('outbox').getAllKeys();
    const same = left.every((seq) => seqs.has(seq));
    if (same) await Promise.all([tx.objectStore('outbox').clear(), tx.objectStore('file').clear()]);
    await tx.done;
    return same;
  });
  if (!emptied) await db.run((d) => Promise.all(keys.map((key) => d.delete('sealed', key))));
  return emptied;
}
