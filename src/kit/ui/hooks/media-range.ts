// The breakpoints of the specification (section 9), for the few places where CSS cannot decide.
import { useSyncExternalStore } from 'react';

/** Ranges overlap on purpose: 800 px is `tabletOrMobile` and `tablet`, 1224 px is `tablet` and `desktop`. */
export const mediaRanges = {
  desktop: '(min-width: 1224px)',
  bigScreen: '(min-width: 1824px)',
  tabletOrMobile: '(max-width: 900px)',
  mobile: '(max-width: 767px)',
  tablet: '(max-width: 1224px)',
  portrait: '(orientation: portrait)',
  retina: '(min-resolution: 2dppx)',
  standalone: '(display-mode: standalone)',
} as const;

export type MediaRangeName = keyof typeof mediaRanges;
export type MediaRange = Readonly<Record<MediaRangeName, boolean>> & {
  /** In a browser tab, at most 900 px wide. */
  readonly mobileBrowser: boolean;
  /** Installed, at most 900 px wide. */
  readonly installedApp: boolean;
};

/** The whole answer from one question per range. */
export function mediaRangeFrom(matches: (query: string) => boolean): MediaRange {
  const entries = Object.entries(mediaRanges).map(([name, query]) => [name, matches(query)] as const);
  const ranges = Object.fromEntries(entries) as Record<MediaRangeName, boolean>;
  const { standalone, tabletOrMobile } = ranges;
  return { ...ranges, mobileBrowser: !standalone && tabletOrMobile, installedApp: standalone && tabletOrMobile };
}

/** Undefined where nothing is shown. */
const listOf = (query: string): MediaQueryList | undefined => globalThis.matchMedia?.(query);
const read = () => mediaRangeFrom((query) => Boolean(listOf(query)?.matches));
let current = read();
const listeners = new Set<() => void>();
/** Held: older browsers forget one that nobody holds, its listeners with it. */
const lists = Object.values(mediaRanges).map(listOf);
// From the start, so that nobody who begins to listen finds another answer than the one that was drawn.
for (const list of lists)
  list?.addEventListener('change', () => {
    current = read();
    for (const listener of listeners) listener();
  });

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Which of the ranges hold now; renders again when one of them changes. */
export function useMediaRange(): MediaRange {
  return useSyncExternalStore(subscribe, () => current);
}

/** At most 900 px wide; renders again when that changes, and for none of the other ranges. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => current.tabletOrMobile);
}
