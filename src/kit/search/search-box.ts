// Whether the search is open: part of the history, so that Back closes it. What it shows is features/search.
import { type HistoryState, useLocation, useRouter } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    searching?: boolean;
    /** What is searched for at first. */
    searchFor?: string;
    /** It was opened by its address, and this is the query of it: no page of the app is behind it in the history. */
    searchAt?: string | undefined;
    /** Of the page that it was opened over: that is still the same visit of it. */
    visit?: string | undefined;
  }
}

/** Another one each time that the page's address is followed; the search over it is none. */
export const visitOf = ({ visit, __TSR_key }: HistoryState & { __TSR_key?: string }): string | undefined =>
  visit ?? __TSR_key;

export const useIsSearching = (): boolean => useLocation({ select: ({ state }) => state.searching === true });

/** Opens the search over the page that is shown. */
export function useOpenSearch(): () => void {
  const router = useRouter();
  return () => openSearch(router);
}

/** `words`: what is searched for at first. */
export function openSearch(router: ReturnType<typeof useRouter>, words = ''): void {
  void router.navigate({
    to: '.',
    search: true,
    hash: true,
    state: (now) => ({ ...now, searching: true, searchFor: words, visit: visitOf(now) }),
    resetScroll: false,
  });
}
