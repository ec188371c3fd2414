// The outbox on disk, with a shadow in memory for what the disk did not take: a full or broken disk loses no write as long
// as the tab lives. Knows records, not what sends or shows them. Shared by pages and worker.
import type { IDBPDatabase } from 'idb';
import { type OutboxSchema, outboxDatabase } from '../databases.ts';
import { type Database, isFull } from '../open.ts';
import { isUnsent, type OutboxDraft, type OutboxRecord } from './record.ts';

export interface OutboxStore {
  /** Everything, in order. Never rejects: what cannot be read is left out and left alone. */
  all(): Promise<OutboxRecord[]>;
  /** True if the last reading could not tell, or there was none yet: what is missing in `all` may still be there. */
  mayHave(seq: number): boolean;
  /** Gives the draft its place behind all others. A draft whose id is there already changes nothing. `saved`: it is on disk. */
  add(draft: OutboxDraft): Promise<{ record: OutboxRecord; saved: boolean }>;
  /**
   * Changes (or with null takes away) one record in one transaction. Null if it is gone, or if `change` returns undefined.
   * One that changes its scope gets its place behind all others, like what is written now. Rejects if the record cannot be read; a change that cannot be written lives on in memory.
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
  /** Closes; deletes the records if the disk has none that is unsent, of whatever tab. Never rejects. */
  closeSent(): Promise<void>;
  /** Closes and deletes everything. */
  destroy(): Promise<void>;
}

export interface Rescue {
  /** False once its owner has left this device: then it is to be gone. */
  may(): boolean;
  records(): Promise<readonly OutboxRecord[]>;
  /** They are written down. */
  onFilled(): void;
}

export interface StoreOptions {
  /** When the disk is full: takes away what can be fetched again, and does the work, or throws what the disk says. */
  readonly makeRoom?: <T>(work: () => Promise<T>) => Promise<T>;
  /** What is known of it when the database was taken away, or is new. */
  readonly rescue?: Rescue;
  /** The disk refused something; or it took what it had refused before. */
  readonly onTrouble?: (error: unknown) => void;
  readonly onWorks?: () => void;
}

export function openOutbox(account: string, options: StoreOptions = {}): OutboxStore {
  const { makeRoom, rescue, onTrouble, onWorks } = options;
  const db = outboxDatabase(account, rescue && { may: rescue.may, fill: (d) => fill(d, rescue) });
  /** seq → the record as it should be; null: it should be gone. */
  const shadow = new Map<number, OutboxRecord | null>();
  let last = 0;
  /** What could not be read the last time; until the disk has answered, all. */
  let unread: { has(seq: number): boolean } = everybody;

  let tail: Promise<unknown> = Promise.resolve();
  /**
   * What memory and disk have of a record is looked at and changed in several steps: were it taken back between two of them, it
   * would be sent all the same.
   */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = tail.then(work);
    tail = turn.catch(() => undefined);
    return turn;
  };

  const write = <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((error) => {
      if (makeRoom && isFull(error)) return makeRoom(work);
      throw error;
    });
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
  const addInMemory = (draft: OutboxDraft): OutboxRecord => {
    // Behind everything known, and before whatever the disk will number next.
    const record = note({ ...draft, seq: last + 1e-6 });
    shadow.set(record.seq, record);
    return record;
  };
  const keepInMemory = (seq: number, before: OutboxRecord | undefined, next: OutboxRecord | null) => {
    const moves = isMoved(before, next);
    if (next && !moves) shadow.set(seq, next);
    // What the disk still has of it is to go.
    else if (Number.isInteger(seq)) shadow.set(seq, null);
    else shadow.delete(seq);
    return next && moves ? addInMemory(next) : next;
  };
  const stored = async (): Promise<OutboxRecord[]> => {
    const broken = new Set<number>();
    try {
      const all = await db.run((d) => d.getAll('outbox')).catch(() => salvage(db, broken));
      unread = broken;
      return all;
    } catch (error) {
      unread = everybody;
      onTrouble?.(error);
      return [];
    }
  };

  return {
    all: async () => {
      const all = withShadow(await stored());
      for (const record of all) note(record);
      return all;
    },
    mayHave: (seq) => unread.has(seq),
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
        return { record: addInMemory(draft), saved: false };
      }
    },
    update: (seq, change) =>
      inTurn(async () => {
        const inMemory = shadow.get(seq);
        if (inMemory === null) return null;
        if (inMemory && !Number.isInteger(seq)) {
          const next = change(inMemory);
          if (next === undefined) return null;
          return keepInMemory(seq, inMemory, next);
        }
        let before: OutboxRecord | undefined;
        let decided: OutboxRecord | null | undefined;
        try {
          const result = await write(() =>
            put(db, seq, (onDisk) => {
              before = inMemory ?? onDisk;
              decided = before && change(before);
              return { before, next: decided };
            }),
          );
          if (decided !== undefined) shadow.delete(seq);
          return result && note(result);
        } catch (error) {
          onTrouble?.(error);
          if (decided === undefined) throw error;
          return keepInMemory(seq, before, decided);
        }
      }),
    remove: (which) =>
      inTurn(async () => {
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
      }),
    flush: () =>
      inTurn(async () => {
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
      }),
    isSaved: (seq) => !shadow.has(seq),
    get unsaved() {
      return [...shadow.values()].filter((record) => record && record.state !== 'acked').length;
    },
    close: () => db.close(),
    closeSent: async () => {
      await db.emptyUnless('outbox', (record) => isUnsent(record as OutboxRecord)).catch(() => undefined);
      db.close();
    },
    destroy: async () => {
      shadow.clear();
      await db.destroy().catch(() => undefined);
    },
  };
}

