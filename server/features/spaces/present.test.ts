// Cursors: what a list gave comes back as it was; anything else is refused and never reaches the database.
import { expect, test } from 'vitest';
import { cursorOf, memberPlaceOf, spacePlaceOf } from './present.ts';

const ID = '01960000-0000-7000-8000-000000000001';

test('a cursor says where the page before ended', () => {
  expect(spacePlaceOf(cursorOf(['Zürich 🏔️', ID]))).toEqual(['Zürich 🏔️', ID]);
  const member = ['admin', '2026-11-21T09:00:00.000Z', ID] as const;
  expect(memberPlaceOf(cursorOf(member))).toEqual(member);
  expect(spacePlaceOf(undefined)).toBeNull();
  expect(memberPlaceOf(undefined)).toBeNull();
});

test('what no list gave is refused', () => {
  const bad = [
    '',
    'x',
    cursorOf([]),
    cursorOf(['a']),
    cursorOf(['a', 'b']),
    cursorOf(['a\0', ID]),
    cursorOf(['a', ID, 'c']),
  ];
  for (const cursor of bad) {
    expect(() => spacePlaceOf(cursor), cursor).toThrow(/cursor/);
    expect(() => memberPlaceOf(cursor), cursor).toThrow(/cursor/);
  }
  expect(() => memberPlaceOf(cursorOf(['owner', '2026-11-21T09:00:00.000Z', ID]))).toThrow(/cursor/);
  expect(() => memberPlaceOf(cursorOf(['admin', 'yesterday', ID]))).toThrow(/cursor/);
});
