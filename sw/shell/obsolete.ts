// Which files in the cache of the app's own files nobody asks for any more.

/** Files of earlier versions, of which one has some twenty-five, and shares a third with the next. */
const KEPT = 60;

/** What goes of what is there. `kept`, `wanted`: addresses in the order in which they came. Only what is named by its content stays. */
export function obsolete(kept: readonly string[], wanted: ReadonlySet<string>): string[] {
  const others = kept.filter((url) => !wanted.has(url));
  const parts = others.filter((url) => new URL(url).pathname.startsWith('/assets/'));
  const staying = new Set(parts.slice(-KEPT));
  return others.filter((url) => !staying.has(url));
}
