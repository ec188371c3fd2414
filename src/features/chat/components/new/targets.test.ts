// Whom "New message" offers: recent conversations first, then everybody, then one's own spaces; nobody twice.
import { expect, test } from 'vitest';
import type { Entry } from '#contract/chat.ts';
import type { Person } from '#contract/people.ts';
import { targetGroups } from './targets.ts';

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

test('oneself keeps the initials of the name', () => {
  const [you] = targetGroups({ entries: [], people, self_id: 'Dan', query: 'dan' })[0]?.targets ?? [];
  expect(you).toMatchObject({ name: 'Dan X', title: 'Dan X (you)', line: 'Notes to yourself' });
});

test('tells how many do not stand in the list', () => {
  const many = new Map(Array.from({ length: 50 }, (_, n) => [String(n), person(String(n), `P${n}`)]));
  const [group] = targetGroups({ entries: [], people: many, self_id: 'x', query: '' });
  expect(group).toMatchObject({ label: 'People', more: 10 });
});
