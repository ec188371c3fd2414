import { expect, test } from 'vitest';
import { placeFor } from './place.ts';

const room = { width: 400, height: 300 };
const menu = { width: 120, height: 100 };
const at = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 40 });

test('below, and above when there is no room', () => {
  expect(placeFor(at(50, 50), menu, room, 'below')).toEqual({ left: 50, top: 96 });
  expect(placeFor(at(50, 240), menu, room, 'below')).toEqual({ left: 50, top: 134 });
});

test('it never leaves the window', () => {
  expect(placeFor(at(380, 50), menu, room, 'below').left).toBe(272);
  expect(placeFor(at(0, 50), menu, room, 'below').left).toBe(8);
  expect(placeFor(at(50, 100), { width: 120, height: 290 }, room, 'below').top).toBe(8);
});

test('end-aligned and to the side', () => {
  expect(placeFor(at(300, 50), menu, room, 'below-end')).toEqual({ left: 220, top: 96 });
  expect(placeFor(at(10, 100), menu, room, 'right')).toEqual({ left: 56, top: 70 });
  expect(placeFor(at(340, 100), menu, room, 'right').left).toBe(214);
});