const everybody = { has: () => true };

/** Under their old numbers: the page goes on with them, and the next number comes after them. */
async function fill(db: IDBPDatabase<OutboxSchema>, rescue: Rescue): Promise<void> {
  const records = rescue.may() ? await rescue.records() : [];
  const tx = db.transaction('outbox', 'readwrite', { durability: 'strict' });
  // Another tab may have been quicker, and gone on from there.
  const isFilled = (await tx.store.count()) > 0;
  await Promise.all([...(isFilled ? [] : records.map((record) => tx.store.put(record))), tx.done]);
  rescue.onFilled();
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
  change: (record: OutboxRecord | undefined) => {
    readonly before: OutboxRecord | undefined;
    readonly next: OutboxRecord | null | undefined;
  },
): Promise<OutboxRecord | null> {
  return db.run(async (d) => {
    const tx = d.transaction('outbox', 'readwrite');
    const { before, next } = change(await tx.store.get(seq));
    let place = seq;
    if (next && isMoved(before, next)) {
      const { seq: _old, ...draft } = next;
      // An id may be there only once; what is taken away stays if the rest fails, in whatever way.
      await tx.store.delete(seq);
      try {
        place = await tx.store.add(draft as OutboxRecord);
      } catch (error) {
        await abort(tx);
        throw error;
      }
    } else if (next) await tx.store.put(next);
    else if (next === null) await tx.store.delete(seq);
    await tx.done;
    return next ? { ...next, seq: place } : null;
  });
}

/** Whether or not it has aborted by itself. */
async function abort(tx: { abort(): void; readonly done: Promise<void> }): Promise<void> {
  try {
    tx.abort();
  } catch {
    // It has.
  }
  await tx.done.catch(() => undefined);
}

const isMoved = (before: OutboxRecord | undefined, next: OutboxRecord | null): boolean =>
  Boolean(before && next && before.scope !== next.scope);

/** Reads what can be read one by one: a single broken record must not hide the others. `broken`: where those go that it is not. */
async function salvage(db: Database<OutboxSchema>, broken: Set<number>): Promise<OutboxRecord[]> {
  const found: OutboxRecord[] = [];
  for (const key of await db.run((d) => d.getAllKeys('outbox'))) {
    const record = await db.run((d) => d.get('outbox', key)).catch(() => void broken.add(key));
    if (record) found.push(record);
  }
  return found;
}
