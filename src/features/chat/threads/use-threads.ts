// The threads that somebody follows, as a screen has them: server data with what waits on top of it; and where a root stands.
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Thread } from '#contract/chat/threads.ts';
import { type Entry, type EntryAddress, unreadOf } from '#contract/chat.ts';
import { usePredicted } from '#src/realtime/hooks.ts';
import { threadsKey } from '../live/keys.ts';
import { type Threads, threads } from '../live/live-threads.ts';

const none: readonly Thread[] = [];

export function useThreads(): { items: readonly Thread[]; query: UseQueryResult<Threads> } {
  const query = useQuery<Threads>({ queryKey: threadsKey });
  const data = usePredicted(threads, threadsKey, query.data as Threads) as Threads | undefined;
  return { items: data?.items ?? none, query };
}

export const isUnread = ({ state }: Pick<Thread, 'state'>): boolean => unreadOf(state) > 0;

/** A conversation of the list, with its address: the default sub-space has the short one. */
export interface Home {
  readonly entry: Entry;
  readonly address: EntryAddress;
  /** How far the other person has read; null where that is not told. */
  readonly seen_seq: number | null;
}

/** The home of what stands in this conversation; undefined if the list does not have it. */
export function homeOf(entries: readonly Entry[], conversation_id: string | undefined): Home | undefined {
  for (const entry of entries) {
    const state = entry.conversations.find((one) => one.conversation_id === conversation_id);
    if (!state) continue;
    const { entity_type, entity_id, space } = entry;
    const sub = space?.sub_spaces.find((one) => one.sub_space_id === state.sub_space_id && !one.is_default);
    const address = { entity_type, entity_id, ...(sub && { sub_space_id: sub.sub_space_id }) };
    return { entry, address, seen_seq: state.seen_seq };
  }
  return undefined;
}

/** The home of an address without an alias of the default sub-space. */
export const homeAt = (entries: readonly Entry[], { entity_type, entity_id, sub_space_id }: EntryAddress) => {
  const entry = entries.find((one) => one.entity_type === entity_type && one.entity_id === entity_id);
  const state = entry?.conversations.find(
    (one) =>
      entity_type !== 'space' ||
      one.sub_space_id === (sub_space_id ?? entry.space?.sub_spaces.find((sub) => sub.is_default)?.sub_space_id),
  );
  return state && homeOf(entries, state.conversation_id);
};
