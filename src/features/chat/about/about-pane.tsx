// The pane beside a conversation: about the space, or about the colleague. Its parts stand beside this file.
import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import type { Address, Entry } from '#contract/chat.ts';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { useMediaRange } from '#src/kit/ui/hooks/media-range.ts';
import { PersonAbout } from './person-about.tsx';
import { Pinned } from './pinned.tsx';
import { SpaceAbout } from './space-about.tsx';
import { Wishes } from './wishes.tsx';
import './about-pane.css';

export interface AboutPaneProps {
  entry: Entry;
  /** The conversation that is open. */
  address: Address;
  /** Undefined while two people have not written yet. */
  conversation_id: string | undefined;
  onClose: () => void;
}

export function AboutPane({ entry, address, conversation_id, onClose }: AboutPaneProps) {
  const { desktop } = useMediaRange();
  const pane = useRef<HTMLDivElement>(null);
  useFocusInside(pane, !desktop);
  useGivesWay(pane, !desktop, onClose);
  const keys = (event: KeyboardEvent) => {
    // A menu or a dialog that was opened from here closes by itself first.
    const inside = event.target instanceof Element && event.target.closest('dialog, [popover]');
    if (event.key !== 'Escape' || event.defaultPrevented || inside) return;
    event.preventDefault();
    onClose();
  };
  return (
    <div ref={pane} className="ll-about" onKeyDown={keys}>
      <header className="ll-about-head">
        <h2 className="ll-section" tabIndex={-1}>
          {entry.space ? 'About this space' : 'About'}
        </h2>
        <IconButton icon={X} label="Close" onClick={onClose} />
      </header>
      <div className="ll-about-body" data-scroller="">
        {entry.space ? <SpaceAbout space={entry.space} /> : <PersonAbout employee_id={entry.entity_id} />}
        <Wishes entry={entry} />
        {conversation_id ? <Pinned address={address} conversation_id={conversation_id} /> : null}
      </div>
    </div>
  );
}

/** Where the pane covers the conversation the focus goes into it. Closing it gives the focus back to where it was before. */
function useFocusInside(pane: { readonly current: HTMLElement | null }, covers: boolean): void {
  useEffect(() => {
    const before = document.activeElement;
    if (covers) pane.current?.querySelector('h2')?.focus({ preventScroll: true });
    return () => {
      // By now the pane has gone, and the focus with it if it was in there.
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
    };
  }, [pane, covers]);
}

/** What it covers must not have the focus: it closes when the focus goes there. */
function useGivesWay(pane: { readonly current: HTMLElement | null }, covers: boolean, close: () => void): void {
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
