// The rich-text document of messages (S3): its shape, its bounds, and the pure readings of it (one line, mentions, blank).
// How it is drawn and typed stands in src/kit/editor. Nothing of the screen, the editor or a feature belongs in here.
import * as v from 'valibot';
import { id } from './kernel/fields.ts';

/** How large a document may be. `text` counts UTF-16 units of texts and labels; the document itself has depth 0. */
export const richTextLimits = { depth: 10, nodes: 2000, text: 10_000, href: 2000, label: 200 } as const;

/** Text colours by name, never by CSS value, so that both themes stay readable. */
export const textColors = ['red', 'amber', 'green', 'blue'] as const;
export type TextColor = (typeof textColors)[number];

export type Mark =
  | { type: 'bold' }
  | { type: 'italic' }
  | { type: 'code' }
  | { type: 'link'; attrs: { href: string } }
  | { type: 'textStyle'; attrs: { color: TextColor } };

/** Whom a text names: a colleague, a space, or with `all` everybody in the conversation. The label has no `@`. */
export type Mention =
  | { kind: 'employee' | 'space'; id: string; label: string }
  | { kind: 'all'; id: 'all'; label: string };

export type Text = { type: 'text'; text: string; marks?: Mark[] };
export type Inline = Text | { type: 'hardBreak' } | { type: 'mention'; attrs: Mention };
export type Paragraph = { type: 'paragraph'; content?: Inline[] };
export type Heading = { type: 'heading'; attrs: { level: 1 | 2 | 3 }; content?: Inline[] };
export type CodeBlock = { type: 'codeBlock'; content?: { type: 'text'; text: string }[] };
export type Quote = { type: 'blockquote'; content: Block[] };
export type ListItem = { type: 'listItem'; content: [Paragraph, ...Block[]] };
export type BulletList = { type: 'bulletList'; content: ListItem[] };
export type OrderedList = { type: 'orderedList'; attrs?: { start: number }; content: ListItem[] };
export type Block = Paragraph | Heading | BulletList | OrderedList | Quote | CodeBlock;

/** A document: what the wire, the database and the screen hold. */
export type RichText = { type: 'doc'; content: Block[] };

// An address starts with its scheme and has no space, control, invisible or backslash character anywhere: what this
// sees is then what a browser sees, which drops or turns such characters while it reads an address.
const ADDRESS = /^(?:https?:\/\/(?![/?#])|mailto:|tel:)[^\s\\\p{Cc}\p{Cf}\p{Cs}]+$/iu;

/** True for the addresses a link may have: http, https, mailto or tel, at most 2,000 characters, nothing hidden in it. */
export const isAddress = (href: string): boolean => href.length <= richTextLimits.href && ADDRESS.test(href);

// The schema is made in functions, when the first document is checked: pages that only draw documents carry none of it.
const words = () =>
  v.pipe(
    v.string(),
    v.minLength(1),
    v.check((text) => !text.includes('\0') && text.isWellFormed(), 'Contains characters that cannot be stored'),
  );

function inlineSchema(): v.GenericSchema<Inline> {
  const label = v.pipe(words(), v.maxLength(richTextLimits.label), v.regex(/^[^\p{Cc}]+$/u));
  const mark = v.variant('type', [
    v.strictObject({ type: v.picklist(['bold', 'italic', 'code']) }),
    v.strictObject({
      type: v.literal('link'),
      attrs: v.strictObject({ href: v.pipe(v.string(), v.check(isAddress, 'Not an address that a link may have')) }),
    }),
    v.strictObject({ type: v.literal('textStyle'), attrs: v.strictObject({ color: v.picklist(textColors) }) }),
  ]);
  const marks = v.pipe(
    v.array(mark),
    v.check((list) => new Set(list.map((one) => one.type)).size === list.length, 'The same mark twice'),
  );
  return v.variant('type', [
    v.strictObject({ type: v.literal('text'), text: words(), marks: v.exactOptional(marks) }),
    v.strictObject({ type: v.literal('hardBreak') }),
    v.strictObject({
      type: v.literal('mention'),
      attrs: v.variant('kind', [
        v.strictObject({ kind: v.picklist(['employee', 'space']), id, label }),
        v.strictObject({ kind: v.literal('all'), id: v.literal('all'), label }),
      ]),
    }),
  ]);
}

function documentSchema(): v.GenericSchema<RichText> {
  const inline = inlineSchema();
  const line = v.exactOptional(v.array(inline));
  const paragraph = v.strictObject({ type: v.literal('paragraph'), content: line });
  const again: v.GenericSchema<Block> = v.lazy(() => block);
  const item = v.strictObject({ type: v.literal('listItem'), content: v.tupleWithRest([paragraph], again) });
  const blocks = v.pipe(v.array(again), v.minLength(1));
  const items = v.pipe(v.array(item), v.minLength(1));
  const start = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999_999));
  const plain = v.strictObject({ type: v.literal('text'), text: words() });
  const level = v.picklist([1, 2, 3]);
  const block: v.GenericSchema<Block> = v.variant('type', [
    paragraph,
    v.strictObject({ type: v.literal('heading'), attrs: v.strictObject({ level }), content: line }),
    v.strictObject({ type: v.literal('bulletList'), content: items }),
    v.strictObject({
      type: v.literal('orderedList'),
      attrs: v.exactOptional(v.strictObject({ start })),
      content: items,
    }),
    v.strictObject({ type: v.literal('blockquote'), content: blocks }),
    v.strictObject({ type: v.literal('codeBlock'), content: v.exactOptional(v.array(plain)) }),
  ]);
  return v.strictObject({ type: v.literal('doc'), content: blocks });
}

let schema: v.GenericSchema<RichText> | undefined;

/**
 * A document from outside. Refuses every unknown node, mark and attribute, the first with its path, and whatever is over
 * `richTextLimits`; the size is looked at first and without recursion, so no nesting can exhaust the stack.
 */
export const richTextSchema: v.GenericSchema<RichText> = v.lazy((input) => {
  const problem = oversize(input);
  if (problem !== undefined) return v.never(problem);
  // One reason is enough: to find all of 2,000 takes a hundred times as long as to find the first.
  schema ??= v.config(documentSchema(), { abortEarly: true });
  return schema;
});

/** How large a document is, counted as `richTextLimits` counts. Stops counting once a limit is passed. Any input. */
export function sizeOf(input: unknown): { depth: number; nodes: number; text: number; marks: number } {
  const size = { depth: 0, nodes: 1, text: 0, marks: 0 };
  const waiting: [unknown, number][] = [[input, 0]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, depth] = next;
    if (typeof value !== 'object' || value === null) continue;
    const node: { text?: unknown; attrs?: { label?: unknown } | null; marks?: unknown; content?: unknown } = value;
    size.depth = Math.max(size.depth, depth);
    if (typeof node.text === 'string') size.text += node.text.length;
    if (typeof node.attrs?.label === 'string') size.text += node.attrs.label.length;
    if (Array.isArray(node.marks)) size.marks = Math.max(size.marks, node.marks.length);
    if (!Array.isArray(node.content)) continue;
    size.nodes += node.content.length;
    if (size.nodes > richTextLimits.nodes || size.depth >= richTextLimits.depth + 1) return size;
    for (const child of node.content) waiting.push([child, depth + 1]);
  }
  return size;
}

