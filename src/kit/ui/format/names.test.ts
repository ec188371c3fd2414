import fc from 'fast-check';
import { expect, test } from 'vitest';
import { avatarColour, avatarColours, fullName, initials, initialsOf } from './names.ts';

test('26 colours, of which 21 occur', () => {
  expect(avatarColours).toHaveLength(26);
  const unused = new Set(avatarColours.slice(21));
  fc.assert(fc.property(fc.string(), (name) => !unused.has(avatarColour(name))));
});

test('the character sum picks', () => {
  expect(avatarColour('')).toBe('gray');
  expect(avatarColour('A')).toBe(avatarColours[65 % 21]);
  expect(avatarColour('AB')).toBe(avatarColours[131 % 21]);
  expect(avatarColour('AB')).toBe(avatarColour('BA'));
});

test('initials', () => {
  expect([initials('Beatriz', 'Moura'), initials(' ines ', 'okafor'), initials('Cher'), initials('', '')]).toEqual([
    'BM',
    'IO',
    'C',
    '',
  ]);
  expect([initialsOf('Mill Lane crew'), initialsOf('Limelight'), initialsOf('')]).toEqual(['MC', 'L', '']);
  expect(initials('Öz', '😀x')).toBe('Ö😀');
});

test('full name', () => {
  expect(fullName({ first_name: 'Ines', last_name: '' })).toBe('Ines');
});
