// Emoji by their names: the plugin that sees `:…` being typed, and what makes one of `:bread:`.
import { Extension, InputRule } from '@tiptap/core';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { createPart } from '../../part.ts';
import { createTyping, leafSign, liesIn } from './typing.ts';

/** The picker's list, fetched when the first name is being typed. */
export const emojiPart = createPart(async () => (await import('../../emoji/emoji-data.ts')).loadNames());

// After a space, and two letters at least: `10:30`, `https://` and `:)` are none of ours.
const TYPED = /(?:^|\s):(\p{L}{2}[\p{L}\d_+-]{0,46})$/u;
const WHOLE = /(?<=^|\s):(\p{L}{2}[\p{L}\d_+-]{0,46}|[+-]1|100):/gu;
const OUTSIDE = ['code', 'link'];

/** What is being typed after a `:`. */
export const emojiTyping = createTyping('emojiNames', TYPED, OUTSIDE);

/** The whole names in a text, and their emoji; none while the list is not here. */
const wholeNames = (text: string): { at: number; length: number; emoji: string }[] => {
  const names = emojiPart.ready();
  return [...text.matchAll(WHOLE)].flatMap(({ index: at, 0: { length }, 1: name = '' }) => {
    const emoji = names?.named(name)?.emoji;
    return emoji ? [{ at, length, emoji }] : [];
  });
};

const beforeCaret = ({ selection: { $from } }: EditorState): string =>
  $from.parent.textBetween(0, $from.parentOffset, null, leafSign);

/** Something that may be one stands in the line before the caret: worth fetching the list for. */
export const namesAny = (state: EditorState): boolean => beforeCaret(state).search(WHOLE) >= 0;

/** Puts in what was named in the line before the caret: who was faster than the list gets it when that comes. */
export function putWholeNames(state: EditorState): Transaction {
  const { tr, selection } = state;
  const { $from, empty } = selection;
  if (!empty || !$from.parent.isTextblock) return tr;
  for (const { at, length, emoji } of wholeNames(beforeCaret(state)).toReversed()) {
    const from = $from.start() + at;
    if (!liesIn(state, from, from + length, OUTSIDE)) tr.insertText(emoji, from, from + length);
  }
  return tr;
}

export const EmojiNames = Extension.create({
  name: 'emojiNames',
  addInputRules: () => [
    new InputRule({
      find: (text) => {
        const found = text.endsWith(':') ? wholeNames(text).at(-1) : undefined;
        if (!found || found.at + found.length < text.length) return null;
        return { index: found.at, text: text.slice(found.at), data: { emoji: found.emoji } };
      },
      handler: ({ state, range: { from, to }, match }) => {
        const emoji: unknown = match.data?.['emoji'];
        if (typeof emoji === 'string' && !liesIn(state, from, to, OUTSIDE)) state.tr.insertText(emoji, from, to);
      },
    }),
  ],
  addProseMirrorPlugins: () => [emojiTyping.plugin()],
});
