// What is being typed before the caret and gets a list beside it: `@…`, `:…`. A plugin for each, which Esc sends away from one place.
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';

/** A sign before the caret: its place in the document and what stands after it. */
export interface Match {
  from: number;
  to: number;
  query: string;
}

interface TypingState {
  match: Match | null;
  /** Where Esc has been pressed: this sign stays plain text. */
  dismissed: number | null;
}

export interface Typing {
  readonly plugin: () => Plugin;
  /** What is being typed after the sign, or null. */
  readonly match: (state: EditorState) => Match | null;
  /** A transaction that leaves the sign as it is and closes the list. */
  readonly dismiss: (state: EditorState) => Transaction;
}

/** No more of a line is looked at, at each key. */
const MOST = 80;

/** One sign for what is no text, as long as it is in the document. */
export const leafSign = (leaf: Node): string => (leaf.type.name === 'hardBreak' ? '\n' : '\ufffc');

/** What stands between two places is code, or has one of these marks. */
export function liesIn({ doc, schema }: EditorState, from: number, to: number, marks: readonly string[]): boolean {
  const { parent } = doc.resolve(from);
  return (
    parent.type.spec.code === true ||
    marks.some((name) => {
      const mark = schema.marks[name];
      return mark !== undefined && doc.rangeHasMark(from, to, mark);
    })
  );
}

/** `typed`: the sign and, in brackets, what stands after it, at the end of a line. `outside`: where it is no sign. */
export function createTyping(name: string, typed: RegExp, outside: readonly string[]): Typing {
  const key = new PluginKey<TypingState>(name);

  const matchAt = (state: EditorState): Match | null => {
    const { $from, empty } = state.selection;
    if (!empty || !$from.parent.isTextblock) return null;
    const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - MOST), $from.parentOffset, null, leafSign);
    const query = typed.exec(before)?.[1];
    if (query === undefined) return null;
    const [from, to] = [$from.pos - query.length - 1, $from.pos];
    return liesIn(state, from, to, outside) ? null : { from, to, query };
  };

  const apply = (transaction: Transaction, previous: TypingState, state: EditorState): TypingState => {
    const closing = transaction.getMeta(key) === 'dismiss';
    const kept = previous.dismissed === null ? null : transaction.mapping.map(previous.dismissed);
    const dismissed = closing ? (previous.match?.from ?? kept) : kept;
    const match = matchAt(state);
    if (match === null) return { match, dismissed: null };
    return match.from === dismissed ? { match: null, dismissed } : { match, dismissed: null };
  };

  return {
    plugin: () =>
      new Plugin<TypingState>({
        key,
        state: {
          init: () => ({ match: null, dismissed: null }),
          apply: (transaction, previous, _, state) => apply(transaction, previous, state),
        },
      }),
    match: (state) => key.getState(state)?.match ?? null,
    dismiss: (state) => state.tr.setMeta(key, 'dismiss'),
  };
}
