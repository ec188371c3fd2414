// What the toolbar shows and does: the state at the caret, read cheaply at every key, and the commands.
import type { Editor } from '@tiptap/core';
import type { Mark, Node } from '@tiptap/pm/model';
import { type EditorState, Selection, type Transaction } from '@tiptap/pm/state';
import { textColors } from '#contract/rich-text.ts';
import { ADDRESS, addressAtEnd, addressOf } from '../plain/addresses.ts';
import type { RichHandle, ToolState } from '../types.ts';

/** What holds at the caret or throughout the selection. */
export function toolStateOf(state: EditorState): ToolState {
  const { doc, selection, storedMarks } = state;
  // With everything selected the selection begins outside the first line.
  const $from = selection.$from.depth > 0 ? selection.$from : Selection.atStart(doc).$from;
  const marks = selection.empty ? (storedMarks ?? $from.marks()) : marksThroughout(state);
  const mark = (name: string): Mark | undefined => marks.find((one) => one.type.name === name);
  const around: Node[] = Array.from({ length: $from.depth }, (_, i) => $from.node(i + 1));
  const inside = (name: string): boolean => around.some((node) => node.type.name === name);
  // The innermost list is the one that a list button would change.
  const list = around.findLast((node) => node.type.name === 'bulletList' || node.type.name === 'orderedList')?.type
    .name;
  const level: unknown = $from.parent.type.name === 'heading' ? $from.parent.attrs['level'] : 0;
  const href: unknown = mark('link')?.attrs['href'];
  return {
    heading: level === 1 || level === 2 || level === 3 ? level : 0,
    bold: mark('bold') !== undefined,
    italic: mark('italic') !== undefined,
    color: textColors.find((color) => color === mark('textStyle')?.attrs['color']) ?? null,
    link: typeof href === 'string' ? href : null,
    bulletList: list === 'bulletList',
    orderedList: list === 'orderedList',
    blockquote: inside('blockquote'),
    code: mark('code') !== undefined || $from.parent.type.spec.code === true,
  };
}

/** The marks that every selected piece of text has. */
function marksThroughout({ doc, selection }: EditorState): readonly Mark[] {
  let common: readonly Mark[] | undefined;
  doc.nodesBetween(selection.from, selection.to, (node) => {
    if (node.isText) common = common === undefined ? node.marks : common.filter((mark) => mark.isInSet(node.marks));
    return common === undefined || common.length > 0;
  });
  return common ?? [];
}

/** Does what a button without a menu says, on the selection. */
export function runTool(editor: Editor, tool: Parameters<RichHandle['run']>[0]): void {
  const { commands } = editor;
  if (tool === 'mention') startMention(editor);
  else if (tool === 'bold') commands.toggleBold();
  else if (tool === 'italic') commands.toggleItalic();
  else if (tool === 'bulletList') commands.toggleBulletList();
  else if (tool === 'orderedList') commands.toggleOrderedList();
  else if (tool === 'blockquote') commands.toggleBlockquote();
  else toggleCode(editor);
}

/** Words in a line become code in the line; a whole line, several, or none become a code block. */
function toggleCode(editor: Editor): void {
  const { selection, doc, schema } = editor.state;
  const { $from, $to, empty } = selection;
  const oneLine = $from.sameParent($to) && $from.parent.isTextblock;
  if ($from.parent.type.spec.code || (oneLine && empty && !$from.marks().some((mark) => mark.type.name === 'code'))) {
    const { parent } = $from;
    editor
      .chain()
      .command(({ tr }) => spellMentions(tr, parent, $from.start()))
      .toggleCodeBlock()
      .run();
  } else if (oneLine) {
    editor.commands.toggleCode();
  } else {
    const from = $from.depth > 0 ? $from.before(1) : $from.pos;
    const to = $to.depth > 0 ? $to.after(1) : $to.pos;
    const text = doc.textBetween(from, to, '\n', (leaf) => mentionText(leaf) ?? '\n');
    const block = schema.nodes['codeBlock']?.create(null, text ? schema.text(text) : null);
    if (block) editor.commands.insertContentAt({ from, to }, block.toJSON());
  }
}

const mentionText = ({ type, attrs }: Node): string | undefined =>
  type.name === 'mention' ? `@${attrs['label']}` : undefined;

/** In code nobody can be mentioned: what the line says stays. `start`: where its content begins. */
function spellMentions(tr: Transaction, line: Node, start: number): boolean {
  line.forEach((node, offset) => {
    const text = mentionText(node);
    const at = tr.mapping.map(start + offset);
    if (text) tr.insertText(text, at, at + 1);
  });
  return true;
}

/** Puts an `@` at the caret, after a space if a word stands before it: the suggestions open by themselves. */
function startMention(editor: Editor): void {
  const { $from } = editor.state.selection;
  const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 1), $from.parentOffset, null, '\ufffc');
  editor.view.dispatch(editor.state.tr.insertText(/\S/.test(before) ? ' @' : '@').scrollIntoView());
}

/** Makes a link of the address in a word that begins like one. */
function linkWord(tr: Transaction, word: string, from: number): void {
  const { link } = tr.doc.type.schema.marks;
  const address = addressAtEnd(word);
  const href = addressOf(address);
  if (link && href) tr.addMark(from, from + address.length, link.create({ href }));
}

/** Makes a link of an address that ends a line. While one writes what follows it does that; of what is sent nothing follows. */
export function linkLastWords({ state, view }: Editor): void {
  const { link, code } = state.schema.marks;
  const { tr } = state;
  state.doc.descendants((block, at) => {
    const last = block.isTextblock && !block.type.spec.code ? block.lastChild : null;
    if (last?.text === undefined || last.marks.some(({ type }) => type === link || type === code)) return;
    const word = [...last.text.matchAll(ADDRESS)].at(-1)?.[0] ?? '';
    if (last.text.endsWith(word)) linkWord(tr, word, at + 1 + block.content.size - word.length);
  });
  if (tr.docChanged) view.dispatch(tr);
}

/**
 * Makes links of the addresses that were typed or pasted before the editor was here: plain lines from `begin` on. Not of one that the
 * caret is in, or that ends the text: it may still go on, and is one for the editor itself, or for linkLastWords.
 */
export function linkTyped(tr: Transaction, begin: number): void {
  const { doc, selection } = tr;
  doc.nodesBetween(begin, doc.content.size, (line, at) => {
    if (!line.isTextblock) return;
    for (const { index, 0: word } of line.textContent.matchAll(ADDRESS)) {
      const from = at + 1 + index;
      const to = from + word.length;
      const holds = (place: number) => place > from && place <= to;
      if (to < doc.content.size - 1 && !holds(selection.from) && !holds(selection.to)) linkWord(tr, word, from);
    }
  });
}
