// What is read out of the editor, out of what a newer app wrote, and out of a clipboard → our document: pure. What the contract does not
// know is reduced here. A part of the lazy chunk: the first field needs none of it.
import {
  type Block,
  type CodeBlock,
  type Inline,
  isAddress,
  type ListItem,
  type Mark,
  type Mention,
  type Paragraph,
  type RichText,
  richTextLimits,
  textColors,
} from '#contract/rich-text.ts';

/** The editor's JSON, of which nothing is believed. */
export interface RawNode {
  type?: string | undefined;
  text?: string | undefined;
  attrs?: Record<string, unknown> | undefined;
  marks?: readonly RawNode[] | undefined;
  content?: readonly RawNode[] | undefined;
}

/**
 * The editor's JSON, or a document that a newer app wrote → a document of the contract. Unknown wrappings and marks fall away, their text
 * stays; too deep nesting is flattened.
 */
export function fromEditor(raw: RawNode): RichText {
  const content = blocksOf(raw.content, 1);
  return {
    type: 'doc',
    content: content.length > 0 ? content : [{ type: 'paragraph' }],
  };
}

const blocksOf = (content: readonly RawNode[] | undefined, depth: number): Block[] =>
  (content ?? []).flatMap((node) => blockOf(node, depth));

function blockOf(node: RawNode, depth: number): Block[] {
  switch (node.type) {
    case 'paragraph':
      return [{ type: 'paragraph', ...lineOf(node) }];
    case 'heading':
      return [
        {
          type: 'heading',
          attrs: { level: levelOf(node.attrs?.level) },
          ...lineOf(node),
        },
      ];
    case 'codeBlock':
      return [codeOf(node)];
    case 'blockquote': {
      // A quote needs two levels below it: its lines and their text.
      if (depth > richTextLimits.depth - 2) return blocksOf(node.content, depth);
      const content = blocksOf(node.content, depth + 1);
      return content.length > 0 ? [{ type: 'blockquote', content }] : [];
    }
    case 'bulletList':
    case 'orderedList':
      return listOf(node, depth);
    default:
      return isInline(node) || node.content?.some(isInline)
        ? [{ type: 'paragraph', ...lineOf({ content: [node] }) }]
        : blocksOf(node.content, depth);
  }
}

const isInline = ({ type }: RawNode): boolean => type === 'text' || type === 'hardBreak' || type === 'mention';

function listOf(node: RawNode, depth: number): Block[] {
  // A list needs three: items, lines, text.
  if (depth > richTextLimits.depth - 3) return (node.content ?? []).flatMap((item) => blocksOf(item.content, depth));
  const content = (node.content ?? []).map((item) => itemOf(item, depth + 2));
  if (content.length === 0) return [];
  if (node.type === 'bulletList') return [{ type: 'bulletList', content }];
  const start = Number(node.attrs?.start ?? 1);
  const counted = Number.isInteger(start) && start >= 0 && start <= 999_999 && start !== 1;
  return [{ type: 'orderedList', ...(counted && { attrs: { start } }), content }];
}

function itemOf(item: RawNode, depth: number): ListItem {
  const [first, ...rest] = blocksOf(item.content, depth);
  const opening: Paragraph = first?.type === 'paragraph' ? first : { type: 'paragraph' };
  return {
    type: 'listItem',
    content: [opening, ...(first && first !== opening ? [first] : []), ...rest],
  };
}

const levelOf = (level: unknown): 1 | 2 | 3 => (level === 1 || level === 2 ? level : 3);

const soundText = (text: string | undefined): string => (text ?? '').toWellFormed().replaceAll('\0', '');

function codeOf(node: RawNode): CodeBlock {
  const text = (node.content ?? []).map((piece) => soundText(piece.text)).join('');
  return {
    type: 'codeBlock',
    ...(text && { content: [{ type: 'text', text }] }),
  };
}

function lineOf(node: RawNode): { content?: Inline[] } {
  const content = (node.content ?? []).flatMap(inlineOf);
  return content.length > 0 ? { content } : {};
}

function inlineOf(node: RawNode): Inline[] {
  if (node.type === 'hardBreak') return [{ type: 'hardBreak' }];
  if (node.type === 'mention') {
    const mention = mentionOf(node.attrs ?? {});
    return mention ? [{ type: 'mention', attrs: mention }] : [{ type: 'text', text: `@${String(node.attrs?.label)}` }];
  }
  const text = soundText(node.text);
  if (!text) return (node.content ?? []).flatMap(inlineOf);
  const marks = (node.marks ?? []).flatMap(markOf);
  return [{ type: 'text', text, ...(marks.length > 0 && { marks }) }];
}

function markOf(mark: RawNode): Mark[] {
  if (mark.type === 'bold' || mark.type === 'italic' || mark.type === 'code') return [{ type: mark.type }];
  if (mark.type === 'link') {
    const href = mark.attrs?.href;
    return typeof href === 'string' && isAddress(href) ? [{ type: 'link', attrs: { href } }] : [];
  }
  const color = textColors.find((one) => one === mark.attrs?.color);
  return mark.type === 'textStyle' && color ? [{ type: 'textStyle', attrs: { color } }] : [];
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The attributes of a mention if they are one of the contract's, for what comes out of a clipboard. */
export function mentionOf({ kind, id, label }: Record<string, unknown>): Mention | undefined {
  if (typeof label !== 'string' || typeof id !== 'string') return undefined;
  const name = label
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .slice(0, richTextLimits.label)
    .toWellFormed();
  if (!name) return undefined;
  if (kind === 'all' && id === 'all') return { kind, id, label: name };
  return (kind === 'employee' || kind === 'space') && ID.test(id) ? { kind, id, label: name } : undefined;
}
