// The outbox as a page has it: what waits, in the order of writing, on the screen in the same frame and on disk right after.
// How it is stored, sent and timed stands in store.ts, drain.ts and pump.ts; what it looks like is the features' business.
import { proxy, ref } from 'valtio/vanilla';
import type { Endpoint, EventFrame, RequestOf } from '#contract/kernel/endpoint.ts';
import { wireOf } from '../../api/call.ts';
import type { Sender } from '../../api/sender.ts';
import { type Bring, type Drained, drain } from './drain.ts';
import { createPump } from './pump.ts';
import { isUnsent, type OutboxDraft, type OutboxFile, type OutboxRecord, type Prediction } from './record.ts';
import { isNeedless, type OutboxStore } from './store.ts';

/** A record on the screen. `saved` is false until it is on disk, and stays so if the disk refuses (see warnings.ts). */
export interface OutboxItem extends OutboxRecord {
  readonly saved: boolean;
}

export interface Write<E extends Endpoint> {
  readonly endpoint: E;
  readonly input: RequestOf<E>;
  /** The idempotency key; where something is created, its id. */
  readonly id: string;
  /** What must be sent in order among itself: `employee/ID`, `space/ID/SUB` … */
  readonly scope: string;
  /** How screens show it until the server has answered. */
  readonly predicted: readonly Prediction[];
  /** The id of a waiting record that this one is about: refused together, discarded together. */
  readonly target?: string;
  /** Takes the place of unsent records with the same value. */
  readonly replaces?: string;
  /** Go before it; their bytes are kept already (files/held-files.ts). */
  readonly files?: readonly OutboxFile[];
  /** Milliseconds for which it is not sent, so that it can be taken back; MOST_HELD_MS at most. `release` ends it before. */
  readonly hold?: number;
}

type Other<E extends Endpoint> = Pick<Write<E>, 'endpoint' | 'input' | 'predicted'> & Partial<Pick<Write<E>, 'scope'>>;

export interface Outbox {
  /** For screens: everything that waits, was refused, or is acked and not yet in the cached data; in order. */
  readonly state: { readonly items: readonly OutboxItem[] };
  /** On the screen when this returns; `saved` resolves to true once it is on disk, to false if only memory has it. */
  enqueue<E extends Endpoint>(write: Write<E>): { readonly item: OutboxItem; readonly saved: Promise<boolean> };
  /**
   * Other content for a record that the server cannot have: never tried, or refused. False if it may be on its way: then the
   * change is a write of its own. In another scope it stands behind everything, like what is written now; its files stay with it.
   */
  edit<E extends Endpoint>(id: string, write: Other<E>): Promise<boolean>;
  /** Takes a record back with all that is about it. False if the server may have it. */
  discard(id: string): Promise<boolean>;
  /** What was held is sent now. */
  release(id: string): Promise<void>;
  /** Sends a refused record again. */
  retry(id: string): Promise<void>;
  /** Removes these records if they are acked: the cached data, on disk too, has caught up with them. */
  settle(ids: ReadonlySet<string>): Promise<void>;
  /** How many are neither acked nor taken back. */
  unsent(): number;
  /** How many of them only this tab's memory has. */
  unsaved(): number;
  /** Reads the disk again: the worker or another tab changed it. */
  reload(): Promise<void>;
  /** See OutboxStore. */
  mayHave(seq: number): boolean;
  /** Sends everything that waits, if this tab may: at the start, when another tab wrote something, when the network is back. */
  kick(): void;
  /** Resolves when nothing is being written or sent. */
  idle(): Promise<void>;
  /** Ends sending. What becomes of the records on the disk: `discard`; without it they stay. */
  stop(how?: { discard?: Discard }): Promise<void>;
}

/** `all`: deleted. `sent`: deleted, unless the disk has something unsent, of whatever tab: then everything stays. */
export type Discard = 'all' | 'sent';

export interface OutboxOptions {
  readonly account: string;
  readonly version: string;
  readonly store: OutboxStore;
  readonly send: Sender;
  /** True in the one tab that sends for all. A tab also sends what only its own memory has. */
  readonly isLeader: () => boolean;
  /** The disk changed: tell the other tabs. `added`: something new waits. */
  readonly onStored: (added: boolean) => void;
  /** The server has it; its events. */
  readonly onAcked: (frames: readonly EventFrame[]) => void;
  readonly onDrained: (drained: Drained) => void;
  readonly bring: Bring;
  /** Records with files went: taken back, or no longer needed. */
  readonly onFilesGone: (files: readonly OutboxFile[]) => Promise<void>;
}

