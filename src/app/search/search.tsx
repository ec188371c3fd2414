// The way into the search: its button in the top bar, its shortcut, and the search itself, which is loaded when it is asked for.
import { Search } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { useIsSearching, useOpenSearch } from '#src/kit/search/search-box.ts';
import { useShortcut } from '#src/kit/ui/hooks/use-shortcut.ts';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import './search.css';

const Palette = lazyPart(() => import('./palette.tsx'), 'Palette');

/** After all that the start needs. */
const PRELOAD_MS = 4_000;

const keys = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘ K' : 'Ctrl K';

/** In the top bar. */
export function SearchButton() {
  const open = useOpenSearch();
  return (
    <button type="button" className="ll-top-search" onClick={open} onPointerEnter={() => void Palette.preload()}>
      <Search size={18} strokeWidth={1.9} aria-hidden="true" />
      <span>Search or jump to…</span>
      <kbd aria-hidden="true">{keys}</kbd>
    </button>
  );
}

/** Over every page. */
export function SearchHost() {
  const open = useOpenSearch();
  const searching = useIsSearching();
  useShortcut('k', open, { mod: true });
  // What is typed right behind the shortcut is for the search: it is there when it is asked for the first time, too.
  useEffect(() => {
    const later = setTimeout(Palette.preload, PRELOAD_MS);
    return () => clearTimeout(later);
  }, []);
  return <Suspense>{searching ? <Palette /> : null}</Suspense>;
}
