// The mention in the editor: a chip that is one character to the caret, and what sees `@…` being typed.
// Own instead of the packages, which bring a positioning engine and keep the popup outside React.
import { Node } from '@tiptap/core';
import { mentionOf } from '../reading.ts';
import { createTyping } from './typing.ts';

// At most four words, so that a sentence after an @ is not searched for.
const TYPED = /(?:^|[\s([{"'“‘«/-])@((?:[^\s@\ufffc]+(?: [^\s@\ufffc]+){0,3} ?)?)$/u;

/** What is being typed after an `@`. */
export const mentionTyping = createTyping('mention', TYPED, ['code']);

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
  addProseMirrorPlugins: () => [mentionTyping.plugin()],
});
