// What is found for what is typed: on the device at once, by the server a moment later. The server's word counts; without
// it, what was found here stands, and says so.
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo } from 'react';
import type { Entry } from '#contract/chat.ts';
import * as contract from '#contract/search.ts';
import { parseTyped } from '#contract/search-query.ts';
import { wantedOf } from '#contract/search-words.ts';
import { useDirectory } from '#src/kit/people/directory.ts';
import { useSettled } from '#src/kit/ui/hooks/use-settled.ts';
import { app } from '#src/realtime/app.ts';
import { useClient, useOffline } from '#src/realtime/hooks.ts';
import { filtersOf, type Problem, type ShownFilter } from './filters.ts';
import { type OnDevice, searchOnDevice } from './on-device.ts';
import { type Page, withPages } from './pages.ts';
import { type Names, type RowGroup, recentRows, rowGroups } from './rows.ts';

/** Typing pauses this long before the server is asked. Milliseconds. */
const PAUSE_MS = 150;
/** Rows of a group while all types are shown, and of a page of one type. */
const FEW = 5;
const PAGE = 30;
const NO_PAGES: readonly Page[] = [];

/** Cached data of chat, which this only looks at (features/chat/live/keys.ts; a test holds the two together). */
export const conversationsKey = ['chat', 'conversations'] as const;
export const messagesPrefix = ['chat', 'messages'] as const;

/** `files`: messages that bring some. */
export type Types = contract.SearchType | 'all' | 'files';
type AskedTypes = Exclude<Types, 'files'>;

export interface Search {
  /** False: the box is empty, and recent conversations are shown. */
  readonly asked: boolean;
  readonly groups: readonly RowGroup[];
  readonly filters: readonly ShownFilter[];
  /** Why nothing can be found. */
  readonly problem: Problem | null;
  /** What is shown is still what was found for what was typed before. */
  readonly isBehind: boolean;
  /** What is shown was found on the device: the server has not answered, or cannot. */
  readonly onDevice: boolean;
  /** The server is being asked. */
  readonly pending: boolean;
  readonly offline: boolean;
  readonly failed: boolean;
  readonly more: { readonly has: boolean; readonly loading: boolean; readonly load: () => void };
}

/** `pages`: what "Go to" may lead to. */
export function useSearch(typed: string, types: Types, pages: readonly Page[]): Search {
  const names = useNames();
  const { words: query, operators } = useMemo(() => parseTyped(typed), [typed]);
  const { filters, shown } = useMemo(() => filtersOf(operators, names), [operators, names]);
  const problem = shown.find((filter) => filter.problem)?.problem ?? null;
  const impossible = problem !== null;
  const isFiles = types === 'files';
  const asked = query !== '' || operators.length > 0 || isFiles;
  const question = useMemo<Asked>(
    () =>
      types === 'files'
        ? { query, filters: { has: 'file', ...filters }, types: 'messages' }
        : { query, filters, types },
    [query, filters, types],
  );
  const answer = useServer(question, asked && !impossible);
  const local = useLocal(question, names, asked && !impossible);
  const { asksNear } = answer;
  const found = useMemo(() => shownOf(answer.groups, local.groups, asksNear), [answer.groups, local.groups, asksNear]);
  const isBehind = asked && !answer.groups && local.isBehind;
  // Filters are about messages.
  const goTo = types === 'all' && !operators.length ? pages : NO_PAGES;
  const groups = useMemo(
    () => (asked ? withPages(rowGroups(found, wantedOf(query).words, names, isFiles), goTo, query) : recentRows(names)),
    [asked, found, query, names, isFiles, goTo],
  );
  const onDevice = asked && !impossible && (!answer.groups || asksNear);
  return { ...answer, asked, groups, filters: shown, problem, isBehind, onDevice };
}

function useNames(): Names {
  const people = useDirectory();
  const { context } = useClient();
  const { data } = useQuery<{ readonly items: readonly Entry[] }>({ queryKey: conversationsKey });
  return useMemo(() => ({ people, entries: data?.items ?? [], self_id: context.self }), [people, data, context]);
}

interface Asked {
  readonly query: string;
  readonly filters: contract.SearchFilters;
  readonly types: AskedTypes;
}

