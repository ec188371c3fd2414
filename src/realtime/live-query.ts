// What a feature says about a query that follows topics: how it is read, at which revisions it is, how events and waiting
// writes change it. All functions are pure, except `fetch`. The rule that drives them is engine.ts.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Session } from '#contract/auth.ts';
import type { EventFrame } from '#contract/kernel/endpoint.ts';
import type { Call } from '../api/call.ts';
import type { CacheSchema } from '../offline/databases.ts';
import type { Database } from '../offline/open.ts';
import type { OutboxItem } from '../offline/outbox/outbox.ts';

/** What every reducer may know besides its data. */
export interface LiveContext {
  /** employee_id of who is signed in. */
  readonly self: string;
}

export interface LiveQuery<D = unknown> {
  /** The first elements of the keys, e.g. `['chat', 'messages']`. */
  readonly prefix: readonly string[];
  /** Reads it anew: the first time, and when events cannot bring it up to date. */
  fetch(key: QueryKey, tools: { call: Call; signal: AbortSignal }): Promise<D>;
  /** Every topic that the data follows, with the revision it is at. They stand in the data itself, nowhere else. */
  topics(data: D, key: QueryKey, context: LiveContext): Iterable<readonly [topic: string, revision: number]>;
  /**
   * The data after the event, whose revision is the topic's plus one; the result is at the event's revision, or no longer
   * follows the topic. Must equal what a fresh read would give. Unknown events only raise the revision.
   */
  reduce(data: D, frame: EventFrame, context: LiveContext, key: QueryKey): D;
  /**
   * Data that follows no topic yet, because what it shows does not exist yet: once other cached data tells that it does, the
   * same data following it from revision 0 on. Asked after every change.
   */
  begin?(data: D, key: QueryKey, peek: (key: QueryKey) => unknown): D;
  /** The caller may no longer see the topic: the data without it; null (the default): all of it goes. */
  gone?(data: D, topic: string, context: LiveContext): D | null;
  /**
   * The server has more than it lists, and what happens there brings it into the list: nothing tells that which happened while nobody
   * listened, so the list is read anew after that.
   */
  isCut?(data: D | undefined): boolean;
  /** The data with one waiting write applied; the same object if the write does not concern it. */
  predict?(data: D, key: QueryKey, item: OutboxItem, context: LiveContext): D;
  /** Keys of other queries that should be on the device though nobody has opened them, most wanted first. */
  ahead?(data: D, key: QueryKey, context: LiveContext): Iterable<QueryKey>;
  /** What of it is kept on the device (default: all). */
  trim?(data: D): D;
  /** False for a query that is never kept on the device (default: all are). */
  isKept?(key: QueryKey): boolean;
  /** How many queries of this kind are kept on the device, latest change first (default: all). */
  readonly most?: number;
}

/** What an event says about the person at this device. */
export type KnownOfSelf = Pick<Session['employee_profile']['employee_status'], 'status_type'>;

export interface EffectTools {
  readonly queryClient: QueryClient;
  /** Where this device keeps what the queries hold. */
  readonly db: Database<CacheSchema>;
  readonly context: LiveContext;
  /** Asks the server about everything that is held: what may no longer be seen goes. */
  recheck(): void;
  /** Reads session, profile and permissions anew. What is known of it already is taken over at once. */
  renewSession(known?: KnownOfSelf): void;
  /** What somebody was typing is here. */
  stopTyping(conversation_id: string, employee_id: string): void;
}

/**
 * Something besides data that follows from an event. Runs in each tab, right after the data has changed; of events older
 * than the latest thousand perhaps twice.
 */
export interface Effect {
  /** The event's name. */
  readonly event: string;
  run(frame: EventFrame, tools: EffectTools): void;
}

/** What src/registry.ts hands in at start: one line per feature and list. */
export interface LiveRegistry {
  readonly live: readonly LiveQuery[];
  readonly effects: readonly Effect[];
  /** Told when a topic is read anew, because what has happened to it cannot be told any more: after its effects were missed. */
  readonly onReset?: (topic: string, tools: EffectTools) => void;
  /** Told when the server lets the company in, or refuses it because it is suspended. */
  readonly onStanding?: (employee_id: string, suspended: boolean) => void;
}
