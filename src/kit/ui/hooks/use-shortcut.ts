// A key that does something on the whole page. Single letters are off while somebody types or a dialog is open.
import { useEffect, useEffectEvent } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Tooltips and toasts are popovers, too, but nothing that one is in. */
const hasDialog = (): boolean =>
  document.querySelector('dialog[open], [popover]:popover-open:not([aria-hidden=true], [role=status])') !== null;

/** `key` as in KeyboardEvent.key, lower case; `mod`: with ⌘, elsewhere Ctrl. */
export function useShortcut(key: string, run: () => void, { mod = false }: { mod?: boolean } = {}): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== key || event.altKey || event.repeat || event.defaultPrevented) return;
    if (mod !== (event.metaKey || event.ctrlKey) || hasDialog() || (!mod && isTyping(event.target))) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
