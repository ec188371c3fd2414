// From "the server has it" to "our data has it": acked writes bring their events, and go once data on disk holds those. Until
// then they stay in the outbox, so that neither a reload nor a crash in between makes them vanish from the screen.
import { subscribe } from 'valtio/vanilla';
import type { Outbox, OutboxItem } from '../offline/outbox/outbox.ts';
import type { Engine } from './engine.ts';

const SETTLE_MS = 50;
const LATER_MS = 1_000;
/** Asking about everything is not repeated within this time: it may be failing. */
const RECHECK_MS = 2_000;

export interface AcksOptions {
  readonly outbox: Outbox;
  readonly engine: Pick<Engine, 'receive' | 'standing' | 'mark'>;
  /** Everything applied so far is on disk; false if the disk refuses. */
  readonly flush: () => Promise<boolean>;
  /** Asks the server about everything, if it can be asked now. */
  readonly recheck: () => void;
  /**
   * One tab takes records away (but each what only its own memory has), and only while no answer is under way that may not have
   * them yet.
   */
  readonly mayRemove: (item: OutboxItem) => boolean;
}

export interface Acks {
  /** The data changed: look through what is acked, soon. */
  look(): void;
  stop(): void;
}

export function followAcks({ outbox, engine, flush, recheck, mayRemove }: AcksOptions): Acks {
  /** Record → when its events came, as the engine counts. */
  const absorbed = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When it runs out. */
  let due = Number.POSITIVE_INFINITY;
  let recheckedAt = 0;
  let stopped = false;

  /** Acked by us, by another tab, or by the worker while nobody looked: the events are news to our data all the same. */
  const absorb = () => {
    for (const { id, state, frames } of outbox.state.items) {
      if (state !== 'acked' || absorbed.has(id)) continue;
      absorbed.set(id, engine.mark());
      engine.receive(frames);
    }
  };
  const look = (ms: number) => {
    // What is sooner does not wait for what is later.
    if (stopped || due <= Date.now() + ms) return;
    clearTimeout(timer);
    due = Date.now() + ms;
    timer = setTimeout(() => {
      due = Number.POSITIVE_INFINITY;
      void settle();
    }, ms);
  };
  const settle = async () => {
    const acked = outbox.state.items.filter(({ state }) => state === 'acked');
    const by = Map.groupBy(acked, ({ id, frames, attempts }) => {
      // What was sent twice may be answered long after its first time, when nobody can tell its events any more.
      const isAll = frames.length > 0 || attempts < 2;
      return engine.standing(frames, absorbed.get(id) ?? engine.mark(), isAll);
    });
    const since = Date.now() - recheckedAt;
    if (by.has('unknown') && since >= RECHECK_MS) {
      recheckedAt = Date.now();
      recheck();
    } else if (by.has('unknown')) look(RECHECK_MS - since);
    const held = by.get('held') ?? [];
    const ours = held.filter(mayRemove);
    if (ours.length < held.length) look(LATER_MS);
    if (!ours.length) return;
    const isKept = await flush();
    // A disk that has the record and refuses the data would show the state before both, after a reload.
    const over = ours.filter(({ saved }) => isKept || !saved);
    if (!stopped && over.length) await outbox.settle(new Set(over.map(({ id }) => id)));
    for (const { id } of over) absorbed.delete(id);
  };
  const unsubscribe = subscribe(outbox.state as object, absorb, true);
  return {
    look: () => look(SETTLE_MS),
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      unsubscribe();
    },
  };
}
