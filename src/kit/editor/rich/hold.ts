// While a message is on its way into the local store its text stays in the editor; what is typed meanwhile is told apart.
import type { Editor } from '@tiptap/core';
import { Fragment, type Node } from '@tiptap/pm/model';
import { EditorState, Selection, type Transaction } from '@tiptap/pm/state';
import type { RichText } from '#contract/rich-text.ts';
import type { Held } from '../types.ts';
import { fromEditor, type RawNode } from './reading.ts';

interface Range {
  from: number;
  to: number;
}

/**
 * Watches the editor from now on. `remove` leaves only what came since, in an editor without a past (no undo into a sent text), and
 * tells `changed` of it, also where the editor is gone by then: whoever sends may leave at once.
 */
export function holdContent(editor: Editor, changed: (doc: RichText) => void): Held {
  let fresh: Range[] = [];
  const watch = ({ transaction }: { transaction: Transaction }) => {
    fresh = followed(fresh, transaction);
  };
  editor.on('transaction', watch);
  const release = () => {
    editor.off('transaction', watch);
  };
  const left = () => inLines(editor, keptLines(editor.state.doc, fresh));
  const since = () => fromEditor(left().toJSON() as RawNode);
  return {
    since,
    release,
    remove: () => {
      release();
      const doc = since();
      if (!editor.isDestroyed) restart(editor, left());
      changed(doc);
    },
  };
}

/** The ranges after a transaction, and what it has put in besides. */
function followed(ranges: Range[], { mapping }: Transaction): Range[] {
  let now = ranges;
  for (const map of mapping.maps) {
    const next = now.map(({ from, to }) => ({
      from: map.map(from, 1),
      to: map.map(to, -1),
    }));
    map.forEach((_oldFrom, _oldTo, from, to) => next.push({ from, to }));
    now = merged(next);
  }
  return now;
}

function merged(ranges: Range[]): Range[] {
  const result: Range[] = [];
  for (const range of ranges.filter(({ from, to }) => to > from).sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else result.push({ ...range });
  }
  return result;
}

/** What stands in the ranges, a line for each textblock that has some of it. */
function keptLines(doc: Node, ranges: Range[]): Fragment[] {
  const lines: Fragment[] = [];
  doc.descendants((block, position) => {
    if (!block.isTextblock) return true;
    const start = position + 1;
    let line = Fragment.empty;
    for (const { from, to } of ranges) {
      const cutFrom = Math.max(from - start, 0);
      const cutTo = Math.min(to - start, block.content.size);
      if (cutTo > cutFrom) line = line.append(block.content.cut(cutFrom, cutTo));
    }
    if (line.size > 0) lines.push(line);
    return false;
  });
  return lines;
}

/** A document of paragraphs; of one that is empty if there are none. */
function inLines({ state }: Editor, lines: readonly Fragment[]): Node {
  const { schema } = state;
  const paragraphs = (lines.length > 0 ? lines : [Fragment.empty]).map((line) => schema.node('paragraph', null, line));
  return schema.topNodeType.create(null, paragraphs);
}

/** Another content, as if the editor had just begun with it; the caret at its end. */
export function restart(editor: Editor, doc: Node): void {
  const { plugins } = editor.state;
  const state = EditorState.create({
    doc,
    plugins,
    selection: Selection.atEnd(doc),
  });
  editor.view.updateState(state);
  // The toolbar and the suggestions listen to transactions.
  editor.view.dispatch(state.tr.setMeta('addToHistory', false));
}
