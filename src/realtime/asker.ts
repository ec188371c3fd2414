// Asking the server what was missed: which topics, when, in which portions, and again after a failure. What the answers
// change is engine.ts. (contract/sync.ts is this folder's own contract; no feature's word is in it.)
import type { EventFrame } from '#contract/kernel/endpoint.ts';
import { SYNC_MAX_TOPICS } from '#contract/sync.ts';

export interface TopicAnswer {
  readonly topic: string;
  readonly status: 'ok' | 'reset' | 'gone';
  readonly revision: number;
  readonly events: readonly EventFrame[];
}

/** POST /sync. Rejects if there is no answer. */
export type SyncTopics = (held: Readonly<Record<string, number>>) => Promise<readonly TopicAnswer[]>;

export interface AskerOptions {
  readonly sync: SyncTopics;
  /** Milliseconds in which a gap may fill by itself and questions gather. */
  readonly waitMs: number;
  /** The person's own topic: it tells what they may see from now on. */
  readonly personal: string;
  readonly heldAt: (topic: string) => number | undefined;
  readonly hasGap: (topic: string) => boolean;
  readonly onEvents: (events: readonly EventFrame[]) => void;
  readonly onRevision: (topic: string, revision: number) => void;
  readonly onReset: (topic: string, revision: number) => void;
  readonly onGone: (topic: string) => void;
  /** `isAll`: nothing that was asked for is left without an answer. */
  readonly onDone: (isAll: boolean) => void;
}

export interface Asker {
  /** Soon. `gap`: unless it has filled by then; `verify`: in any case. */
  ask(topic: string, why: 'gap' | 'verify'): void;
  /** At once, all of them. True if all answers came; the rest is asked again later. */
  askNow(topics: Iterable<string>): Promise<boolean>;
  /** The events of one topic after `revision`; undefined if the server cannot tell them. Rejects without an answer. */
  eventsSince(topic: string, revision: number): Promise<readonly EventFrame[] | undefined>;
  stop(): void;
}

/** After so many answers that did not close a gap, the data is read anew. */
const MAX_VAIN = 3;
const RETRY_MS = 1_000;
const RETRY_CAP_MS = 30_000;

export function createAsker(options: AskerOptions): Asker {
  const { sync, waitMs, personal, heldAt, hasGap } = options;
  const wanted = new Map<string, 'gap' | 'verify'>();
  const vain = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | undefined;
  let pause = RETRY_MS;
  let stopped = false;

  const soon = (ms: number) => {
    if (stopped) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void go();
    }, ms);
  };
  const want = (topic: string, why: 'gap' | 'verify') => {
    if (wanted.get(topic) !== 'verify') wanted.set(topic, why);
  };

  const go = (): Promise<boolean> => {
    running ??= round().finally(() => {
      running = undefined;
      if (wanted.size) soon(pause > RETRY_MS ? pause : waitMs);
    });
    return running;
  };

  const round = async (): Promise<boolean> => {
    const held: [string, number][] = [];
    for (const [topic, why] of wanted) {
      const revision = heldAt(topic);
      if (revision !== undefined && (why === 'verify' || hasGap(topic))) held.push([topic, revision]);
      else vain.delete(topic);
    }
    wanted.clear();
    let complete = true;
    for (let at = 0; at < held.length && !stopped; at += SYNC_MAX_TOPICS) {
      complete = (await portion(held.slice(at, at + SYNC_MAX_TOPICS))) && complete;
    }
    if (!stopped) options.onDone(complete && !wanted.size);
    return complete;
  };

  const portion = async (held: readonly [string, number][]): Promise<boolean> => {
    try {
      const before = heldAt(personal);
      const answers = await sync(Object.fromEntries(held));
      pause = RETRY_MS;
      // Of which moment the answers are, as far as can be told.
      const at = answers.find(({ topic }) => topic === personal)?.revision ?? before ?? 0;
      if (!stopped) for (const answer of answers) absorb(answer, at);
      return true;
    } catch {
      for (const [topic] of held) want(topic, 'verify');
      pause = Math.min(pause * 2, RETRY_CAP_MS);
      return false;
    }
  };

  const absorb = ({ topic, status, revision, events }: TopicAnswer, at: number) => {
    // Whoever has been let in again since would lose what they have just been given.
    if (status === 'gone') return (heldAt(personal) ?? 0) > at ? want(topic, 'verify') : options.onGone(topic);
    if (status === 'reset') return options.onReset(topic, revision);
    options.onRevision(topic, revision);
    if (events.length) options.onEvents(events);
    if ((heldAt(topic) ?? revision) >= revision) return vain.delete(topic);
    // Older data has come in meanwhile, or a query cannot be brought on by these events.
    const times = (vain.get(topic) ?? 0) + 1;
    vain.set(topic, times);
    if (times < MAX_VAIN) want(topic, 'gap');
    else options.onReset(topic, revision);
  };

  return {
    ask: (topic, why) => {
      want(topic, why);
      soon(waitMs);
    },
    askNow: async (topics) => {
      for (const topic of topics) want(topic, 'verify');
      clearTimeout(timer);
      timer = undefined;
      // A round that is under way asked from older data.
      if (running) await running;
      return go();
    },
    eventsSince: async (topic, revision) => {
      const [answer] = await sync({ [topic]: revision });
      return answer?.status === 'ok' ? answer.events : undefined;
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      wanted.clear();
    },
  };
}
