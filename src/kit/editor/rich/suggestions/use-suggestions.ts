// The list beside what is being typed: what stands in it, which one is pointed at, and what the editor's keys do with it.
import { type Editor, useEditorState } from '@tiptap/react';
import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Match, Typing } from './typing.ts';

/** The open list, and what the editor's keys do with it. */
export interface Suggestions<T> {
  open: boolean;
  items: readonly T[];
  active: number;
  match: Match | null;
  listId: string;
  choose: (index: number) => void;
  point: (index: number) => void;
  dismiss: () => void;
  /** Does what a key says while it is open; false if the key is for the text. */
  takesKey: (event: KeyboardEvent) => boolean;
}

interface Found<T> {
  /** The sign that was asked for. */
  from: number;
  query: string;
  items: readonly T[];
}

const MOST = 8;
const none: readonly never[] = [];

export interface SuggestionsInput<T> {
  readonly editor: Editor;
  readonly typing: Typing;
  /** What fits; without it there is no list. Keep it the same: it is asked anew when it is another one. */
  readonly find: ((query: string) => Promise<readonly T[]>) | undefined;
  /** Puts one in, in the place of what was typed. */
  readonly put: (match: Match, item: T) => void;
}

/** Asks for what fits what is being typed; only the newest answer counts. */
export function useSuggestions<T>({ editor, typing, find, put }: SuggestionsInput<T>): Suggestions<T> {
  const listId = useId();
  const match = useEditorState({
    editor,
    selector: () => (editor.isFocused ? typing.match(editor.state) : null),
  });
  const [found, setFound] = useState<Found<T> | null>(null);
  const [pointed, setPointed] = useState(0);
  const from = match?.from ?? null;
  const query = match?.query ?? null;

  useEffect(() => {
    if (!find || from === null || query === null) return undefined;
    let newest = true;
    const show = (items: readonly T[]) => {
      if (!newest) return;
      setFound({ from, query, items: items.slice(0, MOST) });
      setPointed(0);
    };
    find(query).then(show, () => show(none));
    return () => {
      newest = false;
    };
  }, [find, from, query]);

  // Until the next answer comes the last one stays, so that the list does not flicker at every key.
  const items = match && found?.from === match.from ? found.items : none;
  const open = items.length > 0;
  const active = Math.min(pointed, items.length - 1);

  const choose = (index: number) => {
    const item = items[index];
    if (match && item !== undefined) put(match, item);
  };
  /** An Enter that waits for its list, and what was pressed behind it. */
  const waiting = useRef<{ isSame: () => boolean; behind: KeyboardEvent[] } | null>(null);
  const take = (key: KeyboardEvent) => {
    if (!match || !find || found?.query === match.query || pointed) return choose(active);
    // The list is that of the key before: what is meant is the first of its own, which comes in a moment.
    const textIn = () => editor.state.doc.textBetween(match.from, Math.min(match.to, editor.state.doc.content.size));
    const typed = textIn();
    const isSame = () => textIn() === typed;
    const behind: KeyboardEvent[] = [];
    waiting.current = { isSame, behind };
    const decide = (first?: T) => {
      waiting.current = null;
      if (editor.isDestroyed) return;
      const isNone = first === undefined;
      // Where there is no such list the key was for the text.
      const keys = isNone && isSame() ? [key, ...behind] : behind;
      // At once: the next key has to meet what stands there then.
      flushSync(() => {
        if (isNone) setFound({ from: match.from, query: match.query, items: none });
        else if (isSame()) put(match, first);
      });
      for (const one of keys) editor.view.dom.dispatchEvent(new KeyboardEvent(one.type, one));
    };
    find(match.query).then(
      ([first]) => decide(first),
      () => decide(),
    );
  };
  const dismiss = () => editor.view.dispatch(typing.dismiss(editor.state));
  const move = (by: number) => setPointed((active + by + items.length) % items.length);

  const takesKey = (event: KeyboardEvent): boolean => {
    if (event.key === 'Enter' && waiting.current?.isSame()) {
      waiting.current.behind.push(event);
      return true;
    }
    if (!open || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Escape') dismiss();
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) take(event);
    else return false;
    return true;
  };

  return { open, items, active, match, listId, choose, point: setPointed, dismiss, takesKey };
}
