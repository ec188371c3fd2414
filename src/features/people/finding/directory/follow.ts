// The list of colleagues follows the company: read anew when somebody changes, comes or goes, its first pages alone, and never under
// whoever has scrolled beyond them.
import { type InfiniteData, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { subscribe } from 'valtio/vanilla';
import type { Presence } from '#contract/sync.ts';
import { colleaguesKey } from '#src/kit/people/forget.ts';
import { useClient, useLine } from '#src/realtime/hooks.ts';
import { useCompanyTold } from '../../admin/follow.ts';
import { FIRST_PAGES, isLong, type Page } from './data.ts';

/** So soon after something happened. */
const SOON_MS = 300;
/** So long after the list was read: many who come and go must not use up what somebody may ask for. */
const PAUSE_MS = 10_000;

/** Follows for as long as a page is open. */
export interface Follower {
  /** Something happened to the list. */
  told(): void;
  /** While the list must stay as it is; what happens meanwhile is made up for afterwards. */
  hold(held: boolean): void;
  stop(): void;
}

export function createFollower(client: QueryClient): Follower {
  const startedAt = Date.now();
  let owed = false;
  let held = false;
  let reading = false;
  let readAt = Number.NEGATIVE_INFINITY;
  let soon: ReturnType<typeof setTimeout> | undefined;
  const plan = () => {
    if (reading) return;
    soon ??= setTimeout(() => void look(), Math.max(SOON_MS, readAt + PAUSE_MS - Date.now()));
  };
  const look = async () => {
    soon = undefined;
    // A page that is just being asked for would be lost.
    if (client.isFetching({ queryKey: colleaguesKey })) return plan();
    // What an earlier visit left behind, too long to be read anew unasked.
    owed ||= listsOf(client).some(({ state }) => isLong(state.data) && state.dataUpdatedAt < startedAt);
    if (!owed || held) return;
    owed = false;
    reading = true;
    trim(client);
    await client.invalidateQueries({ queryKey: colleaguesKey }, { cancelRefetch: false });
    reading = false;
    readAt = Date.now();
    if (owed) plan();
  };
  plan();
  return {
    told: () => {
      owed = true;
      plan();
    },
    hold: (now) => {
      held = now;
      if (owed && !held) plan();
    },
    stop: () => {
      clearTimeout(soon);
      // Nothing is planned any more, whatever ends yet.
      reading = true;
    },
  };
}

type Pages = InfiniteData<Page, string>;
const listsOf = (client: QueryClient): Query<Pages>[] =>
  client.getQueryCache().findAll({ queryKey: colleaguesKey }) as Query[] as Query<Pages>[];

/** Leaves the first pages of each list; all of a department's that is open: they stand in the middle of others. */
function trim(client: QueryClient): void {
  for (const query of listsOf(client)) {
    const { data, dataUpdatedAt: updatedAt } = query.state;
    if (!data || !isLong(data) || (query.isActive() && query.meta?.['part'])) continue;
    const pages = data.pages.slice(0, FIRST_PAGES);
    const pageParams = data.pageParams.slice(0, FIRST_PAGES);
    client.setQueryData<Pages>(query.queryKey, { pages, pageParams }, { updatedAt });
  }
}

type Everybody = Readonly<Record<string, Presence>>;
const availableIn = (presence: Everybody): ReadonlySet<string> =>
  new Set(Object.keys(presence).filter((id) => presence[id] === 'Available'));

/** `available`: it is asked who is available, so the list follows who becomes it or is it no more. Returns the way to hold it. */
export function useFollowColleagues(available: boolean): (held: boolean) => void {
  const client = useQueryClient();
  const { presence } = useClient().people;
  const line = useLine();
  const follower = useRef<Follower>(null);
  const was = useRef(line);
  const [far, setFar] = useState(false);
  useEffect(() => {
    const made = createFollower(client);
    follower.current = made;
    return made.stop;
  }, [client]);
  useCompanyTold(useCallback(() => follower.current?.told(), []));
  // Without a connection what is here is all there is.
  useEffect(() => follower.current?.hold(far || line === 'offline'), [client, far, line]);
  useEffect(() => {
    // What was read before may have missed something.
    if (line === 'online' && was.current !== line) follower.current?.told();
    was.current = line;
  }, [line]);
  useEffect(() => {
    if (!available) return;
    let before = availableIn(presence);
    return subscribe(presence, () => {
      const now = availableIn(presence);
      if (now.symmetricDifference(before).size) follower.current?.told();
      before = now;
    });
  }, [available, presence]);
  return setFar;
}
