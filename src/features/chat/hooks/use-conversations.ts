// The conversation list as a screen has it: server data, what waits on top of it.
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Address, Entry } from '#contract/chat.ts';
import { usePredicted } from '#src/realtime/hooks.ts';
import { conversationsKey } from '../live/keys.ts';
import type { Conversations } from '../live/live-list.ts';
import { conversations } from '../live.ts';

const none: readonly Entry[] = [];

export interface Listed {
  readonly entries: readonly Entry[];
  /** Whether others are shown what the person at this device has seen; undefined as long as nothing is known. */
  readonly showsSeen: boolean | undefined;
  readonly query: UseQueryResult<Conversations>;
}

export function useConversations(): Listed {
  const query = useQuery<Conversations>({ queryKey: conversationsKey });
  const data = usePredicted(conversations, conversationsKey, query.data as Conversations);
  return { entries: data?.items ?? none, showsSeen: data?.shows_seen, query };
}

/** What there is in the list is known. */
export const useIsListed = (): boolean => !useQuery<Conversations>({ queryKey: conversationsKey }).isPending;

/** Undefined while two people have not written yet, or if there is no such space for the caller. */
export function useEntry({ entity_type, entity_id }: Pick<Address, 'entity_type' | 'entity_id'>): Entry | undefined {
  const { entries } = useConversations();
  return entries.find((entry) => entry.entity_type === entity_type && entry.entity_id === entity_id);
}
