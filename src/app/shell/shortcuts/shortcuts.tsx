// The keys that hold on every page: `?` shows them all, `G` and a letter goes somewhere. Loaded right after the page is there.
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { endToast, toasts } from '#src/kit/ui/feedback/toast-store.ts';
import { useShortcut } from '#src/kit/ui/hooks/use-shortcut.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { ShortcutList } from './shortcut-list.tsx';

/** How long the letter after `G` may take, in milliseconds. */
const PATIENCE = 1_500;

const places: Readonly<Record<string, NonNullable<LinkProps['to']>>> = {
  h: '/',
  c: '/connect',
  p: '/people',
  s: '/settings',
};

const isWriting = (at: Element | null): boolean =>
  at instanceof HTMLElement &&
  (at.isContentEditable || at.matches('textarea, input:not([type=checkbox], [type=radio], [type=range])'));

export function Shortcuts() {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const leaving = useRef<() => void>(undefined);
  useShortcut('?', () => setOpen(true));
  // What is typed has an undo of its own.
  useShortcut('z', () => endToast('action'), {
    mod: true,
    shift: false,
    when: () => toasts.toast?.action?.label === 'Undo' && !isWriting(document.activeElement),
  });
  useShortcut('g', () => {
    leaving.current?.();
    // The next key is the place's, before anything else that it may do.
    const choose = (event: KeyboardEvent) => {
      if (/^(?:Shift|Control|Alt|Meta)$/.test(event.key)) return;
      leaving.current?.();
      const place = event.ctrlKey || event.metaKey || event.altKey ? undefined : places[event.key.toLowerCase()];
      if (!place) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void navigate({ to: place });
    };
    const timer = setTimeout(() => leaving.current?.(), PATIENCE);
    addEventListener('keydown', choose, { capture: true });
    leaving.current = () => {
      clearTimeout(timer);
      removeEventListener('keydown', choose, { capture: true });
    };
  });
  useEffect(() => () => leaving.current?.(), []);
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="Keyboard shortcuts" size="wide">
      {/* Where it is longer than the window, the arrow keys scroll it. */}
      <div role="group" aria-label="All shortcuts" tabIndex={0}>
        <ShortcutList />
      </div>
    </Dialog>
  );
}
