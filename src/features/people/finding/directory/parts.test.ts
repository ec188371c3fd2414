import { expect, test } from 'vitest';
import { type Counts, partsOf, strangersOf } from './parts.ts';

const department = (department_id: string, parent_id: string | null = null) => ({
  department_id,
  department_name: department_id.toUpperCase(),
  parent_id,
  lead_id: null,
  // Everybody who is in it, whoever is looked for.
  members: 40,
});
const departments = [
  department('labs'),
  department('shops', 'trade'),
  department('trade'),
  department('quay', 'shops'),
];
const counts: Counts = new Map([
  ['trade', 2],
  ['quay', 3],
  [null, 4],
]);
const told = (closed: readonly string[] = [], given = counts) =>
  partsOf(departments, given, ({ key }) => !closed.includes(key)).map(
    ({ name, depth, own, all }) => `${name} ${depth} ${own} ${all}`,
  );

test('departments stand as the tree has them, with those who are looked for, and who is in none comes last', () => {
  expect(told()).toEqual(['TRADE 0 2 5', 'SHOPS 1 0 3', 'QUAY 2 3 3', 'In no department 0 4 4']);
});

test('a closed one hides what is below it, and says how many they are', () => {
  expect(told(['trade'])).toEqual(['TRADE 0 2 5', 'In no department 0 4 4']);
});

test('where nobody is there is no heading', () => {
  expect(told([], new Map([['shops', 1]]))).toEqual(['TRADE 0 0 1', 'SHOPS 1 1 1']);
});

test('whose department is not known stands apart from who is in none, and one that nobody has told yet is no place', () => {
  const given = new Map([
    [null, 1],
    [undefined, 2],
    ['new', 3],
  ] as const);
  expect(told([], given)).toEqual(['In no department 0 1 1', 'Not known without a connection 0 2 2']);
  expect(strangersOf(departments, given)).toEqual(['new']);
  expect(strangersOf(departments, counts)).toEqual([]);
});
