// What apps share in practice, and what stands in the composer then.
import { expect, test } from 'vitest';
import { asFile, sharedWords } from './shared-words.ts';

test.each([
  [{ title: 'Ovens', text: 'https://example.com/ovens', url: '' }, 'Ovens\nhttps://example.com/ovens'],
  [{ title: 'Ovens', text: 'Ovens https://example.com', url: 'https://example.com' }, 'Ovens https://example.com'],
  [{ title: '', text: '', url: ' https://example.com ' }, 'https://example.com'],
  [{ title: 'Same', text: 'Same', url: '' }, 'Same'],
  [{ title: 'Same', text: 'Same', url: 'Same' }, 'Same'],
  [{ title: ' ', text: 'two\nlines', url: '' }, 'two\nlines'],
  [{ title: '', text: '', url: '' }, ''],
])('%j', (words, expected) => {
  expect(sharedWords(words)).toBe(expected);
});

test('what no message has room for goes as a file', async () => {
  const long = 'x'.repeat(9_000);
  expect(asFile(long, 0)).toBeUndefined();
  expect(await asFile(long, 1_001)?.text()).toBe(long);
});
