import { expect, test } from 'vitest';
import { nextPlace } from './move-focus.ts';

test('forward, back, wrap, ends', () => {
  expect([nextPlace('ArrowDown', 0, 3, 'column'), nextPlace('ArrowDown', 2, 3, 'column')]).toEqual([1, 0]);
  expect([nextPlace('ArrowUp', 0, 3, 'column'), nextPlace('ArrowLeft', 2, 3, 'row')]).toEqual([2, 1]);
  expect([nextPlace('Home', 2, 3, 'row'), nextPlace('End', 0, 3, 'row')]).toEqual([0, 2]);
});

test('from nowhere', () => {
  expect([nextPlace('ArrowDown', -1, 3, 'column'), nextPlace('ArrowUp', -1, 3, 'column')]).toEqual([0, 2]);
});

test('other keys, the other direction and an empty group are none of its business', () => {
  expect([nextPlace('a', 0, 3, 'row'), nextPlace('ArrowDown', 0, 3, 'row'), nextPlace('Home', -1, 0, 'row')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
