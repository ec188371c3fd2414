// Who sees and administers which spaces, case by case.
import { expect, test } from 'vitest';
import { canAdminister, canInvite, canLookInto, canSee, type Door, isNeeded, wayIn } from './policy.ts';

const manager = new Set(['spaces.manage']);
const nobody = new Set<string>();

test('a private space is there for its members, and for those who are invited or have asked', () => {
  expect(canSee({ role: null, visibility: 'private', join_status: null })).toBe(false);
  expect(canSee({ role: null, visibility: 'private', join_status: 'invited' })).toBe(true);
  expect(canSee({ role: null, visibility: 'private', join_status: 'requested' })).toBe(true);
  expect(canSee({ role: 'member', visibility: 'private', join_status: 'accepted' })).toBe(true);
  expect(canSee({ role: null, visibility: 'public', join_status: null })).toBe(true);
});

test('what is inside is for those who are in, and of public spaces for everybody', () => {
  expect(canLookInto({ role: null, visibility: 'private' })).toBe(false);
  expect(canLookInto({ role: null, visibility: 'public' })).toBe(true);
  expect(canLookInto({ role: 'member', visibility: 'private' })).toBe(true);
});

test('whoever is in may invite, and who administers it', () => {
  expect(canInvite({ role: 'member', visibility: 'private' }, nobody)).toBe(true);
  expect(canInvite({ role: null, visibility: 'public' }, nobody)).toBe(false);
  expect(canInvite({ role: null, visibility: 'public' }, manager)).toBe(true);
  expect(canInvite({ role: null, visibility: 'private' }, manager)).toBe(false);
});

test('a public space is joined, and where an admin has invited one; before a private one asks, if one knows of it', () => {
  const door: Door = {
    role: null,
    visibility: 'private',
    join_status: null,
    total_members: 3,
    opens: false,
    has_link: false,
  };
  expect(wayIn(door)).toBeNull();
  expect(wayIn({ ...door, visibility: 'public' })).toBe('in');
  expect(wayIn({ ...door, join_status: 'invited', opens: true })).toBe('in');
  expect(wayIn({ ...door, join_status: 'invited' })).toBe('ask');
  expect(wayIn({ ...door, join_status: 'requested' })).toBe('ask');
  expect(wayIn({ ...door, has_link: true })).toBe('ask');
  // Nobody is there who could let them in.
  expect(wayIn({ ...door, has_link: true, total_members: 0 })).toBeNull();
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
