// The mention in the editor: a chip that is one character to the caret, and the plugin that sees `@…` being typed.
// Own instead of the packages, which bring a positioning engine and keep the popup outside React.
import { Node } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { mentionOf } from './reading.ts';

/** `@…` before the caret: its place in the document and what stands after the `@`. */
export interface MentionMatch {
  from: number;
  to: number;
  query: string;
}
interface MentionState {
  match: MentionMatch | null;
  /** Where Esc has been pressed: this `@` stays plain text. */
  dismissed: number | null;
}

const key = new PluginKey<MentionState>('mention');

// At most four words, so that a sentence after an @ is not searched for.
const TYPED = /(?:^|[\s([{"'“‘«/-])@((?:[^\s@\ufffc]+(?: [^\s@\ufffc]+){0,3} ?)?)$/u;

function matchAt({ selection }: EditorState): MentionMatch | null {
  const { $from, empty } = selection;
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return null;
  if ($from.marks().some((mark) => mark.type.name === 'code')) return null;
  const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 80), $from.parentOffset, null, '\ufffc');
  const query = TYPED.exec(before)?.[1];
  return query === undefined ? null : { from: $from.pos - query.length - 1, to: $from.pos, query };
}

const plugin = () =>
  new Plugin<MentionState>({
    key,
    state: {
      init: () => ({ match: null, dismissed: null }),
      apply: (transaction, previous, _, state) => {
        const closing = transaction.getMeta(key) === 'dismiss';
        const kept = previous.dismissed === null ? null : transaction.mapping.map(previous.dismissed);
        const dismissed = closing ? (previous.match?.from ?? kept) : kept;
        const match = matchAt(state);
        if (match === null) return { match, dismissed: null };
        return match.from === dismissed ? { match: null, dismissed } : { match, dismissed: null };
      },
    },
  });

/** What is being typed after an `@`, or null. */
export const mentionMatch = (state: EditorState): MentionMatch | null => key.getState(state)?.match ?? null;

/** A transaction that leaves the `@` as it is and closes the suggestions. */
export const dismissMention = (state: EditorState) => state.tr.setMeta(key, 'dismiss');

const chip = 'span[data-type="mention"]';

export const MentionNode = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes: () => ({
    id: {
      default: null,
      parseHTML: (element) => element.dataset['id'],
      renderHTML: ({ id }) => ({ 'data-id': id }),
    },
    label: {
      default: '',
      parseHTML: (element) => element.dataset['label'],
      renderHTML: ({ label }) => ({ 'data-label': label }),
    },
    kind: {
      default: 'employee',
      parseHTML: (element) => element.dataset['kind'],
      renderHTML: ({ kind }) => ({ 'data-kind': kind }),
    },
  }),
  parseHTML: () => [
    {
      tag: chip,
      getAttrs: (element) => (mentionOf({ ...element.dataset }) ? null : false),
    },
  ],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    { ...HTMLAttributes, class: 'll-mention', 'data-type': 'mention' },
    `@${node.attrs['label']}`,
  ],
  renderText: ({ node }) => `@${node.attrs['label']}`,
  addProseMirrorPlugins: () => [plugin()],
});
