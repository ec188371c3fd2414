// The editor as a combobox to assistive tools, while a list of suggestions stands beside what is being typed.
import type { Editor } from '@tiptap/react';
import { useEffect } from 'react';

/** Sets attributes; null takes one away. */
function setAttributes(element: HTMLElement, attributes: Record<string, string | null>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
}

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

/** `active`: the option pointed at, below 0 for none. */
export function useCombobox(editor: Editor, open: boolean, listId: string, active: number): void {
  useEffect(() => {
    if (!open) return undefined;
    const { dom } = editor.view;
    // A combobox has one line and no placeholder: those two come back when the list is closed.
    const now = {
      role: 'combobox',
      'aria-expanded': 'true',
      'aria-controls': listId,
      'aria-autocomplete': 'list',
    };
    const before = {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-placeholder': dom.getAttribute('aria-placeholder'),
    };
    setAttributes(dom, {
      'aria-multiline': null,
      'aria-placeholder': null,
      ...now,
    });
    return () =>
      setAttributes(dom, {
        'aria-expanded': null,
        'aria-controls': null,
        'aria-autocomplete': null,
        'aria-activedescendant': null,
        ...before,
      });
  }, [editor, open, listId]);
  useEffect(() => {
    if (!open) return;
    setAttributes(editor.view.dom, { 'aria-activedescendant': active < 0 ? null : optionId(listId, active) });
    document.getElementById(optionId(listId, active))?.scrollIntoView({ block: 'nearest' });
  }, [editor, open, listId, active]);
}
