import { expect, test } from 'vitest';
import { isChunkError } from './chunk-error.ts';

const named = (name: string) => Object.assign(new Error('x'), { name });

test('the words of the browsers and of Vite', () => {
  const texts = [
    'Failed to fetch dynamically imported module: https://a/assets/b.js',
    'error loading dynamically imported module: https://a/assets/b.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/b.css',
  ];
  expect(texts.map((text) => isChunkError(new TypeError(text)))).toEqual([true, true, true, true]);
  expect(isChunkError(named('ChunkLoadError'))).toBe(true);
});

test('everything else is a bug', () => {
  expect(
    [new Error('x is not a function'), new TypeError('Failed to fetch'), 'ChunkLoadError', undefined].map(isChunkError),
  ).toEqual([false, false, false, false]);
});
