// Departments as a tree.
import { expect, test } from 'vitest';
import type { Department } from '#contract/people/departments.ts';
import { choicesOf, flat, treeOf } from './tree.ts';

const one = (department_id: string, parent_id: string | null, members: number): Department => ({
  department_id,
  department_name: department_id.toUpperCase(),
  parent_id,
  lead_id: null,
  members,
});
const all = [one('a', null, 1), one('b', 'a', 2), one('c', 'b', 4), one('d', null, 0), one('e', 'gone', 8)];

test('counts with what is below; what has no known parent stands at the top', () => {
  expect(flat(treeOf(all)).map(({ department, depth, people }) => [department.department_id, depth, people])).toEqual([
    ['a', 0, 7],
    ['b', 1, 6],
    ['c', 2, 4],
    ['d', 0, 0],
    ['e', 0, 8],
  ]);
});

test('a department is not offered itself, nor what is below it', () => {
  expect(choicesOf(treeOf(all), 'b').map(({ value }) => value)).toEqual(['a', 'd', 'e']);
});
