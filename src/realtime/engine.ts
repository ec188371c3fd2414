// The one rule of topics (architecture.md, section 4): who holds revision r applies r + 1, ignores what is not newer, and asks
// the server when something is missing. Pure: where data is kept and how the server is asked is handed in.
import type { EventFrame } from '#contract/kernel/endpoint.ts';
import { createAsker, type SyncTopics } from './asker.ts';
import type { Effect, LiveContext, LiveQuery } from './live-query.ts';

/** A query with data. `id` is stable; `data` is what it holds right now. */
export interface Holder {
  readonly id: string;
  readonly query: LiveQuery;
  readonly key: readonly unknown[];
  readonly data: unknown;
}

export interface HolderCache {
  holders(): Iterable<Holder>;
  set(id: string, data: unknown): void;
  /** Reads it anew; `check` is called when the new data is there. */
  refetch(id: string): void;
  drop(id: string): void;
  /** The data under another key, if it is held. */
  peek(key: readonly unknown[]): unknown;
}

export interface EngineOptions {
  readonly cache: HolderCache;
  readonly context: LiveContext;
  readonly sync: SyncTopics;
  readonly effects?: readonly Effect[];
  /** Carries out an effect. */
  readonly perform?: (effect: Effect, frame: EventFrame) => void;
  /** How long a gap may fill by itself, in milliseconds. */
  readonly waitMs?: number;
  /** What has happened to the topic cannot be told any more: its data is read anew. */
  readonly onReset?: (topic: string) => void;
  /** Something was applied or asked: acked writes may have arrived in the data. */
  readonly onProgress?: () => void;
  /** A reducer threw or broke its promise. The query is read anew. */
  readonly onBroken?: (error: unknown, frame: EventFrame) => void;
}

export interface Engine {
  /** Frames from anywhere, in any order, any number of times. */
  receive(frames: readonly EventFrame[]): void;
  /** Somebody else has set the data. `verify`: it may be older than what the socket has told since. */
  check(id: string, verify: boolean): void;
  /** Asks for everything held, at once. True if all answers came. */
  syncAll(): Promise<boolean>;
  /** Brings `page`, an answer of the same query read just now, and the held data to one revision and merges them. */
  extend<D>(id: string, page: D, merge: (held: D, page: D) => D): Promise<void>;
  /**
   * Whether all data that follows the topics of these frames has them: `held`, or `behind`. Where no data follows a topic it
   * is `unknown` until everything was asked for once more after `mark`: what should follow it may itself be behind. So it is
   * where the frames are not all there is to have (`isAll` false).
   */
  standing(frames: readonly EventFrame[], mark: number, isAll?: boolean): 'held' | 'behind' | 'unknown';
  /** All that was asked for is here, and what this holds is not being read anew. */
  isCurrent(id: string): boolean;
  /** Now, for `standing`: how often everything has been asked for. */
  mark(): number;
  stop(): void;
}

/** Frames kept for a gap in one topic. */
const MAX_PENDING = 600;
/** Events remembered so that their effects run once. */
const MAX_EFFECTED = 1_000;

