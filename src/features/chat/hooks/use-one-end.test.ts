// Lists that change at both ends reach the screen in steps of one end each.
import { expect, test } from 'vitest';
import type { Row } from '../components/rows/rows.ts';
import { nextOf } from './use-one-end.ts';

const rows = (from: number, to: number): Row[] =>
  Array.from({ length: to - from + 1 }, (_, at) => ({ kind: 'day', key: `${from + at}`, at: '' }));
const shown = (from: number, to: number) => ({ rows: rows(from, to), shift: false, epoch: 0, lastKey: `${to}` });
const sketch = ({ rows: all, shift, epoch }: ReturnType<typeof nextOf>) => [all[0]?.key, all.at(-1)?.key, shift, epoch];

test('one end is followed at once', () => {
  expect(sketch(nextOf(shown(10, 20), rows(10, 25)))).toEqual(['10', '25', false, 0]);
  expect(sketch(nextOf(shown(10, 20), rows(10, 15)))).toEqual(['10', '15', false, 0]);
  expect(sketch(nextOf(shown(10, 20), rows(5, 20)))).toEqual(['5', '20', true, 0]);
  expect(sketch(nextOf(shown(10, 20), rows(15, 20)))).toEqual(['15', '20', true, 0]);
});

test('both ends take two steps, the front first', () => {
  const both = rows(5, 22);
  const first = nextOf(shown(10, 20), both);
  expect(sketch(first)).toEqual(['5', '20', true, 0]);
  expect(sketch(nextOf(first, both))).toEqual(['5', '22', false, 0]);
});

test('what has nothing left of what was there begins anew', () => {
  expect(sketch(nextOf(shown(10, 20), rows(30, 40)))).toEqual(['30', '40', false, 1]);
  expect(sketch(nextOf({ ...shown(10, 20), rows: [] }, rows(30, 40)))).toEqual(['30', '40', false, 0]);
});
