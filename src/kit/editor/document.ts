// Between a textarea's text and our document: pure. What the editor makes of one stands in rich/reading.ts.
import { docOf, type RichText } from '#contract/rich-text.ts';

/** The text of a document that a textarea can hold without losing anything, a line a paragraph; otherwise null. */
export function textOf(doc: RichText): string | null {
  const lines: string[] = [];
  for (const block of doc.content) {
    if (block.type !== 'paragraph') return null;
    let line = '';
    for (const piece of block.content ?? []) {
      if (piece.type !== 'text' || (piece.marks?.length ?? 0) > 0) return null;
      line += piece.text;
    }
    lines.push(line);
  }
  return lines.join('\n');
}

/** A document and plain text below it. */
export function joined(fixed: RichText | null, text: string): RichText {
  if (!fixed) return docOf(text);
  return text ? { type: 'doc', content: [...fixed.content, ...docOf(text).content] } : fixed;
}

/** What was put into `sent` while it was on its way: `now` without what is left of `sent`. */
export function typedSince(sent: string, now: string): string {
  const most = Math.min(sent.length, now.length);
  let before = 0;
  while (before < most && sent[before] === now[before]) before += 1;
  let after = 0;
  while (after < most - before && sent.at(-1 - after) === now.at(-1 - after)) after += 1;
  return now.slice(before, now.length - after);
}
