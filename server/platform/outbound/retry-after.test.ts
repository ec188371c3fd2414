import { expect, test } from 'vitest';
import { secondsOf } from './retry-after.ts';

test.each([
  ['120', 120],
  [' 0 ', 0],
  ['999999999', 86_400],
  ['Sun, 22 Nov 2026 10:01:30 GMT', 90],
  ['Sun, 22 Nov 2026 09:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
  ['-5 apples', undefined],
])('Retry-After: %s', (header, seconds) => {
  expect(secondsOf(header, Date.parse('2026-11-22T10:00:00Z'))).toBe(seconds);
});
