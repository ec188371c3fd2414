// What leaving does, in words.
import { expect, test } from 'vitest';
import type { LeavingEffects } from '#contract/people/leaving.ts';
import { ended, handedOver, staying, wentTo } from './leaving-words.ts';

const several = (...names: string[]) => ({ count: names.length, items: names.map((name) => ({ id: name, name })) });
const nothing: LeavingEffects = {
  spaces: 0,
  hand_over: { spaces: several(), departments: several(), reports: several() },
  needs_heir: false,
  ends: {
    ...{ sessions: 0, devices: 0, scheduled_messages: 0, views: 0, links: 0, sign_on: 0, provisioned: false },
    ...{ groups: several(), roles: several(), emptied: several() },
    joining: { requests: 0, invited: 0, inviting: 0 },
  },
  stays: { conversations: 0, tokens: 0 },
};

test('of somebody who has nothing little is said', () => {
  expect(handedOver(nothing)).toEqual([]);
  expect(ended(nothing)).toEqual(['They cannot sign in']);
  expect(staying(nothing)).toEqual(['What they wrote, under “Former employee”']);
  expect(wentTo({ spaces: 0, departments: 0, reports: 0 })).toBe('');
});

test('what there is is counted and named', () => {
  const effects: LeavingEffects = {
    ...nothing,
    spaces: 3,
    hand_over: { spaces: several('Bakers'), departments: several(), reports: several('A', 'B', 'C', 'D', 'E') },
    ends: { ...nothing.ends, sessions: 2, scheduled_messages: 1, roles: several('Owner') },
    stays: { conversations: 1200, tokens: 0 },
  };
  expect(handedOver(effects)).toEqual([
    '1 space (Bakers) without another admin',
    '5 people (A, B, C and 2 more) who report to them',
  ]);
  expect(ended(effects)).toEqual([
    'They are signed out on 2 devices, and cannot sign in',
    '1 scheduled message is never sent',
    'They leave 3 spaces',
    'They lose 1 role (Owner)',
  ]);
  expect(staying(effects)[1]).toBe('1,200 conversations with colleagues, to read');
  expect(wentTo({ spaces: 1, departments: 2, reports: 1 })).toBe(
    '1 space, 2 departments and 1 person who reported to them',
  );
});

test('what hangs on the account is said, one by one, and what outlives it', () => {
  const effects: LeavingEffects = {
    ...nothing,
    spaces: 1,
    ends: {
      ...nothing.ends,
      ...{ views: 1, links: 2, sign_on: 1, provisioned: true, emptied: several('Notes') },
      joining: { requests: 1, invited: 2, inviting: 1 },
    },
    stays: { conversations: 0, tokens: 2 },
  };
  expect(ended(effects).slice(1)).toEqual([
    'They leave 1 space',
    '1 space (Notes) is left with nobody in it',
    '1 request to join a space is withdrawn',
    '2 space invitations to them are withdrawn',
    '1 space invitation from them is withdrawn',
    '1 saved view of the people list is deleted',
    '2 mailed links (invitation or new password) stop working',
    'Their account is no longer tied to company sign-on',
    'Their account is no longer tied to your identity provider',
  ]);
  expect(staying(effects)[1]).toBe(
    '2 provisioning tokens that they made go on working: replace them if they may have kept them',
  );
});
