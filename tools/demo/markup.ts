// How the demo's texts are written down: a few marks of Markdown → the rich text of the contract.
//   # heading   - bullet   1. number   > quote   **bold**   _italic_   `code`   [words](address)   ^red(words)   @Name
import {
  type Block,
  type Inline,
  type ListItem,
  type Mark,
  type Mention,
  type RichText,
  textColors,
} from '#contract/rich-text.ts';

/** A name after @ → whom it mentions, or undefined if it stays text. */
export type FindMention = (name: string) => Mention | undefined;

const INLINE = new RegExp(
  [
    /\*\*(?<bold>[^*]+)\*\*/,
    /(?<![\w])_(?<italic>[^_]+)_(?![\w])/,
    /`(?<code>[^`]+)`/,
    /\[(?<words>[^\]]+)\]\((?<href>[^)]+)\)/,
    new RegExp(`\\^(?<color>${textColors.join('|')})\\((?<tinted>[^)]+)\\)`),
    /@(?<name>\p{L}[\p{L}-]*)/u,
  ]
    .map((pattern) => pattern.source)
    .join('|'),
  'gu',
);

const text = (words: string, ...marks: Mark[]): Inline[] =>
  words ? [{ type: 'text', text: words, ...(marks.length && { marks }) }] : [];

function inline(line: string, find: FindMention): Inline[] {
  const nodes: Inline[] = [];
  let at = 0;
  for (const match of line.matchAll(INLINE)) {
    const node = marked(match.groups ?? {}, find);
    if (!node) continue;
    nodes.push(...text(line.slice(at, match.index)), ...node);
    at = match.index + match[0].length;
  }
  return [...nodes, ...text(line.slice(at))];
}

function marked(groups: Record<string, string | undefined>, find: FindMention): Inline[] | undefined {
  const { bold, italic, code, words, href, tinted, name } = groups;
  const color = textColors.find((one) => one === groups.color);
  if (bold) return text(bold, { type: 'bold' });
  if (italic) return text(italic, { type: 'italic' });
  if (code) return text(code, { type: 'code' });
  if (words && href) return text(words, { type: 'link', attrs: { href } });
  if (tinted && color) return text(tinted, { type: 'textStyle', attrs: { color } });
  const mention = name ? find(name) : undefined;
  return mention && [{ type: 'mention', attrs: mention }];
}

/** One block a line; lines of a list that follow each other are one list. */
export function documentOf(source: string, find: FindMention): RichText {
  const blocks: Block[] = [];
  for (const line of source.split('\n')) add(blocks, line.trim(), find);
  return { type: 'doc', content: blocks };
}

function add(blocks: Block[], line: string, find: FindMention): void {
  const [, sign = '', rest = ''] = /^(#|-|\d+\.|>) +(.*)$/.exec(line) ?? [];
  const last = blocks.at(-1);
  const item = (): ListItem => ({ type: 'listItem', content: [{ type: 'paragraph', content: inline(rest, find) }] });
  if (sign === '#') blocks.push({ type: 'heading', attrs: { level: 3 }, content: inline(rest, find) });
  else if (sign === '>')
    blocks.push({ type: 'blockquote', content: [{ type: 'paragraph', content: inline(rest, find) }] });
  else if (sign === '-' && last?.type === 'bulletList') last.content.push(item());
  else if (sign === '-') blocks.push({ type: 'bulletList', content: [item()] });
  else if (sign && last?.type === 'orderedList') last.content.push(item());
  else if (sign) blocks.push({ type: 'orderedList', content: [item()] });
  else blocks.push({ type: 'paragraph', content: inline(line, find) });
}
