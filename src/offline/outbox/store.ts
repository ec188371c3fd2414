// The outbox on disk, with a shadow in memory for what the disk did not take: a full or broken disk loses no write as long
// as the tab lives. Knows records, not what sends or shows them. Shared by pages and worker.
import { type OutboxSchema, outboxDatabase } from '../databases.ts';
import { type Database, isFull } from '../open.ts';
import type { OutboxDraft, OutboxRecord } from './record.ts';

export interface OutboxStore {
  /** Everything, in order. Never rejects: what cannot be read is left out and left alone. */
  all(): Promise<OutboxRecord[]>;
  /** Gives the draft its place behind all others. A draft whose id is there already changes nothing. `saved`: it is on disk. */
  add(draft: OutboxDraft): Promise<{ record: OutboxRecord; saved: boolean }>;
  /**
   * Changes (or with null takes away) one record in one transaction. Null if it is gone, or if `change` returns undefined.
   * Rejects if the record cannot be read; a change that cannot be written lives on in memory.
   */
  update(seq: number, change: (record: OutboxRecord) => OutboxRecord | null | undefined): Promise<OutboxRecord | null>;
  /** Takes away the records that `which` names, in one transaction with looking at all of them. Resolves with their ids. */
  remove(which: (records: readonly OutboxRecord[]) => readonly OutboxRecord[]): Promise<string[]>;
  /** Writes what is only in memory, if there is room again. */
  flush(): Promise<void>;
  /** False while only memory has the record as it is. */
  isSaved(seq: number): boolean;
  /** Unsent records that only memory has. */
  readonly unsaved: number;
  close(): void;
  /** Closes and deletes everything. */
  destroy(): Promise<void>;
}

export interface StoreOptions {
  /** Called when the disk is full, before the write is tried once more: caches can be fetched again. */
  readonly makeRoom?: () => Promise<void>;
  /** The disk refused something; or it took what it had refused before. */
  readonly onTrouble?: (error: unknown) => void;
  readonly onWorks?: () => void;
}

export function openOutbox(account: string, options: StoreOptions = {}): OutboxStore {
  const { makeRoom, onTrouble, onWorks } = options;
  const db = outboxDatabase(account);
  /** seq → the record as it should be; null: it should be gone. */
  const shadow = new Map<number, OutboxRecord | null>();
  let last = 0;

  const write = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!isFull(error)) throw error;
      await makeRoom?.();
      return work();
    }
  };
  const note = (record: OutboxRecord): OutboxRecord => {
    last = Math.max(last, record.seq);
    return record;
  };
  const withShadow = (onDisk: readonly OutboxRecord[]): OutboxRecord[] => {
    const records = new Map(onDisk.map((record) => [record.seq, record]));
    for (const [seq, record] of shadow) {
      if (record) records.set(seq, record);
      else records.delete(seq);
    }
    return [...records.values()].sort((a, b) => a.seq - b.seq);
  };
  const stored = async (): Promise<OutboxRecord[]> => {
    try {
      return await db.run((d) => d.getAll('outbox'));
    } catch {
      return salvage(db, onTrouble);
    }
  };

  return {
    all: async () => {
      const all = withShadow(await stored());
      for (const record of all) note(record);
      return all;
    },
    add: async (draft) => {
      try {
        const record = note(await write(() => insert(db, draft)));
        if (!shadow.size) onWorks?.();
        return { record, saved: true };
      } catch (error) {
        onTrouble?.(error);
        const known = [...shadow.values()].find((record) => record?.id === draft.id);
        if (known) return { record: known, saved: false };
        for (const [seq, old] of shadow) if (old && isNeedless(old, draft)) shadow.delete(seq);
        // Behind everything known, and before whatever the disk will number next.
        const record = note({ ...draft, seq: last + 1e-6 });
        shadow.set(record.seq, record);
        return { record, saved: false };
      }
    },
    update: async (seq, change) => {
      const inMemory = shadow.get(seq);
      if (inMemory === null) return null;
      if (inMemory && !Number.isInteger(seq)) {
        const next = change(inMemory);
        if (next === undefined) return null;
        if (next) shadow.set(seq, next);
        else shadow.delete(seq);
        return next;
      }
      let decided: OutboxRecord | null | undefined;
      try {
        const result = await write(() =>
          put(db, seq, (onDisk) => {
            const record = inMemory ?? onDisk;
            decided = record && change(record);
            return decided;
          }),
        );
        if (decided !== undefined) shadow.delete(seq);
        return result;
      } catch (error) {
        onTrouble?.(error);
        if (decided === undefined) throw error;
        shadow.set(seq, decided);
        return decided;
      }
    },
    remove: async (which) => {
      let chosen: readonly OutboxRecord[] | undefined;
      try {
        await db.run(async (d) => {
          const tx = d.transaction('outbox', 'readwrite');
          chosen = which(withShadow(await tx.store.getAll()));
          // What fails of it fails the transaction.
          for (const { seq } of chosen) tx.store.delete(seq).catch(() => undefined);
          await tx.done;
        });
        for (const { seq } of chosen ?? []) shadow.delete(seq);
      } catch (error) {
        onTrouble?.(error);
        chosen ??= which(withShadow([]));
        for (const { seq } of chosen) shadow.set(seq, null);
      }
      return (chosen ?? []).map(({ id }) => id);
    },
    flush: async () => {
      if (!shadow.size) return;
      for (const [seq, record] of shadow) {
        try {
          await db.run(async (d) => {
            const tx = d.transaction('outbox', 'readwrite', { durability: 'strict' });
            if (record) await tx.store.put(record);
            else await tx.store.delete(seq);
            await tx.done;
          });
          shadow.delete(seq);
        } catch (error) {
          onTrouble?.(error);
          return;
        }
      }
      onWorks?.();
    },
    isSaved: (seq) => !shadow.has(seq),
    get unsaved() {
      return [...shadow.values()].filter((record) => record && record.state !== 'acked').length;
    },
    close: () => db.close(),
    destroy: async () => {
      shadow.clear();
      await db.destroy().catch(() => undefined);
    },
  };
}

