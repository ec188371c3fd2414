// The suggestions while somebody types a mention: a listbox that the editor points at, so that the focus stays in the text.
import { type Editor, useEditorState } from '@tiptap/react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Popover } from '../popover/popover.tsx';
import type { ComposerProps, MentionItem } from '../types.ts';
import { optionId, useCombobox } from './combobox.ts';
import { dismissMention, type MentionMatch, mentionMatch } from './mention-node.ts';

/** The open suggestions, and what the editor's keys do with them. */
export interface Mentions {
  open: boolean;
  items: readonly MentionItem[];
  active: number;
  match: MentionMatch | null;
  listId: string;
  choose: (index: number) => void;
  point: (index: number) => void;
  dismiss: () => void;
  /** Does what a key says while they are open; false if the key is for the text. */
  takesKey: (event: KeyboardEvent) => boolean;
}

interface Found {
  /** The `@` that was asked for. */
  from: number;
  query: string;
  items: readonly MentionItem[];
}

const MOST = 8;
const none: readonly MentionItem[] = [];

/** Asks for the people who fit what is being typed; only the newest answer counts. */
export function useMentions(editor: Editor, findMentions: ComposerProps['findMentions']): Mentions {
  const listId = useId();
  const match = useEditorState({
    editor,
    selector: () => (editor.isFocused ? mentionMatch(editor.state) : null),
  });
  const [found, setFound] = useState<Found | null>(null);
  const [pointed, setPointed] = useState(0);
  const from = match?.from ?? null;
  const query = match?.query ?? null;

  useEffect(() => {
    if (!findMentions || from === null || query === null) return undefined;
    let newest = true;
    const show = (items: readonly MentionItem[]) => {
      if (!newest) return;
      setFound({ from, query, items: items.slice(0, MOST) });
      setPointed(0);
    };
    findMentions(query).then(show, () => show(none));
    return () => {
      newest = false;
    };
  }, [findMentions, from, query]);

  // Until the next answer comes the last one stays, so that the list does not flicker at every key.
  const items = match && found?.from === match.from ? found.items : none;
  const open = items.length > 0;
  const active = Math.min(pointed, items.length - 1);

  const choose = (index: number) => {
    const item = items[index];
    if (match && item) insertMention(editor, match, item);
  };
  const dismiss = () => editor.view.dispatch(dismissMention(editor.state));
  const move = (by: number) => setPointed((active + by + items.length) % items.length);

  const takesKey = (event: KeyboardEvent): boolean => {
    if (!open || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Escape') dismiss();
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) choose(active);
    else return false;
    return true;
  };

  return {
    open,
    items,
    active,
    match,
    listId,
    choose,
    point: setPointed,
    dismiss,
    takesKey,
  };
}

function insertMention(editor: Editor, match: MentionMatch, { kind, id, label }: MentionItem): void {
  const { state, view } = editor;
  const chip = state.schema.nodes['mention']?.create({ kind, id, label });
  if (!chip) return;
  const after = state.doc.textBetween(match.to, Math.min(match.to + 1, state.doc.content.size), '\n');
  const content = after.startsWith(' ') ? [chip] : [chip, state.schema.text(' ')];
  view.dispatch(state.tr.replaceWith(match.from, match.to, content).scrollIntoView());
  view.focus();
}

/** Draws them at the `@`. While they are open the editor is a combobox to assistive tools. */
export function MentionPopup({ editor, mentions }: { editor: Editor; mentions: Mentions }): ReactNode {
  const { open, items, active, match, listId } = mentions;
  useCombobox(editor, open, listId, active);

  if (!open || !match) return null;
  const beside = () => {
    const { left, top, bottom } = editor.view.coordsAtPos(Math.min(match.from, editor.state.doc.content.size));
    return new DOMRect(left, top, 0, bottom - top);
  };
  return (
    <Popover beside={beside} takesFocus={false} role="presentation" className="ll-mentions" onClose={mentions.dismiss}>
      <div id={listId} role="listbox" aria-label="People and spaces">
        {items.map((item, index) => (
          <div
            key={`${item.kind}${item.id}`}
            id={optionId(listId, index)}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            className="ll-pop-row"
            onMouseDown={(event) => event.preventDefault()}
            onPointerMove={() => mentions.point(index)}
            onClick={() => mentions.choose(index)}
          >
            {item.picture && <span className="ll-mentions-picture">{item.picture}</span>}
            <span className="ll-mentions-label">{item.kind === 'all' ? `@${item.label}` : item.label}</span>
            {item.detail && <span className="ll-mentions-detail">{item.detail}</span>}
          </div>
        ))}
      </div>
    </Popover>
  );
}
