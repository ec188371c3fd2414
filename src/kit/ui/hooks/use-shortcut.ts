// A key that does something on the whole page. Single characters are off while somebody types, and for who wants them off
// altogether (WCAG 2.1.4); no key does anything while a dialog is open.
import { useEffect, useEffectEvent } from 'react';
import { singleKeys } from '#src/kit/ui/hooks/single-keys.ts';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Tooltips and toasts are popovers, too, but nothing that one is in. */
const hasDialog = (): boolean =>
  document.querySelector('dialog[open], [popover]:popover-open:not([aria-hidden=true], [role=status])') !== null;

/** One listener for all of them: each key that somebody types goes by there. */
const heard = new Map<string, Set<(event: KeyboardEvent) => void>>();

function listen(key: string, pressed: (event: KeyboardEvent) => void): () => void {
  if (heard.size === 0) {
    addEventListener('keydown', (event) => {
      // What a browser fills in comes as one without a key.
      if (!(event instanceof KeyboardEvent)) return;
      for (const one of [...(heard.get(event.key.toLowerCase()) ?? [])]) one(event);
    });
  }
  const ones = heard.get(key) ?? new Set();
  heard.set(key, ones.add(pressed));
  return () => void ones.delete(pressed);
}

export interface ShortcutOptions {
  /** With ⌘, elsewhere Ctrl. */
  readonly mod?: boolean;
  /** With ⌥, elsewhere Alt: then ⇧ counts as well. */
  readonly alt?: boolean;
  /** Said or not with `mod`: either way if not. */
  readonly shift?: boolean;
  /** False: the key is left to somebody else. */
  readonly when?: () => boolean;
}

/** `key` as in KeyboardEvent.key, lower case. */
export function useShortcut(key: string, run: () => void, options: ShortcutOptions = {}): void {
  const { mod = false, alt = false, shift = alt ? false : undefined, when } = options;
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== key || event.altKey !== alt || event.repeat || event.defaultPrevented) return;
    if (mod !== (event.metaKey || event.ctrlKey) || event.shiftKey !== (shift ?? event.shiftKey)) return;
    if (!mod && !alt && (isTyping(event.target) || (key.length === 1 && !singleKeys.on))) return;
    if (hasDialog() || when?.() === false) return;
    event.preventDefault();
    run();
  });
  useEffect(() => listen(key, (event) => pressed(event)), [key]);
}