/** Durable once it resolves: `strict` asks the browser to flush before it reports success. */
async function insert(db: Database<OutboxSchema>, draft: OutboxDraft): Promise<OutboxRecord> {
  return db.run(async (d) => {
    const tx = d.transaction('outbox', 'readwrite', { durability: 'strict' });
    const there = await tx.store.index('id').get(draft.id);
    if (there) {
      await tx.done;
      return there;
    }
    if (draft.replaces !== null) {
      for (const old of await tx.store.getAll()) {
        if (isNeedless(old, draft)) await tx.store.delete(old.seq);
      }
    }
    const seq = await tx.store.add(draft as OutboxRecord);
    await tx.done;
    return { ...draft, seq };
  });
}

/** True if `later` makes `record` needless: the same `replaces`, and the server cannot have `record` yet. */
export const isNeedless = (record: OutboxDraft, later: OutboxDraft): boolean =>
  later.replaces !== null &&
  record.replaces === later.replaces &&
  record.id !== later.id &&
  (record.state === 'failed' || (record.state === 'queued' && record.attempts === 0));

async function put(
  db: Database<OutboxSchema>,
  seq: number,
  change: (record: OutboxRecord | undefined) => OutboxRecord | null | undefined,
): Promise<OutboxRecord | null> {
  return db.run(async (d) => {
    const tx = d.transaction('outbox', 'readwrite');
    const next = change(await tx.store.get(seq));
    if (next) await tx.store.put(next);
    else if (next === null) await tx.store.delete(seq);
    await tx.done;
    return next ?? null;
  });
}

/** Reads what can be read one by one: a single broken record must not hide the others. */
async function salvage(db: Database<OutboxSchema>, onTrouble?: (error: unknown) => void): Promise<OutboxRecord[]> {
  try {
    const keys = await db.run((d) => d.getAllKeys('outbox'));
    const found: OutboxRecord[] = [];
    for (const key of keys) {
      const record = await db.run((d) => d.get('outbox', key)).catch(() => undefined);
      if (record) found.push(record);
    }
    return found;
  } catch (error) {
    onTrouble?.(error);
    return [];
  }
}
