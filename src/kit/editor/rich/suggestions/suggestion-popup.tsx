// The list of use-suggestions.ts, drawn at the sign: a listbox that the editor points at, so that the focus stays in the text.
import type { Editor } from '@tiptap/react';
import type { ReactNode } from 'react';
import { Popover } from '../../popover/popover.tsx';
import { optionId, useCombobox } from './combobox.ts';
import type { Suggestions } from './use-suggestions.ts';

export interface SuggestionPopupProps<T> {
  editor: Editor;
  suggestions: Suggestions<T>;
  /** What it is a list of. */
  label: string;
  keyOf: (item: T) => string;
  row: (item: T) => ReactNode;
}

/** While it is open the editor is a combobox to assistive tools. */
export function SuggestionPopup<T>(props: SuggestionPopupProps<T>): ReactNode {
  const { editor, suggestions, label, keyOf, row } = props;
  const { open, items, active, match, listId } = suggestions;
  useCombobox(editor, open, listId, active);

  if (!open || !match) return null;
  const beside = () => {
    const { left, top, bottom } = editor.view.coordsAtPos(Math.min(match.from, editor.state.doc.content.size));
    return new DOMRect(left, top, 0, bottom - top);
  };
  return (
    <Popover
      beside={beside}
      takesFocus={false}
      role="presentation"
      className="ll-mentions"
      onClose={suggestions.dismiss}
    >
      <div id={listId} role="listbox" aria-label={label}>
        {items.map((item, index) => (
          <div
            key={keyOf(item)}
            id={optionId(listId, index)}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            className="ll-pop-row"
            onMouseDown={(event) => event.preventDefault()}
            onPointerMove={() => suggestions.point(index)}
            onClick={() => suggestions.choose(index)}
          >
            {row(item)}
          </div>
        ))}
      </div>
    </Popover>
  );
}
