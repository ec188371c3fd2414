// Nobody can be worked out of what is shown: not directly, and not by taking it from the whole.
import { expect, test } from 'vitest';
import { roughly, shareOf, shownOf } from './few.ts';

const shown = (...sizes: number[]) =>
  [...shownOf(sizes.map((people) => ({ people })))].map(({ people }) => people).toSorted((a, b) => b - a);

test.each([
  [
    [12, 8, 5],
    [12, 8, 5],
  ],
  // One alone is the whole without the others: the next smallest goes with it.
  [[12, 8, 4], [12]],
  [
    [40, 12, 4, 3],
    [40, 12],
  ],
  // Two that are fewer than five together are one small group.
  [[40, 12, 2, 2], [40]],
  [[40, 1, 1, 1], [40].slice(1)],
  [[4], []],
  [[5], [5]],
  [[9, 1], []],
  [[], []],
])('%j: %j may be shown', (sizes, expected) => {
  expect(shown(...sizes)).toEqual(expected);
});

test('shares are told in steps, which neither nobody nor everybody are told by; numbers in two digits', () => {
  expect([0, 1, 2, 5, 8, 9, 10].map((part) => shareOf(part, 10))).toEqual([10, 10, 20, 50, 80, 90, 90]);
  expect([shareOf(19, 100), shareOf(0, 0)]).toEqual([10, 10]);
  expect([0, 7, 99, 104, 1250, 123_456].map(roughly)).toEqual([0, 7, 99, 100, 1300, 120_000]);
});
