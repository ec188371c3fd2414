// What rows of the list say, and in which tab they stand.
import { expect, test } from 'vitest';
import type { Entry } from '#contract/chat.ts';
import { filterRows, type ListInput, type ListTab, listRows, unreadByTab } from './list-rows.ts';

const entry = (entity_type: Entry['entity_type'], more: Partial<Entry> = {}): Entry => ({
  entity_type,
  entity_id: entity_type,
  space: null,
  conversations: [],
  latest_message: '',
  latest_message_type: 'text',
  latest_message_time: null,
  unread_message_count: 1,
  mention_count: 0,
  muted: false,
  pinned: false,
  ...more,
});
const entries = [
  entry('employee'),
  entry('group', { group: { name: 'Bakers', employee_ids: ['ada', 'ben'] } }),
  entry('space', { space: { space_name: 'Ovens', sub_spaces: [] } as unknown as Entry['space'] }),
  entry('campaign', { group: { name: 'Fire drill', employee_ids: [] }, read_only: true }),
];
const rows = listRows({ entries, people: new Map(), self_id: 'me', drafts: new Map(), waiting: {} });

test('a campaign goes by its title, names nobody, and waits for no hello', () => {
  expect(rows.find((row) => row.entity_type === 'campaign')).toMatchObject({
    title: 'Fire drill',
    members: [],
    image: null,
    preview: 'No messages yet',
  });
});

test('campaigns stand in All alone, and count there', () => {
  const inTab = (tab: ListTab) => filterRows(rows, tab, '').map((row) => row.entity_type);
  expect(inTab('all').sort()).toEqual(['campaign', 'employee', 'group', 'space']);
  expect(inTab('direct').sort()).toEqual(['employee', 'group']);
  expect(inTab('spaces')).toEqual(['space']);
  expect(unreadByTab(rows)).toEqual({ all: 4, direct: 2, spaces: 1 });
  expect(filterRows(rows, 'all', 'fire')).toHaveLength(1);
});

test('pinned ones stand on top, then the latest, and those in which nobody wrote at the end by their name', () => {
  const named = (name: string, time: string | null, pinned = false) =>
    entry('group', { group: { name, employee_ids: [] }, latest_message_time: time, pinned });
  const given = [
    named('Ovens', null),
    named('Night', '2026-01-02T10:00:00.000Z'),
    named('Élan', null),
    named('Rye', '2026-01-02T10:00:00.001Z'),
    named('Till', '2025-12-31T23:59:59.999Z', true),
    named('Mill', '2026-01-02T10:00:00.000Z'),
  ];
  const sorted = listRows({ entries: given, people: new Map(), self_id: 'me', drafts: new Map(), waiting: {} });
  expect(sorted.map(({ title }) => title)).toEqual(['Till', 'Rye', 'Mill', 'Night', 'Élan', 'Ovens']);
});

test('a row that says the same is the same, whatever changes beside it', () => {
  const [ovens, vans] = ['Ovens', 'Vans'].map((name) =>
    entry('group', { entity_id: name, group: { name, employee_ids: ['ada'] } }),
  ) as [Entry, Entry];
  const shown = (given: readonly Entry[], more: Partial<ListInput> = {}) => {
    const input = { entries: given, people: new Map(), self_id: 'me', drafts: new Map(), waiting: {}, ...more };
    return Object.fromEntries(listRows(input).map((row) => [row.title, row]));
  };
  const before = shown([ovens, vans]);
  const after = shown([{ ...vans, unread_message_count: 2 }, ovens]);
  expect(after['Ovens']).toBe(before['Ovens']);
  expect(after['Vans']).toMatchObject({ unread: 2 });
  const queued = shown([ovens, vans], { waiting: { 'group/Vans': 'queued' } });
  expect(queued['Ovens']).toBe(before['Ovens']);
  expect(queued['Vans']).toMatchObject({ waiting: 'queued' });
  expect(shown([ovens, vans])['Vans']).toMatchObject({ waiting: null });
});
