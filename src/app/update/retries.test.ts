import { expect, test } from 'vitest';
import { forgetRetries, nextRetry, retriesOf } from './retries.ts';

test('1 s, 2 s, 5 s, then no more', () => {
  expect([1, 2, 3, 4].map(() => nextRetry('a'))).toEqual([1000, 2000, 5000, undefined]);
  expect(retriesOf('a')).toBe(3);
});

test('every part has its own count, and a manual retry starts anew', () => {
  nextRetry('b');
  expect([retriesOf('b'), retriesOf('c')]).toEqual([1, 0]);
  forgetRetries('b');
  expect(nextRetry('b')).toBe(1000);
});
