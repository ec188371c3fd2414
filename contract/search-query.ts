// What is typed into the search box → the words, and the operators in it: from:name in:space has:file before:2026-03-01
// after:monday. Names stand in quotes if they have blanks. What is no operator is a word, and so is all that stands in quotes
// by itself: a phrase, which search-words.ts reads. What an operator means, and whether it means anything, is not said here:
// an operator that nobody understands is not a word, for nothing would be found without a word about it. Pure.

import { QUOTES } from './search-words.ts';

export interface Operator {
  readonly name: 'from' | 'in' | 'has' | 'before' | 'after';
  /** As typed, without quotes; '' if nothing stands behind the colon yet. */
  readonly value: string;
  /** Where it stands in what is typed: [from, to). */
  readonly from: number;
  readonly to: number;
}

export interface Typed {
  /** Without the operators; phrases in their quotes. */
  readonly words: string;
  /** Each once, the last one typed; in the order in which they stand. */
  readonly operators: readonly Operator[];
}

// Whole phrases are read over, with what looks like an operator in them.
const PHRASE = `[${QUOTES}][^${QUOTES}]*[${QUOTES}]`;
const OPERATOR = new RegExp(
  `(?<=^|\\s)(?:${PHRASE}|(from|in|has|before|after):(?:[${QUOTES}]([^${QUOTES}]*)(?:[${QUOTES}]|$)|@?([^\\s${QUOTES}]*))(?=\\s|$))`,
  'gi',
);

export function parseTyped(text: string): Typed {
  const found = new Map<string, Operator>();
  let words = text;
  for (const match of text.matchAll(OPERATOR)) {
    if (match[1] === undefined) continue;
    const name = match[1].toLowerCase() as Operator['name'];
    const value = (match[2] ?? match[3] ?? '').trim();
    const [from, to] = [match.index, match.index + match[0].length];
    words = words.slice(0, from) + ' '.repeat(to - from) + words.slice(to);
    found.delete(name);
    found.set(name, { name, value, from, to });
  }
  return { words: words.replace(/\s+/g, ' ').trim(), operators: [...found.values()] };
}

/** What is typed, without the operator. */
export const withoutOperator = (text: string, { from, to }: Operator): string =>
  `${text.slice(0, from).trimEnd()} ${text.slice(to).trimStart()}`.trim();
