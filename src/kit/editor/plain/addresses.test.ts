// Links in what is written without the editor.
import { expect, test } from 'vitest';
import { docOf, type Inline, type RichText } from '#contract/rich-text.ts';
import { linkedDoc } from './addresses.ts';

const linesOf = (doc: RichText) => doc.content.map((block) => (block.type === 'paragraph' ? block.content : null));
const text = (words: string): Inline => ({ type: 'text', text: words });
const link = (words: string, href: string): Inline => ({
  type: 'text',
  text: words,
  marks: [{ type: 'link', attrs: { href } }],
});

test('addresses in plain text are links, and what belongs to the sentence is not', () => {
  const doc = linkedDoc('See https://example.com/x, and (www.example.org).\n\nhttps://example.com');
  expect(linesOf(doc)).toEqual([
    [
      text('See '),
      link('https://example.com/x', 'https://example.com/x'),
      text(', and ('),
      link('www.example.org', 'https://www.example.org/'),
      text(').'),
    ],
    undefined,
    [link('https://example.com', 'https://example.com/')],
  ]);
});

test.each(['', 'No address', 'version 2.7.2', 'ahttps://example.com', 'https://'])('as it is: %j', (words) => {
  expect(linkedDoc(words)).toEqual(docOf(words));
});
