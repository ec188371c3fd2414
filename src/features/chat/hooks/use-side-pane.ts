// A pane beside a conversation, which covers it where there is little room: where the focus is, and what closes it.
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';

type Pane = { readonly current: HTMLElement | null };

/** Where the pane covers the conversation the focus goes into it. Closing it gives the focus back to where it was before. */
export function useFocusInside(pane: Pane, covers: boolean): void {
  // Seen before anything in the pane takes it.
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    if (covers) pane.current?.querySelector('h2')?.focus({ preventScroll: true });
    return () => {
      // By now the pane has gone, and the focus with it if it was in there. What one reads beside it may be elsewhere than it was then.
      if (before instanceof HTMLElement && document.activeElement === document.body)
        before.focus({ preventScroll: true });
    };
  }, [pane, covers, before]);
}

/** What it covers must not have the focus: it closes when the focus goes there. */
export function useGivesWay(pane: Pane, covers: boolean, close: () => void): void {
  const entered = useEffectEvent((event: Event) => {
    if (event.target instanceof Node && !pane.current?.contains(event.target)) close();
  });
  useEffect(() => {
    const chat = covers ? pane.current?.closest('.ll-chat') : undefined;
    const listen = (event: Event) => entered(event);
    chat?.addEventListener('focusin', listen);
    return () => chat?.removeEventListener('focusin', listen);
  }, [pane, covers]);
}

/** For `onKeyDown` of the pane. */
export const closesByEscape = (close: () => void) => (event: KeyboardEvent) => {
  // A menu or a dialog that was opened from here closes by itself first.
  const inside = event.target instanceof Element && event.target.closest('dialog, [popover]');
  if (event.key !== 'Escape' || event.defaultPrevented || inside) return;
  event.preventDefault();
  close();
};
