import { expect, test } from 'vitest';
import { accentOf } from './accents.ts';

test('the four themes of the specification have their accents', () => {
  const names = ['default', 'Custom_Mob_1', 'Custom_Eventlink', 'Custom_Tron'];
  expect(names.map(accentOf)).toEqual(['lime', 'violet', 'green', 'orange']);
});

test('anything else is lime', () => {
  expect([undefined, null, '', 'toString', 'custom_tron', 7].map(accentOf)).toEqual(Array(6).fill('lime'));
});
