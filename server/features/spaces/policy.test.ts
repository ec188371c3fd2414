// Who sees and administers which spaces, case by case.
import { expect, test } from 'vitest';
import { type SpaceAction, type SpaceRole, spaceAction } from '#contract/spaces/space-role.ts';
import {
  canAdminister,
  canInvite,
  canLookInto,
  canRemove,
  canSee,
  type Door,
  inOrder,
  isNeeded,
  isTaken,
  may,
  wayIn,
} from './policy.ts';

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

test('the last admin is needed as long as others are in who can act, or will', () => {
  expect(isNeeded({ able: true, led: false })).toBe(true);
  expect(isNeeded({ able: true, led: true })).toBe(false);
  expect(isNeeded({ able: false, led: false })).toBe(false);
  expect(isNeeded(null)).toBe(false);
});

const roleOf = (...actions: SpaceAction[]): SpaceRole => ({
  space_role_id: 'r',
  space_id: 's',
  space_role_name: 'Host',
  actions,
});
const plain = { role: 'member', visibility: 'private', space_role: null } as const;
const admin = { ...plain, role: 'admin' } as const;

test('a role allows what it says and nothing else; who administers may everything', () => {
  for (const action of spaceAction.options) {
    expect(may(plain, nobody, action)).toBe(false);
    expect(may(admin, nobody, action)).toBe(true);
    expect(may(plain, manager, action)).toBe(true);
    expect(may({ ...plain, role: null }, manager, action)).toBe(false);
    for (const other of spaceAction.options)
      expect(may({ ...plain, space_role: roleOf(other) }, nobody, action)).toBe(other === action);
  }
  const most = { ...plain, space_role: roleOf(...spaceAction.options) };
  expect(canAdminister(most, nobody)).toBe(false);
});

test('who manages members takes out those who may not do the same', () => {
  const host = { ...plain, space_role: roleOf('manage_members') };
  const editor = { ...plain, space_role: roleOf('edit_space', 'delete_messages') };
  expect([plain, editor, host, admin].map((one) => canRemove(host, nobody, one))).toEqual([true, true, false, false]);
  expect([plain, editor, host, admin].map((one) => canRemove(admin, nobody, one))).toEqual([true, true, true, true]);
  expect([plain, host].map((one) => canRemove(editor, nobody, one))).toEqual([false, false]);
  expect(canRemove({ ...plain, role: null, visibility: 'public' }, manager, admin)).toBe(true);
});

test('a name of a role is there once, whatever its case, and two are there always', () => {
  const others = [{ space_role_name: 'Straßenfest' }, { space_role_name: 'Host' }];
  for (const name of ['host', 'HOST', 'ｈｏｓｔ', 'Admin', 'MEMBER']) expect(isTaken(name, others), name).toBe(true);
  for (const name of ['Hosts', 'Administrator', 'Strassenfest']) expect(isTaken(name, others), name).toBe(false);
});

test('actions stand in one order, each once', () => {
  expect(inOrder(['delete_messages', 'edit_space', 'delete_messages'])).toEqual(['edit_space', 'delete_messages']);
});