export function createOutbox(options: OutboxOptions): Outbox {
  const { account, version, store, send } = options;
  const state = proxy<{ items: readonly OutboxItem[] }>({ items: ref([]) });
  /** What the disk has, as far as this page knows. */
  const records = new Map<string, OutboxRecord>();
  /** Written on the screen, not yet on disk. */
  const adding = new Map<string, OutboxDraft>();
  let stopped = false;
  /** Everything that touches the disk happens in the order in which it was asked for. */
  let tail: Promise<unknown> = Promise.resolve();
  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = tail.then(work);
    tail = turn.catch(() => undefined);
    return turn;
  };

  const show = () => {
    if (stopped) return;
    const known = [...records.values()].sort((a, b) => a.seq - b.seq);
    const onDisk = known.map((record) => ({ ...record, saved: store.isSaved(record.seq) }));
    // The place is the disk's to give; until then it stands behind everything.
    const next = [...adding.values()].map((draft) => ({ ...draft, seq: Number.MAX_SAFE_INTEGER, saved: false }));
    const before = new Map(state.items.map((item) => [item.id, item]));
    // ref(): valtio must not turn records into proxies. What did not change stays the same object, for who compares.
    state.items = ref([...onDisk, ...next].map((item) => sameOr(before.get(item.id), item)));
  };
  const learn = (id: string, record: OutboxRecord | null) => {
    if (record) records.set(id, record);
    else records.delete(id);
  };
  const reload = () =>
    inOrder(async () => {
      const all = await store.all();
      // A disk that says nothing has not said that nothing waits: what is known may be all that is left of it.
      for (const [id, { seq }] of records) if (!store.mayHave(seq)) records.delete(id);
      for (const record of all) records.set(record.id, record);
      show();
    });

  const pump = createPump({
    mayRun: () => options.isLeader() || store.unsaved > 0,
    run: async (signal, skip, alive) => {
      await store.flush();
      return drain({
        account,
        store,
        send,
        signal,
        skip,
        bring: options.bring,
        alive,
        onChange: (record) => {
          alive();
          if (stopped) return;
          learn(record.id, record);
          show();
          if (record.state === 'acked') options.onAcked(record.frames);
          options.onStored(false);
        },
      });
    },
    onEnd: (drained) => {
      show();
      options.onDrained(drained);
    },
  });

  /** False if `next` does not want it, or if the record is not there. */
  const change = (id: string, next: (record: OutboxRecord) => OutboxRecord | null | undefined): Promise<boolean> =>
    inOrder(async () => {
      const seq = records.get(id)?.seq;
      if (seq === undefined || stopped) return false;
      let wanted = false;
      const result = await store.update(seq, (record) => {
        const changed = next(record);
        wanted = changed !== undefined;
        return changed;
      });
      if (!wanted) return false;
      learn(id, result);
      show();
      options.onStored(false);
      return true;
    });

  /** In one step, so that nothing is left over if the page goes away in between. */
  const remove = (which: (all: readonly OutboxRecord[]) => readonly OutboxRecord[]): Promise<boolean> =>
    inOrder(async () => {
      if (stopped) return false;
      const gone = await store.remove(which);
      if (!gone.length) return false;
      const files = gone.flatMap((id) => records.get(id)?.files ?? []);
      if (files.length) options.onFilesGone(files).catch(() => undefined);
      for (const id of gone) records.delete(id);
      show();
      options.onStored(false);
      return true;
    });

  return {
    state,
    enqueue: (write) => {
      const draft = draftOf(write, account, version);
      const there = state.items.find((one) => one.id === draft.id);
      if (there) return { item: there, saved: tail.then(() => true) };
      adding.set(draft.id, draft);
      for (const old of records.values()) if (isNeedless(old, draft)) records.delete(old.id);
      for (const old of [...adding.values()]) if (isNeedless(old, draft)) adding.delete(old.id);
      show();
      const item = state.items.at(-1) as OutboxItem;
      const saved = inOrder(async () => {
        const result = await store.add(draft);
        adding.delete(draft.id);
        learn(draft.id, result.record);
        for (const old of records.values()) if (isNeedless(old, draft)) records.delete(old.id);
        show();
        options.onStored(true);
        pump.kick(draft.scope);
        return result.saved;
      });
      return { item, saved };
    },
    edit: async (id, write) => {
      const done = await change(id, (record) =>
        mayChange(record)
          ? {
              ...record,
              ...bytesOf(write),
              ...(record.state === 'failed' && lookAgain(record)),
              scope: write.scope ?? record.scope,
              state: 'queued',
              error_code: null,
              attempts: 0,
            }
          : undefined,
      );
      pump.kick(records.get(id)?.scope ?? '');
      return done;
    },
    discard: (id) =>
      remove((all) =>
        withAbout(
          all,
          all.find((record) => record.id === id && mayChange(record)),
        ),
      ),
    release: async (id) => {
      await change(id, ({ held_until, ...record }) => (held_until === undefined ? undefined : record));
      // Whichever tab sends: there is something new for it.
      options.onStored(true);
      pump.kick(records.get(id)?.scope ?? '');
    },
    retry: async (id) => {
      await change(id, (record) =>
        record.state === 'failed' ? { ...record, state: 'queued', error_code: null, ...lookAgain(record) } : undefined,
      );
      pump.restart();
    },
    settle: async (ids) => {
      await remove((all) => all.filter((record) => record.state === 'acked' && ids.has(record.id)));
    },
    unsent: () => state.items.filter(isUnsent).length,
    unsaved: () => store.unsaved,
    reload,
    mayHave: store.mayHave,
    kick: pump.restart,
    idle: async () => {
      await tail;
      await pump.idle();
      await tail;
    },
    stop: async ({ discard } = {}) => {
      stopped = true;
      pump.stop();
      await tail;
      if (discard === 'all') await store.destroy();
      else if (discard === 'sent') await store.closeSent();
      else store.close();
    },
  };
}

