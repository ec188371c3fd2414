// Who sees and administers which spaces, case by case.
import { expect, test } from 'vitest';
import { canAdminister, canSee, isNeeded } from './policy.ts';

const manager = new Set(['spaces.manage']);
const nobody = new Set<string>();

test('a private space is there for its members alone', () => {
  expect(canSee({ role: null, visibility: 'private' })).toBe(false);
  expect(canSee({ role: 'member', visibility: 'private' })).toBe(true);
  expect(canSee({ role: null, visibility: 'public' })).toBe(true);
});

test('a space is administered by its admins, and by who manages spaces if they see it', () => {
  expect(canAdminister({ role: 'admin', visibility: 'private' }, nobody)).toBe(true);
  expect(canAdminister({ role: 'member', visibility: 'public' }, nobody)).toBe(false);
  expect(canAdminister({ role: null, visibility: 'public' }, manager)).toBe(true);
  expect(canAdminister({ role: null, visibility: 'private' }, manager)).toBe(false);
  expect(canAdminister({ role: 'member', visibility: 'private' }, manager)).toBe(true);
});

test('the last admin is needed as long as others are in', () => {
  expect(isNeeded('admin', 2, false)).toBe(true);
  expect(isNeeded('admin', 2, true)).toBe(false);
  expect(isNeeded('admin', 1, false)).toBe(false);
  expect(isNeeded('member', 2, false)).toBe(false);
});
