import { expect, test } from 'vitest';
import { elsewhere, safeNext } from './access.ts';

const at = (href: string, next?: unknown) => ({ href, next });

test('a deep link waits behind the sign-in', () => {
  const link = '/connect/space/1/sub-space/2?m=3';
  expect(elsewhere('signed-out', 'signed-in', at(link))).toEqual({ to: '/sign-in', next: link });
  expect(elsewhere('signed-out', 'signed-in', at('/'))).toEqual({ to: '/sign-in', next: undefined });
});

test('who is signed in goes on from the sign-in page', () => {
  expect(elsewhere('signed-in', 'signed-out', at('/sign-in', '/connect/space/1'))).toEqual({
    to: 'next',
    next: '/connect/space/1',
  });
  expect(elsewhere('signed-in', 'signed-out', at('/sign-in'))).toEqual({ to: 'next', next: '/' });
});

test('everybody stays where everybody may be, and nothing is decided while loading', () => {
  expect(elsewhere('signed-in', 'everybody', at('/password/reset/x'))).toBeUndefined();
  expect(elsewhere('signed-out', 'everybody', at('/password/reset/x'))).toBeUndefined();
  expect(elsewhere('loading', 'signed-in', at('/connect'))).toBeUndefined();
  expect(elsewhere('loading', 'signed-out', at('/sign-in'))).toBeUndefined();
});

test('only addresses inside the app are gone to', () => {
  const bad = [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/a\n/b',
    '',
    7,
    undefined,
    '/\t/evil.example',
  ];
  expect(bad.map(safeNext)).toEqual(bad.map(() => '/'));
  expect(safeNext('/connect/employee/1?x=1#y')).toBe('/connect/employee/1?x=1#y');
});
