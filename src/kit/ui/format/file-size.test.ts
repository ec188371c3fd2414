import { expect, test } from 'vitest';
import { fileSize } from './file-size.ts';

test('decimal units', () => {
  expect([640_000, 84_000, 1_800_000, 2_400_000_000].map(fileSize)).toEqual(['640 KB', '84 KB', '1.8 MB', '2.4 GB']);
});

test('the edges', () => {
  expect([0, -1, Number.NaN, 1, 999, 1000, 1024].map(fileSize)).toEqual([
    '0 KB',
    '0 KB',
    '0 KB',
    '1 KB',
    '1 KB',
    '1 KB',
    '1 KB',
  ]);
  expect([999_499, 999_500, 1_000_000, 9_949_000, 9_950_000, 5e12].map(fileSize)).toEqual([
    '999 KB',
    '1 MB',
    '1 MB',
    '9.9 MB',
    '10 MB',
    '5000 GB',
  ]);
});
