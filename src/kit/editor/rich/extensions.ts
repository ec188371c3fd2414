// Which editor this is: exactly the nodes and marks of contract/rich-text.ts, with the attributes it knows and no others.
import { Mark } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { Bold } from '@tiptap/extension-bold';
import { Code } from '@tiptap/extension-code';
import { CodeBlock } from '@tiptap/extension-code-block';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { Italic } from '@tiptap/extension-italic';
import { Link } from '@tiptap/extension-link';
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { UndoRedo } from '@tiptap/extensions';
import { richTextLimits, textColors } from '#contract/rich-text.ts';
import { addressOf } from '../plain/addresses.ts';
import { EmojiNames } from './suggestions/emoji-typing.ts';
import { MentionNode } from './suggestions/mention-node.ts';

/** Colour by name, so that a document stays readable in both themes; own, because the package's takes any CSS value. */
const TextStyle = Mark.create({
  name: 'textStyle',
  addAttributes: () => ({
    color: {
      default: null,
      parseHTML: (element) => textColors.find((color) => color === element.dataset['color']) ?? null,
      renderHTML: ({ color }) => ({ 'data-color': color }),
    },
  }),
  parseHTML: () => [{ tag: 'span[data-color]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
});

/** Every level is an h2, as in render.tsx; its level stands beside it, so that an h2 from elsewhere is still one of level 2. */
const RankedHeading = Heading.configure({ levels: [1, 2, 3] }).extend({
  parseHTML: () => [
    ...[1, 2, 3].map((level) => ({
      tag: `h2[data-level="${level}"]`,
      attrs: { level },
    })),
    ...[1, 2, 3].map((level) => ({ tag: `h${level}`, attrs: { level } })),
  ],
  renderHTML: ({ node }) => ['h2', { 'data-level': Number(node.attrs['level']) }, 0],
});

const SafeLink = Link.extend({
  addAttributes: () => ({
    href: {
      default: null,
      parseHTML: (element) => addressOf(element.getAttribute('href') ?? '') ?? null,
    },
  }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => (addressOf(element.getAttribute('href') ?? '') ? null : false),
    },
  ],
}).configure({
  openOnClick: false,
  defaultProtocol: 'https',
  isAllowedUri: (url) => addressOf(url) !== undefined,
  HTMLAttributes: { rel: 'noopener noreferrer nofollow' },
});

// A list more is two levels more, and the text lies one below its line: nesting stops where the contract does.
const canNest = (lineDepth: number): boolean => lineDepth + 3 <= richTextLimits.depth;

const BoundedListItem = ListItem.extend({
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      // False lets Tab go on to the next control.
      Tab: () => canNest(this.editor.state.selection.$from.depth) && this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
    };
  },
});

/** Fresh for every editor: extensions keep state of the editor they are in. */
export const createExtensions = () => [
  Document,
  Paragraph,
  Text,
  RankedHeading,
  BulletList,
  OrderedList,
  BoundedListItem,
  ListKeymap,
  Blockquote,
  CodeBlock.extend({ addAttributes: () => ({}) }),
  HardBreak,
  Bold,
  Italic,
  // Code may be bold or a link, as everywhere else.
  Code.extend({ excludes: '' }),
  SafeLink,
  TextStyle,
  MentionNode,
  EmojiNames,
  UndoRedo,
];
