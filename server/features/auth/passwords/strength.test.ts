import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import type { AppError } from '../../../platform/http/errors.ts';
import { checkPassword } from './strength.ts';

const rule = { minimum: 8, words: ['Acme Rockets', 'Olive', 'Owner', 'olive.owner'] };
const verdict = (password: string, minimum = rule.minimum): string => {
  try {
    checkPassword(password, { ...rule, minimum });
    return 'fine';
  } catch (error) {
    return (error as AppError).code;
  }
};

test('shorter than the company asks, and never shorter than six', () => {
  expect(verdict('x9!kf2')).toBe('AUTH_PASSWORD_SHORT');
  expect(verdict('x9!kf2', 6)).toBe('fine');
  expect(verdict('x9!kf', 1)).toBe('AUTH_PASSWORD_SHORT');
  expect(verdict('x9!kf2qwlz', 12)).toBe('AUTH_PASSWORD_SHORT');
  // Characters, not bytes or halves of surrogates.
  expect(verdict('🔑🔒🔓🗝')).toBe('AUTH_PASSWORD_SHORT');
});

test.each([
  'password',
  'Password123!',
  'p@ssw0rd',
  'P@$$w0rd2026',
  'letmein!!',
  'qwertyuiop',
  '1q2w3e4r',
  'Summer2026!',
  'iloveyou1',
  '!!dragon!!',
  'abcdefgh',
  '1234567890',
  '9876543210',
  'aaaaaaaaaaaaaaaa',
  'abababababab1',
  'acmerockets',
  'Acme-Rockets-2026',
  'olive.owner1',
  'Limelight2026',
])('known to every guesser: %s', (password) => {
  expect(verdict(password)).toBe('AUTH_PASSWORD_WEAK');
});

test.each(['hgfkwqpz', 'HGFKWQPZ', '83920174', '839201746'])('short and of one kind of character: %s', (password) => {
  expect(verdict(password)).toBe('AUTH_PASSWORD_WEAK');
});

test.each([
  'hgfk wqpz',
  'kestrel-lamp',
  'unhurried kettle marsh',
  'grünkohlwiesenzaun',
  '8h2kfq0z',
  'correct horse 9 battery',
])('good: %s', (password) => {
  expect(verdict(password)).toBe('fine');
});

test('none of the ten thousand that are stolen most often will do, whatever the length asked for', () => {
  const top = dictionary['passwords-common'].slice(0, 10_000);
  expect(top).toHaveLength(10_000);
  expect(top.filter((password) => verdict(password, 6) === 'fine')).toEqual([]);
  expect(top.filter((password) => verdict(password.toUpperCase(), 6) === 'fine')).toEqual([]);
});
