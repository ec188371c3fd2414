// Which files in the cache of the app's own files nobody asks for any more.

/** Files of still earlier versions, of which one has some twenty-five, and shares a third with the next. */
const KEPT = 60;

export interface Versions {
  /** What this one has in advance. */
  readonly wanted: ReadonlySet<string>;
  /** What the one before had. */
  readonly before: ReadonlySet<string>;
}

/** What goes of what is there; all are addresses, `kept` in the order in which they came. Only what is named by its content stays. */
export function obsolete(kept: readonly string[], { wanted, before }: Versions): string[] {
  const others = kept.filter((url) => !wanted.has(url));
  const parts = others.filter((url) => new URL(url).pathname.startsWith('/assets/'));
  // By when they came nobody can tell how long they were wanted: what never changed came first.
  const older = parts.filter((url) => !before.has(url));
  const staying = new Set([...parts.filter((url) => before.has(url)), ...older.slice(-KEPT)]);
  return others.filter((url) => !staying.has(url));
}