export function createEngine(options: EngineOptions): Engine {
  const { cache, context, perform, onProgress, onBroken } = options;
  const effects = Map.groupBy(options.effects ?? [], (effect) => effect.event);
  /** Topic → the highest revision heard of, and frames that nobody could apply yet. */
  const heard = new Map<string, number>();
  const pending = new Map<string, Map<number, EventFrame>>();
  /** `topic@revision` of the latest events whose effects have run. */
  const effected = new Set<string>();
  /** Holders that are being read anew: their old data takes part in nothing. */
  const rereading = new Set<string>();

  /** How often everything was asked for; and the last time to which all answers came. */
  let asked = 0;
  let answered = 0;

  const revisions = memoTopics(context);
  const revisionOf = (holder: Holder, topic: string) => revisions(holder).get(topic);
  const all = () => [...cache.holders()].filter((holder) => !rereading.has(holder.id));
  const lowest = (topic: string): number | undefined => {
    let low: number | undefined;
    for (const holder of all()) {
      const revision = revisionOf(holder, topic);
      if (revision !== undefined && (low === undefined || revision < low)) low = revision;
    }
    return low;
  };
  const hear = (topic: string, revision: number) => heard.set(topic, Math.max(heard.get(topic) ?? 0, revision));
  const reread = (id: string) => {
    rereading.add(id);
    cache.refetch(id);
  };

  /** Applies what is next to each holder of the topic, and looks for gaps. */
  const advance = (topic: string, fresh: readonly EventFrame[]) => {
    const frames = pending.get(topic);
    const applied = new Map<number, EventFrame>();
    for (const holder of all()) {
      const from = revisionOf(holder, topic);
      if (from === undefined) continue;
      const data = applyNext(holder, topic, from, frames, applied);
      if (data === broken) reread(holder.id);
      else if (data !== holder.data) {
        cache.set(holder.id, data);
        // A topic that came in with an event is as old as that event.
        const before = revisions(holder);
        for (const [other, at] of revisions({ ...holder, data })) {
          if (other !== topic && before.get(other) !== at) asker.ask(other, 'verify');
        }
      }
    }
    const low = lowest(topic);
    if (frames) for (const revision of frames.keys()) if (low === undefined || revision <= low) frames.delete(revision);
    if (!frames?.size) pending.delete(topic);
    const done = fresh.filter(({ revision }) => low === undefined || revision <= low);
    runEffects([...applied.values(), ...done].sort((a, b) => a.revision - b.revision));
    if (low !== undefined && low < (heard.get(topic) ?? 0)) asker.ask(topic, 'gap');
  };

  const applyNext = (
    { query, key, data: start }: Holder,
    topic: string,
    from: number,
    frames: ReadonlyMap<number, EventFrame> | undefined,
    applied: Map<number, EventFrame>,
  ): unknown => {
    let data = start;
    let revision = from;
    for (let frame = frames?.get(revision + 1); frame; frame = frames?.get(revision + 1)) {
      try {
        data = query.reduce(data, frame, context, key);
        const now = revisions({ query, key, data }).get(topic);
        applied.set(frame.revision, frame);
        if (now === undefined) return data;
        if (now !== revision + 1) throw new Error(`${frame.name} left ${topic} at ${now} instead of ${revision + 1}`);
      } catch (error) {
        onBroken?.(error, frame);
        return broken;
      }
      revision++;
    }
    return data;
  };

  const runEffects = (frames: readonly EventFrame[]) => {
    for (const frame of frames) {
      const found = effects.get(frame.name);
      const mark = `${frame.topic}@${frame.revision}`;
      if (!found || effected.has(mark)) continue;
      effected.add(mark);
      if (effected.size > MAX_EFFECTED) effected.delete(effected.values().next().value as string);
      for (const effect of found) perform?.(effect, frame);
    }
  };

  const take = (topic: string, frames: readonly EventFrame[]) => {
    const waiting = pending.get(topic) ?? new Map<number, EventFrame>();
    pending.set(topic, waiting);
    for (const frame of frames) {
      hear(topic, frame.revision);
      waiting.set(frame.revision, frame);
    }
    if (waiting.size > MAX_PENDING) pending.delete(topic);
    advance(topic, frames);
  };

  const receive = (frames: readonly EventFrame[]) => {
    for (const run of runsOf(frames)) take((run[0] as EventFrame).topic, run);
    beginLoose();
    onProgress?.();
  };

  /** Data that follows nothing may find what it belongs to in what has just changed. */
  const beginLoose = () => {
    for (const holder of all()) {
      if (revisions(holder).size || !holder.query.begin) continue;
      const data = holder.query.begin(holder.data, holder.key, cache.peek);
      if (data === holder.data) continue;
      cache.set(holder.id, data);
      for (const topic of revisions({ ...holder, data }).keys()) asker.ask(topic, 'verify');
    }
  };

  const asker = createAsker({
    sync: options.sync,
    waitMs: options.waitMs ?? 100,
    personal: `employee:${context.self}`,
    heldAt: lowest,
    hasGap: (topic) => (lowest(topic) ?? Number.POSITIVE_INFINITY) < (heard.get(topic) ?? 0),
    onEvents: receive,
    onRevision: hear,
    onReset: (topic, revision) => {
      // The server may have been set back (a restored backup): what was heard before counts no more.
      heard.set(topic, revision);
      pending.delete(topic);
      for (const holder of all()) {
        const held = revisionOf(holder, topic);
        if (held !== undefined && held !== revision) reread(holder.id);
      }
      options.onReset?.(topic);
    },
    onGone: (topic) => {
      heard.delete(topic);
      pending.delete(topic);
      for (const holder of all()) {
        if (revisionOf(holder, topic) === undefined) continue;
        const rest = holder.query.gone?.(holder.data, topic, context) ?? null;
        if (rest === null) cache.drop(holder.id);
        else cache.set(holder.id, rest);
      }
    },
    onDone: (isAll) => {
      // Also what had to be asked for a second time.
      if (isAll) answered = asked;
      onProgress?.();
    },
  });

  const find = (id: string) => [...cache.holders()].find((holder) => holder.id === id);

  return {
    receive,
    check: (id, verify) => {
      rereading.delete(id);
      const holder = find(id);
      if (!holder) return;
      for (const [topic, revision] of revisions(holder)) {
        if (verify) asker.ask(topic, 'verify');
        if ((heard.get(topic) ?? 0) > revision) advance(topic, []);
      }
      beginLoose();
      onProgress?.();
    },
    syncAll: async () => {
      rereading.clear();
      const topics = new Set<string>();
      for (const holder of cache.holders()) for (const topic of revisions(holder).keys()) topics.add(topic);
      const nth = ++asked;
      const complete = await asker.askNow(topics);
      if (complete) answered = Math.max(answered, nth);
      onProgress?.();
      return complete;
    },
    extend: async <D>(id: string, page: D, merge: (held: D, page: D) => D) => {
      for (let data: unknown = page, tries = 0; tries < 5; tries++) {
        const holder = find(id);
        if (!holder) return;
        const behind = apart(revisions({ ...holder, data }), revisions(holder));
        if (!behind) return cache.set(id, merge(holder.data as D, data as D));
        const events = await asker.eventsSince(behind.topic, behind.revision);
        if (!events) break;
        receive(events);
        const frames = new Map(events.map((frame) => [frame.revision, frame]));
        const from = revisions({ ...holder, data }).get(behind.topic) as number;
        data = applyNext({ ...holder, data }, behind.topic, from, frames, new Map());
        if (data === broken) break;
      }
      reread(id);
    },
    standing: (frames, mark, isAll = true) => {
      const lows = frames.map(({ topic, revision }) => ({ low: lowest(topic), revision }));
      if (rereading.size || lows.some(({ low, revision }) => low !== undefined && low < revision)) return 'behind';
      return answered > mark || (isAll && lows.every(({ low }) => low !== undefined)) ? 'held' : 'unknown';
    },
    isCurrent: (id) => answered > 0 && answered === asked && !rereading.has(id),
    mark: () => asked,
    stop: () => asker.stop(),
  };
}

const broken = Symbol('broken');

/** The topics of a holder, remembered as long as its data is the same object. */
function memoTopics(context: LiveContext) {
  const known = new WeakMap<object, ReadonlyMap<string, number>>();
  return ({ query, key, data }: Omit<Holder, 'id'>): ReadonlyMap<string, number> => {
    if (typeof data !== 'object' || data === null) return new Map();
    let topics = known.get(data);
    if (!topics) known.set(data, (topics = new Map(query.topics(data, key, context))));
    return topics;
  };
}

/** Splits into runs of one topic, keeping the order: what follows from an event may matter to the next one's topic. */
function runsOf(frames: readonly EventFrame[]): EventFrame[][] {
  const runs: EventFrame[][] = [];
  for (const frame of frames) {
    const run = runs.at(-1);
    if (run?.[0]?.topic === frame.topic) run.push(frame);
    else runs.push([frame]);
  }
  return runs;
}

/** The first topic at which the two are at different revisions, with the lower of them. */
function apart(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>) {
  for (const [topic, revision] of a) {
    const other = b.get(topic);
    if (other !== undefined && other !== revision) return { topic, revision: Math.min(revision, other) };
  }
  return undefined;
}
