// Which links of a message are looked at. Pure; server and client use the same.
import type { RichText } from '../../rich-text.ts';

/** How many pages of a message are shown. */
export const MOST_PREVIEWS = 3;

/** As it may come out of an old cache: nothing is believed. */
interface Loose {
  readonly type?: unknown;
  readonly marks?: readonly { readonly type?: unknown; readonly attrs?: { readonly href?: unknown } | null }[];
  readonly content?: unknown;
}

/** The http(s) addresses of a document in reading order, each once, the first few; nothing that stands in code. */
export function linksOf(doc: RichText): string[] {
  const found = new Set<string>();
  const waiting: unknown[] = [doc];
  while (waiting.length && found.size < MOST_PREVIEWS) {
    const node = (waiting.pop() ?? {}) as Loose;
    if (node.type === 'codeBlock') continue;
    const marks = Array.isArray(node.marks) ? node.marks : [];
    const href = marks.find((mark) => mark?.type === 'link')?.attrs?.href;
    const isCode = marks.some((mark) => mark?.type === 'code');
    if (typeof href === 'string' && !isCode && /^https?:/i.test(href)) found.add(href);
    if (Array.isArray(node.content)) for (let at = node.content.length; at--; ) waiting.push(node.content[at]);
  }
  return [...found];
}
