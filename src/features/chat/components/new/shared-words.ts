// What another app has shared, in one text: apps put an address now here, now there, and often twice. Pure.
import { richTextLimits } from '#contract/rich-text.ts';

interface Words {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/** A line for each part that says something which no other part says. */
export function sharedWords({ title, text, url }: Words): string {
  const parts = [title, text, url].map((part) => part.trim());
  return parts
    .filter((part, at) => part && !parts.some((other, place) => place !== at && holds(other, part, place < at)))
    .join('\n');
}

/** Of two that are the same the first stays. */
const holds = (other: string, part: string, first: boolean): boolean => (other === part ? first : other.includes(part));

/** What is too long for a message goes as a file; undefined if it fits. `before`: characters that stand in the composer. */
export const asFile = (words: string, before: number): File | undefined =>
  words.length + before > richTextLimits.text
    ? new File([words], 'Shared text.txt', { type: 'text/plain' })
    : undefined;