function useServer(question: Asked, wanted: boolean) {
  const offline = useOffline();
  const text = useMemo(() => JSON.stringify(question), [question]);
  const settled = useSettled(text, PAUSE_MS);
  const { query, filters, types } = JSON.parse(settled) as Asked;
  const result = useInfiniteQuery({
    queryKey: ['search', settled],
    queryFn: ({ pageParam, signal }) =>
      app.call(
        contract.search,
        {
          query,
          filters,
          limit: types === 'all' ? FEW : PAGE,
          ...(types !== 'all' && { types: [types] }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ groups }) => (types === 'all' ? nearCursor(groups) : (groups[0]?.next_cursor ?? null)),
    enabled: wanted && !offline,
    // What may be seen and what was said change: an answer is for now, and nothing of it stays on the device. The same
    // words a moment later show the answer before while they are asked again.
    staleTime: 0,
    gcTime: 60_000,
    meta: { keep: false },
    retry: false,
  });
  const { fetchNextPage } = result;
  // Among many messages what is only like the words is asked for by itself, where none has them.
  const asksNear = result.data?.pages.length === 1 && nearCursor(result.data.pages[0]?.groups) !== null;
  // Never beside another question, of which it would only get the promise; after a failure when that is asked again.
  const due = asksNear && wanted && !offline && !result.isFetching && !result.isError;
  useEffect(() => {
    if (due) void fetchNextPage();
  }, [due, fetchNextPage]);
  const current = wanted && settled === text;
  const groups = useMemo(
    () => (current && result.data ? joined(result.data.pages) : undefined),
    [current, result.data],
  );
  return {
    groups,
    asksNear,
    offline,
    pending: wanted && !offline && (settled !== text || result.isFetching || due),
    failed: current && result.isError,
    more: {
      has: current && types !== 'all' && !asksNear && result.hasNextPage,
      loading: result.isFetchingNextPage,
      load: () => void result.fetchNextPage(),
    },
  };
}

/** Where messages that only have words like those begin: none has the words, and they are not here yet. */
function nearCursor(groups: readonly contract.SearchGroup[] = []): string | null {
  const messages = groups.find(({ type }) => type === 'messages');
  return messages && !messages.items.length ? messages.next_cursor : null;
}

/** The pages after the first are of one type; the cursor is that of the last one. */
function joined(pages: readonly { readonly groups: contract.SearchGroup[] }[]): contract.SearchGroup[] {
  const groups = pages[0]?.groups ?? [];
  const last = pages.length > 1 ? pages.at(-1)?.groups[0] : undefined;
  if (!last) return groups;
  const items = pages
    .flatMap((page) => page.groups.filter(({ type }) => type === last.type))
    .flatMap<contract.SearchGroup['items'][number]>((group) => group.items);
  return groups.map((group) => (group.type === last.type ? ({ ...last, items } as contract.SearchGroup) : group));
}

/** The server's word; what the device has where it is still to come. */
function shownOf(
  groups: contract.SearchGroup[] | undefined,
  local: contract.SearchGroup[],
  asksNear: boolean,
): contract.SearchGroup[] {
  if (!groups) return local;
  if (!asksNear) return groups;
  return groups.map((group) =>
    group.type === 'messages' ? (local.find(({ type }) => type === 'messages') ?? group) : group,
  );
}

function useLocal(question: Asked, { people, entries }: Names, wanted: boolean) {
  const client = useQueryClient();
  // Behind the letters that are typed: looking through thousands of messages must not hold them up.
  const looked = useDeferredValue(question);
  const { query, filters, types } = looked;
  const groups = useMemo((): contract.SearchGroup[] => {
    if (!wanted) return [];
    const runs = client
      .getQueriesData<OnDevice['runs'][number]>({ queryKey: messagesPrefix })
      .flatMap(([, run]) => run ?? []);
    const all = types === 'all';
    return searchOnDevice(
      { people, entries, runs },
      { query, filters, types: all ? contract.searchTypes : [types], limit: all ? FEW : 200 },
    );
  }, [wanted, client, people, entries, query, filters, types]);
  return { groups, isBehind: looked !== question };
}
