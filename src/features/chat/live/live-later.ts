// What people keep for later, as three live queries: saved messages, scheduled ones, drafts. Each is a list of small things
// that come, change and go by events of the personal topic. Pure.

import type { Draft } from '#contract/chat/drafts.ts';
import * as drafting from '#contract/chat/drafts.ts';
import type { SavedItem, SavedMark } from '#contract/chat/saved.ts';
import * as saving from '#contract/chat/saved.ts';
import type { Scheduled } from '#contract/chat/scheduled.ts';
import * as scheduling from '#contract/chat/scheduled.ts';
import type { Call } from '#src/api/call.ts';
import type { LiveQuery } from '#src/realtime/live-query.ts';
import { addressKey } from '../address.ts';
import { draftsKey, savedKey, scheduledKey } from './keys.ts';

export interface Kept<T> {
  readonly items: readonly T[];
  readonly revision: number;
}
/** What waits has the message with it: nothing else may have it on this device. */
export type ShownMark = SavedMark & { readonly shown?: Omit<SavedItem, 'saved_at'> };

interface Kind<T> {
  readonly prefix: readonly string[];
  readonly read: (call: Call, signal: AbortSignal) => Promise<Kept<T>>;
  readonly idOf: (item: T) => string;
  /** The event whose payload is an item, and the one that has only its id. */
  readonly put: { readonly name: string };
  readonly remove?: { readonly name: string };
  /** The server's order. */
  readonly compare: (a: T, b: T) => boolean;
  /** False: what is there is newer. */
  readonly wins?: (there: T, item: T) => boolean;
}

function kept<T>({ prefix, read, idOf, put, remove, compare, wins }: Kind<T>): LiveQuery<Kept<T>> {
  const change = (data: Kept<T>, name: string, item: T): Kept<T> => {
    if (name !== put.name && name !== remove?.name) return data;
    const there = data.items.find((one) => idOf(one) === idOf(item));
    if (there ? wins?.(there, item) === false : name !== put.name) return data;
    const others = data.items.filter((one) => one !== there);
    if (name !== put.name) return { ...data, items: others };
    const at = others.findIndex((one) => compare(item, one));
    return { ...data, items: others.toSpliced(at < 0 ? others.length : at, 0, item) };
  };
  return {
    prefix,
    fetch: (_key, { call, signal }) => read(call, signal),
    topics: ({ revision }, _key, { self }) => [[`employee:${self}`, revision]],
    reduce: (data, { name, payload, revision }) => ({ ...change(data, name, payload as T), revision }),
    // What was refused is shown where it is written, with its reason.
    predict: (data, _key, item) =>
      item.state === 'failed'
        ? data
        : item.predicted.reduce((before, { name, payload }) => change(before, name, payload as T), data),
  };
}

export const saved = kept<ShownMark>({
  prefix: savedKey,
  read: (call, signal) => call(saving.listMarks, {}, { signal }),
  idOf: ({ message_id }) => message_id,
  put: saving.savedAdded,
  remove: saving.savedRemoved,
  compare: (a, b) => a.saved_at > b.saved_at || (a.saved_at === b.saved_at && a.message_id > b.message_id),
});

export const scheduled = kept<Scheduled>({
  prefix: scheduledKey,
  read: (call, signal) => call(scheduling.listScheduled, {}, { signal }),
  idOf: ({ message_id }) => message_id,
  put: scheduling.scheduledChanged,
  remove: scheduling.scheduledRemoved,
  compare: (a, b) => a.due_at < b.due_at || (a.due_at === b.due_at && a.message_id < b.message_id),
});

const placeOf = ({ address }: Draft): string => addressKey(address);
/** The latest typing counts, and what was taken away stays without its text. */
export const drafts = kept<Draft>({
  prefix: draftsKey,
  read: (call, signal) => call(drafting.listDrafts, {}, { signal }),
  idOf: placeOf,
  put: drafting.draftChanged,
  compare: (a, b) => placeOf(a) < placeOf(b),
  wins: (there, item) => item.typed_at > there.typed_at,
});
