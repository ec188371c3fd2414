// New lines by the keyboard: what Shift+Enter does where Enter sends.
import type { Editor } from '@tiptap/core';
import { chainCommands, liftEmptyBlock, newlineInCode, splitBlockKeepMarks } from '@tiptap/pm/commands';

/** True if Enter belongs to what the caret is in: a list goes on, code has lines. */
export function ownsEnter({ state }: Editor): boolean {
  const { $from } = state.selection;
  return $from.parent.type.spec.code === true || inList($from.depth, (depth) => $from.node(depth).type.name);
}

/**
 * A new line that is not sent: in a list within the item, in code a line of it, elsewhere a new paragraph, so that lists,
 * quotes and headings can begin on it. An empty line at the end of a quote leaves the quote.
 */
export function newLine(editor: Editor): void {
  const { view } = editor;
  const { $from } = view.state.selection;
  if ($from.parent.type.spec.code !== true && inList($from.depth, (depth) => $from.node(depth).type.name)) {
    editor.commands.setHardBreak();
  } else {
    chainCommands(newlineInCode, liftEmptyBlock, splitBlockKeepMarks)(view.state, view.dispatch, view);
    editor.commands.scrollIntoView();
  }
}

const inList = (depth: number, nameAt: (depth: number) => string): boolean =>
  Array.from({ length: depth }, (_, i) => nameAt(i + 1)).includes('listItem');
