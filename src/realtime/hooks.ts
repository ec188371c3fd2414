// What screens read of the data layer. Writing goes through app.ts and the client's outbox.
import { hashKey } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useReducer, useRef, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import { subscribe } from 'valtio/vanilla';
import { permits } from '#contract/kernel/permits.ts';
import type { Presence } from '#contract/sync.ts';
import type { Outbox, OutboxItem } from '../offline/outbox/outbox.ts';
import { app } from './app.ts';
import type { Client } from './client.ts';
import type { ConnectionState } from './connection.ts';
import type { LiveQuery } from './live-query.ts';
import { createOverlay } from './overlay.ts';

/** Of whoever is signed in. Throws outside of the signed-in shell. */
export function useClient(): Client {
  const { client } = useSnapshot(app.state);
  if (!client) throw new Error('Nobody is signed in');
  return client as Client;
}

/**
 * The data of a live query with the waiting writes laid over it by the query's `predict`; the very same object as long as
 * neither changes what is shown. Undefined stays undefined.
 */
export function usePredicted<D>(query: LiveQuery<D>, key: readonly unknown[], data: D): D {
  const { context } = useClient();
  const hash = hashKey(key);
  // The hash stands for the key: an equal key in another array is the same query.
  const overlay = useMemo(() => createOverlay(query, JSON.parse(hash) as unknown[], context), [query, hash, context]);
  return useOfWaiting((items) => overlay(data, items));
}

/**
 * What `read` makes of everything that waits: a plain value, or the very same object as long as it says the same. Drawn anew only when
 * that is another, not with each step of each write.
 */
export function useOfWaiting<T>(read: (items: readonly OutboxItem[]) => T): T {
  return useOfOutbox(useClient().outbox.state, read);
}

/** Of that outbox, in places where nobody may be signed in. */
export function useOfOutbox<T>(state: Outbox['state'], read: (items: readonly OutboxItem[]) => T): T {
  const listen = useCallback((changed: () => void) => subscribe(state, changed), [state]);
  return useSyncExternalStore(listen, () => read(state.items));
}

/** Everything that waits, was refused, or is acked and about to be in the data; in the order of writing. */
export function useWaiting(): readonly OutboxItem[] {
  const { outbox } = useClient();
  return useSnapshot(outbox.state).items as readonly OutboxItem[];
}

/** Whether changes arrive, and when the data was last known to be current. Drawn anew with every sync. */
export function useConnection(): ConnectionState {
  return useSnapshot(useClient().connection.state);
}

const lineOf = ({ state }: ConnectionState) => state;
const isOffline = ({ state }: ConnectionState) => state === 'offline';

/**
 * What `read` makes of what comes over the line by itself: a plain value, or the same object as long as it says the same. Not a store's
 * snapshot: that something has come while a picture is drawn in slices would have React draw all of it once more, and without a pause. It
 * follows right after. It reads while it is drawn, so the React Compiler may not be let at it.
 */
export function useFollowing<S extends object, T>(state: S, read: (state: S) => T): T {
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const value = read(state);
  const shown = useRef(value);
  useEffect(() => {
    shown.current = value;
  });
  useEffect(() => {
    const follow = () => {
      if (read(state) !== shown.current) draw();
    };
    // It may have changed before this was heard.
    queueMicrotask(follow);
    return subscribe(state, follow);
  }, [state, read]);
  return value;
}

/** Of that connection, in places where nobody may be signed in. */
export const useLineOf = (state: ConnectionState): ConnectionState['state'] => useFollowing(state, lineOf);
export const useLine = (): ConnectionState['state'] => useLineOf(useClient().connection.state);
export const useOffline = (): boolean => useFollowing(useClient().connection.state, isOffline);
export const useOnline = (): boolean => useLine() === 'online';

type PresenceOf = Client['people']['presence'];

/** Of somebody, or undefined of nobody. */
export const usePresenceIn = (presence: PresenceOf, employee_id: string | undefined): Presence => {
  const read = useCallback((all: PresenceOf) => (employee_id && all[employee_id]) || 'Appear Offline', [employee_id]);
  return useFollowing(presence, read);
};

export const usePresence = (employee_id: string): Presence => usePresenceIn(useClient().people.presence, employee_id);

/** Who is typing in the conversation, oneself on other devices not included. */
export function useTyping(conversation_id: string): readonly string[] {
  return useSnapshot(useClient().people.typing)[conversation_id] ?? [];
}

/** Whether the person holds the permission: hides what they may not do; the server decides. */
export function useMay(permission: string): boolean {
  const { current } = useSnapshot(app.session.state);
  return permits({ all: [permission] }, current?.permissions ?? null);
}
