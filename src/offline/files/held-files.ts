// The bytes of files that wait in the outbox: in its database, so that they live and go with it; in memory if the disk is full.
// Loaded when there are any.
import type { IDBPDatabase } from 'idb';
import type { OutboxSchema } from '../databases.ts';
import { outboxDatabase } from '../databases.ts';
import { unsavedForms } from '../device/busy.ts';
import { type Database, isFull } from '../open.ts';

export interface HeldFiles {
  /** Resolves to false if only memory has them. */
  put(files: readonly { readonly id: string; readonly blob: Blob }[]): Promise<boolean>;
  /** Undefined if nobody has it. */
  get(id: string): Promise<Blob | undefined>;
  remove(ids: readonly string[]): Promise<void>;
  /**
   * Removes what no record speaks of: its record was lost, or never came to be. `known`: ids that records of this tab's memory speak of,
   * beside those on the disk. Rejects, and nothing is removed, unless the disk tells all of those.
   */
  sweep(known: ReadonlySet<string>): Promise<void>;
}

const opened = new Map<string, HeldFiles>();

/** `account`: see databases.ts. */
export function heldFiles(account: string): HeldFiles {
  const held = opened.get(account) ?? open(account, outboxDatabase(account));
  opened.set(account, held);
  return held;
}

/**
 * A record is written right after its files, perhaps by another tab; until then nobody speaks of them. If the disk has refused it, that
 * tab's memory alone does, until there is room or it is sent. Milliseconds.
 */
const FRESH_MS = 24 * 3_600_000;

function open(account: string, db: Database<OutboxSchema>): HeldFiles {
  const memory = new Map<string, Blob>();
  /** Whoever closes the page would lose them, although their record is on the disk. */
  const warn = () => void (memory.size ? unsavedForms.add(memory) : unsavedForms.delete(memory));
  const writeDown = async (ids: readonly string[]): Promise<boolean> => {
    const write = () =>
      db.run(async (d) => {
        const tx = d.transaction('file', 'readwrite', { durability: 'strict' });
        for (const id of ids) {
          const blob = memory.get(id);
          if (blob) tx.store.put({ blob, at: Date.now() }, id).catch(() => undefined);
        }
        await tx.done;
      });
    try {
      await write().catch(async (error) => {
        if (!isFull(error)) throw error;
        const { makeRoomIn } = await import('../cache/make-room.ts');
        return makeRoomIn(account, write);
      });
      for (const id of ids) memory.delete(id);
      return true;
    } catch {
      return false;
    }
  };
  const remove: HeldFiles['remove'] = async (ids) => {
    for (const id of ids) memory.delete(id);
    warn();
    await db.run(async (d) => {
      const tx = d.transaction('file', 'readwrite');
      for (const id of ids) tx.store.delete(id).catch(() => undefined);
      await tx.done;
    });
  };
  return {
    put: async (files) => {
      for (const { id, blob } of files) memory.set(id, blob);
      const isSaved = await writeDown(files.map(({ id }) => id));
      // There is room again for what had none.
      if (isSaved && memory.size) await writeDown([...memory.keys()]);
      warn();
      return isSaved;
    },
    get: async (id) => memory.get(id) ?? (await db.run((d) => d.get('file', id)).catch(() => undefined))?.blob,
    remove,
    sweep: async (known) => {
      const loose: string[] = [];
      for (const id of await db.run((d) => d.getAllKeys('file'))) {
        if (known.has(id)) continue;
        const held = await db.run((d) => d.get('file', id));
        if (held && Date.now() - held.at > FRESH_MS) loose.push(id);
      }
      if (loose.length) await db.run((d) => removeUnnamed(d, loose));
    },
  };
}

/** In one transaction with reading all records, for itself: a list of them leaves out what could not be read. */
async function removeUnnamed(d: IDBPDatabase<OutboxSchema>, loose: readonly string[]): Promise<void> {
  const tx = d.transaction(['outbox', 'file'], 'readwrite');
  const removeThem = async () => {
    const records = await tx.objectStore('outbox').getAll();
    const named = new Set(records.flatMap(({ files = [] }) => files.map(({ id }) => id)));
    const files = tx.objectStore('file');
    // What fails of it fails the transaction.
    for (const id of loose) if (!named.has(id)) files.delete(id).catch(() => undefined);
  };
  await Promise.all([removeThem(), tx.done]);
}
