// Whom "New message" and "Forward to" offer: recent conversations first, then everybody, then one's own spaces and what is in
// them; nobody twice.
import { expect, test } from 'vitest';
import type { Entry, SubSpace } from '#contract/chat.ts';
import type { Person } from '#contract/people.ts';
import { addressOf, targetGroups } from './targets.ts';

const person = (employee_id: string, first_name: string, last_name = 'X'): Person => ({
  employee_id,
  first_name,
  last_name,
  position_title: '',
  profile_url: null,
  employee_account_status: 'ACTIVE',
});
const blank = {
  conversations: [],
  latest_message: '',
  latest_message_type: 'text',
  latest_message_time: null,
  unread_message_count: 0,
  mention_count: 0,
  muted: false,
  pinned: false,
} as const;
const direct = (entity_id: string): Entry => ({
  ...blank,
  entity_type: 'employee',
  entity_id,
  space: null,
  conversations: [],
});
const space = (space_id: string, space_name: string): Entry => ({
  ...blank,
  entity_type: 'space',
  entity_id: space_id,
  conversations: [],
  space: {
    space_id,
    space_name,
    space_image: null,
    total_members: 3,
    space_description: '',
    is_member: true,
    role: 'member',
    space_role: null,
    visibility: 'private',
    history: 'all',
    join_status: 'accepted',
    sub_spaces: [],
    revision: 0,
  },
});

const people = new Map(['Ada', 'Ben', 'Cleo', 'Dan'].map((name) => [name, person(name, name)]));
const entries = [direct('Cleo'), space('s1', 'Ovens'), direct('gone'), direct('Ada'), space('s2', 'Ada’s group')];
const titles = (query: string) =>
  targetGroups({ entries, people, self_id: 'Dan', query }).map(({ label, from, targets }) => [
    label,
    from,
    ...targets.map(({ title }) => title),
  ]);

test('before anything is typed: recent ones, without who has left, then everybody else', () => {
  expect(titles('')).toEqual([
    ['Recent', 0, 'Cleo X', 'Ovens', 'Ada X', 'Ada’s group'],
    ['People', 4, 'Ben X', 'Dan X (you)'],
  ]);
});

test('nobody writes to a campaign, so none is offered', () => {
  const campaign: Entry = {
    ...direct('c1'),
    entity_type: 'campaign',
    group: { name: 'Ovens are out', employee_ids: [] },
    read_only: true,
  };
  for (const query of ['', 'ovens'])
    expect(JSON.stringify(targetGroups({ entries: [campaign], people, self_id: 'Dan', query }))).not.toContain('c1');
});

test('typing searches people and own spaces alike', () => {
  expect(titles('ada')).toEqual([
    ['People', 0, 'Ada X'],
    ['Your spaces', 1, 'Ada’s group'],
  ]);
  expect(titles('nobody')).toEqual([]);
});

const inSpace = (entry: Entry, ...subs: (Partial<SubSpace> & { at?: string; member?: boolean })[]): Entry => ({
  ...entry,
  space: entry.space && {
    ...entry.space,
    sub_spaces: subs.map(({ at: _at, member: _member, ...sub }) => ({
      sub_space_id: sub.sub_space_name ?? '',
      space_id: entry.entity_id,
      company_id: 'c',
      sub_space_name: '',
      sub_space_description: '',
      is_default: false,
      is_private: false,
      position: 0,
      archived_at: null,
      created_at: '2026-03-01T08:00:00.000Z',
      ...sub,
    })),
  },
  conversations: subs.flatMap(({ sub_space_name = '', at, member = true }) =>
    member
      ? [{ ...state, conversation_id: sub_space_name, sub_space_id: sub_space_name, latest: at ? said(at) : null }]
      : [],
  ),
});
const state = { revision: 1, last_seq: 0, read_seq: 0, deleted_seqs: [], mention_seqs: [], seen_seq: null };
const said = (time: string) =>
  ({ message_id: 'm', seq: 1, sender_id: 'Ada', type: 'text', text: '', label: '', time, deleted: false }) as const;