function oversize(input: unknown): string | undefined {
  const size = sizeOf(input);
  if (size.depth > richTextLimits.depth) return `More than ${richTextLimits.depth} levels deep`;
  if (size.nodes > richTextLimits.nodes) return `More than ${richTextLimits.nodes} nodes`;
  if (size.text > richTextLimits.text) return `More than ${richTextLimits.text} characters`;
  if (size.marks > 5) return 'The same mark twice';
  return undefined;
}

/** A node as it may come out of an old cache or from a hostile server: nothing is believed. */
interface Loose {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly attrs?: { readonly id?: unknown; readonly label?: unknown } | null;
  readonly content?: unknown;
}

/** Shows every node to `see`, in reading order, without recursion. What is none is passed over. */
function visit(doc: RichText, see: (node: Loose) => void): void {
  const waiting: unknown[] = [doc];
  while (waiting.length) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    see(node);
    const { content } = node as Loose;
    if (Array.isArray(content)) for (let at = content.length; at--; ) waiting.push(content[at]);
  }
}

const wordsIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The document as one line of plain text: for lists, notifications and search. A mention reads `@label`. */
export function plainText(doc: RichText): string {
  let text = '';
  visit(doc, (node) => {
    if (node.type === 'text') text += wordsIn(node.text);
    else if (node.type === 'mention') text += `@${wordsIn(node.attrs?.label)}`;
    else text += ' ';
  });
  return text.replace(/\s+/g, ' ').trim();
}

/** True if there is nothing to read in it: no visible character and no mention. */
export function isBlank(doc: RichText): boolean {
  let blank = true;
  visit(doc, (node) => {
    const said = node.type === 'text' && /[^\s\p{DI}\p{Cc}\u2800]/u.test(wordsIn(node.text));
    if (said || node.type === 'mention') blank = false;
  });
  return blank;
}

/** Whom the document mentions, each once, in reading order. */
export function mentionsOf(doc: RichText): Mention[] {
  const found = new Map<string, Mention>();
  visit(doc, (node) => {
    const id = wordsIn(node.attrs?.id);
    if (id && node.type === 'mention' && !found.has(id)) found.set(id, node.attrs as Mention);
  });
  return [...found.values()];
}

/** True if a message of this body calls the person: by name, or everybody. Null: of a deleted one. */
export const callsFor = (body: RichText | null, employee_id: string): boolean =>
  body !== null && mentionsOf(body).some(({ kind, id: who }) => kind === 'all' || who === employee_id);

// Lines from this one on share a paragraph, so that any text has room within `richTextLimits.nodes`.
const MAX_LINES = 900;

/** Plain text → document, a paragraph a line. What cannot be stored (NUL, lone surrogates) is replaced or left out. */
export function docOf(text: string): RichText {
  const lines = text
    .toWellFormed()
    .replaceAll('\0', '')
    .split(/\r\n?|\n/);
  const kept =
    lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES - 1), lines.slice(MAX_LINES - 1).join('\n')] : lines;
  return {
    type: 'doc',
    content: kept.map((one) => ({ type: 'paragraph', ...(one && { content: [{ type: 'text', text: one }] }) })),
  };
}
