import { expect, test } from 'vitest';
import { compact, grouped, labelled, ticksTo } from './scale.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 2, 4]],
  [7, [0, 3, 6, 9]],
  [58, [0, 20, 40, 60]],
  [100, [0, 50, 100]],
  [1240, [0, 500, 1000, 1500]],
])('an axis to %i', (max, ticks) => {
  expect(ticksTo(max)).toEqual(ticks);
});

test('an axis always reaches the highest value, in few steps', () => {
  for (let max = 1; max < 5000; max += 7) {
    const ticks = ticksTo(max);
    expect(ticks.at(-1), String(max)).toBeGreaterThanOrEqual(max);
    expect(ticks.length).toBeLessThanOrEqual(5);
  }
});

test('labels stand at both ends and evenly between', () => {
  expect(labelled(7, 5)).toEqual([0, 2, 3, 5, 6]);
  expect(labelled(365, 5)).toEqual([0, 91, 182, 273, 364]);
  expect([labelled(1, 5), labelled(0, 5), labelled(2, 5)]).toEqual([[0], [], [0, 1]]);
});

test('days are taken together from the end', () => {
  expect(grouped([1, 2, 3, 4, 5], 2)).toEqual([[1], [2, 3], [4, 5]]);
});

test('large numbers are short', () => {
  expect([compact(9999), compact(12_400), compact(3_000_000)]).toEqual(['9,999', '12.4K', '3M']);
});
