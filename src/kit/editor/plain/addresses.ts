// What of plain text is an address, and which one: pure. For the editor, and for what is written without it.
import { docOf, type Inline, isAddress, type RichText } from '#contract/rich-text.ts';

const HOST = /^[^\s:/?#@\\]+\.[^\s:/?#@\\.]{2,}(?::\d+)?(?:[/?#]|$)/;

/** What a person typed or pasted as a link → an address (`example.com` → `https://example.com/`), or undefined. */
export function addressOf(typed: string): string | undefined {
  const text = typed.trim();
  let whole = text;
  if (!/^(?:https?:\/\/|mailto:|tel:)/i.test(text)) {
    if (/^[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#]+$/.test(text)) whole = `mailto:${text}`;
    else if (HOST.test(text)) whole = `https://${text}`;
    else return undefined;
  }
  // Percent-encodes and punycodes, so that nothing invisible is left in it.
  const href = URL.canParse(whole) ? new URL(whole).href : '';
  return isAddress(href) ? href : undefined;
}

/** Dots, quotation marks and brackets at its end belong to the sentence, but for a bracket that was opened in it. */
export const addressAtEnd = (word: string): string =>
  word.replace(/[([{]/.test(word) ? /[.,;:!?'"»”’]+$/u : /[.,;:!?)\]}'"»”’]+$/u, '');

/** A word that begins like an address; what belongs to the sentence is still at its end. */
export const ADDRESS = /(?<![^\s([{"'“‘«„])(?:https?:\/\/|www\.)\S+/giu;

/** Plain text as the editor would have it: a paragraph a line, and the addresses in it are links. */
export function linkedDoc(text: string): RichText {
  const content = docOf(text).content.map((block) =>
    block.type === 'paragraph' && block.content ? { ...block, content: block.content.flatMap(linked) } : block,
  );
  return { type: 'doc', content };
}

function linked(piece: Inline): Inline[] {
  if (piece.type !== 'text') return [piece];
  const { text } = piece;
  const pieces: Inline[] = [];
  let done = 0;
  const upTo = (end: number) => {
    if (end > done) pieces.push({ type: 'text', text: text.slice(done, end) });
  };
  for (const { index, 0: word } of text.matchAll(ADDRESS)) {
    const address = addressAtEnd(word);
    const href = addressOf(address);
    if (!href) continue;
    upTo(index);
    pieces.push({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href } }] });
    done = index + address.length;
  }
  upTo(text.length);
  return pieces;
}