const draftOf = <E extends Endpoint>(write: Write<E>, account: string, version: string): OutboxDraft => ({
  ...bytesOf(write),
  id: write.id,
  account,
  scope: write.scope,
  app_version: version,
  created_at: new Date().toISOString(),
  attempts: 0,
  state: 'queued',
  error_code: null,
  target: write.target ?? null,
  replaces: write.replaces ?? null,
  frames: [],
  ...(write.files && { files: write.files }),
  ...(write.hold && { held_until: Date.now() + write.hold }),
});

/** Whether its files are still where they were. */
const lookAgain = ({ files }: OutboxRecord) =>
  files ? { files: files.map((file) => ({ ...file, there: false })) } : {};

/** The old object if it says the same. `predicted` and `frames` are only ever replaced together with what is compared. */
function sameOr(old: OutboxItem | undefined, item: OutboxItem): OutboxItem {
  const same =
    old?.seq === item.seq &&
    old.saved === item.saved &&
    old.state === item.state &&
    old.body === item.body &&
    old.query === item.query &&
    old.held_until === item.held_until &&
    old.error_code === item.error_code;
  return same ? old : item;
}

/** A record with everything that is about it, and about that. None of it has left: it waited behind it, or fell with it. */
function withAbout(all: readonly OutboxRecord[], record: OutboxRecord | undefined): OutboxRecord[] {
  if (!record) return [];
  const about = all.filter(({ target, state }) => target === record.id && state !== 'acked');
  return [record, ...about.flatMap((one) => withAbout(all, one))];
}

/** True if the server does not have it: it never left, or it was refused. */
const mayChange = (record: OutboxRecord): boolean =>
  record.state === 'failed' || (record.state === 'queued' && record.attempts === 0);

function bytesOf<E extends Endpoint>({
  endpoint,
  input,
  predicted,
}: Pick<Write<E>, 'endpoint' | 'input' | 'predicted'>) {
  if (!endpoint.queue || endpoint.method === 'GET') throw new TypeError(`${endpoint.path} may not wait in the outbox`);
  const { path, query, body } = wireOf(endpoint, input);
  return { method: endpoint.method as OutboxRecord['method'], path, query, body: body ?? null, predicted };
}