const shownOf = (all: readonly Entry[], query: string) =>
  targetGroups({ entries: all, people: new Map(), self_id: 'Dan', query }).map(({ label, from, targets }) => [
    label,
    from,
    ...targets.map(({ title }) => title),
  ]);

test('the sub-spaces in which one can write are found by both names, and lead there', () => {
  const ovens = inSpace(
    space('s1', 'Ovens'),
    { sub_space_name: 'General', is_default: true },
    { sub_space_name: 'Early shift', sub_space_description: 'Before six' },
    { sub_space_name: 'Earlier plans', archived_at: '2026-03-02T08:00:00.000Z' },
    { sub_space_name: 'Early birds', member: false },
  );
  const closed = { ...inSpace(space('s2', 'Early news'), { sub_space_name: 'Early ones' }), read_only: true };
  for (const query of ['early', 'ovens early', 'early ov'])
    expect(shownOf([ovens, closed], query)).toEqual([['Sub-spaces', 0, 'Ovens › Early shift']]);
  expect(shownOf([ovens], 'ovens')).toEqual([
    ['Your spaces', 0, 'Ovens'],
    ['Sub-spaces', 1, 'Ovens › Early shift'],
  ]);
  expect(shownOf([ovens], 'general')).toEqual([]);
  const both = targetGroups({ entries: [ovens], people, self_id: 'Dan', query: 'ovens' }).flatMap((one) => one.targets);
  expect(both[1]).toMatchObject({ name: 'Ovens', within: 'Ovens', line: 'Before six' });
  expect(both.map(addressOf)).toEqual([
    { entity_type: 'space', entity_id: 's1' },
    { entity_type: 'space', entity_id: 's1', sub_space_id: 'Early shift' },
  ]);
});

test('recent is where something was said last: in a sub-space, that one stands before its space', () => {
  const ovens = inSpace(
    space('s1', 'Ovens'),
    { sub_space_name: 'General', is_default: true, at: '2026-03-02T08:00:00.000Z' },
    { sub_space_name: 'Quiet' },
    { sub_space_name: 'Busy', at: '2026-03-04T08:00:00.000Z' },
    { sub_space_name: 'Over', at: '2026-03-05T08:00:00.000Z', archived_at: '2026-03-05T09:00:00.000Z' },
  );
  const vans = inSpace(space('s2', 'Vans'), {
    sub_space_name: 'General',
    is_default: true,
    at: '2026-03-03T08:00:00.000Z',
  });
  expect(shownOf([ovens, vans], '')).toEqual([
    ['Recent', 0, 'Ovens › Busy', 'Vans', 'Ovens'],
    ['Sub-spaces', 3, 'Ovens › Quiet'],
  ]);
});

test('a sub-space is private where it is, or its space', () => {
  const [open, closed] = (['public', 'private'] as const).map((visibility, at) => {
    const entry = inSpace(
      space(`s${at}`, 'Ovens'),
      { sub_space_name: 'All' },
      { sub_space_name: 'Few', is_private: true },
    );
    const shown: Entry = { ...entry, space: entry.space && { ...entry.space, visibility } };
    return targetGroups({ entries: [shown], people, self_id: 'Dan', query: 'ovens' })[1]?.targets;
  });
  expect(open?.map(({ isPrivate }) => isPrivate)).toEqual([false, true]);
  expect(closed?.map(({ isPrivate }) => isPrivate)).toEqual([true, true]);
});

test('oneself keeps the initials of the name', () => {
  const [you] = targetGroups({ entries: [], people, self_id: 'Dan', query: 'dan' })[0]?.targets ?? [];
  expect(you).toMatchObject({ name: 'Dan X', title: 'Dan X (you)', line: 'Notes to yourself' });
});

test('tells how many do not stand in the list', () => {
  const many = new Map(Array.from({ length: 50 }, (_, n) => [String(n), person(String(n), `P${n}`)]));
  const [group] = targetGroups({ entries: [], people: many, self_id: 'x', query: '' });
  expect(group).toMatchObject({ label: 'People', more: 10 });
});
