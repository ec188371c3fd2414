// Whether a reload would cost something now: an upload that runs, files that are chosen and not sent. What nobody has stored
// says so here, and whoever is about to reload the page looks.
import { proxy } from 'valtio/vanilla';

/** For screens: `useSnapshot(busy).count > 0`. Written by `keepPage` alone. */
export const busy = proxy({ count: 0 });

/** Something begins that a reload would break off or forget. Returns the way to end it; ending twice does no harm. */
export function keepPage(): () => void {
  busy.count++;
  let over = false;
  return () => {
    if (!over) busy.count--;
    over = true;
  };
}

/** Forms in which something stands that nobody has stored yet (kit/ui/form/unsaved.ts), messages that are edited, files that are chosen. */
export const unsavedForms = new Set<object>();
