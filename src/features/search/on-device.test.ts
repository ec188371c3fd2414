// What is found on the device, by whom it is called, and where a hit leads.
import { describe, expect, test } from 'vitest';
import type { Entry, Message } from '#contract/chat.ts';
import type { Person } from '#contract/people.ts';
import { docOf } from '#contract/rich-text.ts';
import { searchTypes } from '#contract/search.ts';
import { parseTyped } from '#contract/search-query.ts';
import { wantedOf } from '#contract/search-words.ts';
import { messageOf } from '../chat/components/rows/message.fixture.ts';
import * as chatKeys from '../chat/live/keys.ts';
import { filtersOf } from './filters.ts';
import { type OnDevice, searchOnDevice } from './on-device.ts';
import { recentRows, rowGroups } from './rows.ts';
import { conversationsKey, messagesPrefix } from './use-search.ts';

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const person = (n: number, first_name: string, last_name: string, given: Partial<Person> = {}): [string, Person] => [
  id(n),
  {
    employee_id: id(n),
    first_name,
    last_name,
    position_title: '',
    profile_url: null,
    employee_account_status: 'ACTIVE',
    ...given,
  },
];
const message = (n: number, conversation: number, seq: number, text: string | null, sender = 2): Message =>
  messageOf(seq, {
    message_id: id(n),
    conversation_id: id(conversation),
    sender_id: id(sender),
    body: text === null ? null : docOf(text),
    created_at: `2026-11-${String(10 + seq).padStart(2, '0')}T09:00:00.000Z`,
    deleted_at: text === null ? '2026-11-20T09:00:00.000Z' : null,
  });

const state = (conversation: number, sub: number | null) => ({
  conversation_id: id(conversation),
  sub_space_id: sub === null ? null : id(sub),
  revision: 1,
  last_seq: 3,
  read_seq: 3,
  deleted_seqs: [],
  seen_seq: null,
  latest: null,
});
const subSpace = (n: number, sub_space_name: string, is_default: boolean) => ({
  sub_space_id: id(n),
  space_id: id(50),
  company_id: id(99),
  sub_space_name,
  sub_space_description: '',
  is_default,
  created_at: '2026-01-01T00:00:00.000Z',
});
const blank = { latest_message: 'Last words', latest_message_type: 'text', unread_message_count: 0 } as const;
const entries = [
  {
    ...blank,
    entity_type: 'employee',
    entity_id: id(2),
    space: null,
    conversations: [state(40, null)],
    latest_message_time: '2026-11-12T09:00:00.000Z',
  },
  {
    ...blank,
    entity_type: 'space',
    entity_id: id(50),
    space: {
      space_id: id(50),
      space_name: 'Mill Lane crew',
      space_image: null,
      total_members: 12,
      space_description: '',
      is_member: true,
      role: 'member',
      space_role: null,
      visibility: 'private',
      join_status: 'accepted',
      sub_spaces: [subSpace(51, 'General', true), subSpace(52, 'Ovens', false)],
      revision: 1,
    },
    conversations: [state(51, 51), state(52, 52)],
    latest_message_time: '2026-11-13T09:00:00.000Z',
  },
  // What other features add to an entry or a sub-space does not matter here.
] as unknown as readonly Entry[];

const people = new Map([
  person(1, 'Ines', 'Okafor'),
  person(2, 'Kwame', 'Mensah', { position_title: 'Maintenance engineer' }),
  person(3, 'Kwabena', 'Gone', { employee_account_status: 'INACTIVE' }),
]);
const latest = message(70, 51, 3, 'The oven seal, again: https://seals.example');
const device: OnDevice = {
  people,
  entries,
  runs: [
    { conversation_id: id(40), items: [message(60, 40, 1, 'Ask about the oven seal'), message(61, 40, 2, null)] },
    { conversation_id: id(51), items: [message(69, 51, 2, 'Nothing', 1), latest] },
    { conversation_id: id(51), items: [latest] },
    { conversation_id: id(52), items: [message(80, 52, 1, 'Oven 3 sealed', 1)] },
    // Of a conversation that one is no longer in.
    { conversation_id: id(90), items: [message(91, 90, 1, 'A secret seal')] },
    { conversation_id: null, items: [] },
  ],
};
const names = { people, entries, self_id: id(1) };

function search(typed: string) {
  const { words, operators } = parseTyped(typed);
  const { filters } = filtersOf(operators, names);
  return searchOnDevice(device, { query: words, filters, types: searchTypes, limit: 10 });
}
const seen = (typed: string) =>
  Object.fromEntries(
    rowGroups(search(typed), wantedOf(parseTyped(typed).words).words, names).map(({ type, rows }) => [
      type,
      rows.map(({ title }) => title),
    ]),
  );

describe('on the device', () => {
  test.each([
    ['kwa', { people: ['Kwame Mensah'] }],
    ['kwmae', { people: ['Kwame Mensah'] }],
    ['engineer', { people: ['Kwame Mensah'] }],
    ['ines', { people: ['Ines Okafor (you)'] }],
    ['mill', { spaces: ['Mill Lane crew'] }],
    [
      'oven seal',
      { messages: ['The oven seal, again: https://seals.example', 'Oven 3 sealed', 'Ask about the oven seal'] },
    ],
    ['seals.example', { messages: ['The oven seal, again: https://seals.example'] }],
    ['secret', {}],
    ['"oven seal"', { messages: ['The oven seal, again: https://seals.example', 'Ask about the oven seal'] }],
    ['"seal again"', { messages: ['The oven seal, again: https://seals.example'] }],
    ['"the seal"', {}],
    ['"ask about" seal from:"Kwame Mensah" in:kwame', { messages: ['Ask about the oven seal'] }],
    ['again in:"mill lane"', { messages: ['The oven seal, again: https://seals.example'] }],
    ['oven from:kwame', { messages: ['The oven seal, again: https://seals.example', 'Ask about the oven seal'] }],
    ['oven from:me', { messages: ['Oven 3 sealed'] }],
    ['oven in:mill', { messages: ['The oven seal, again: https://seals.example', 'Oven 3 sealed'] }],
    ['oven in:ovens', { messages: ['Oven 3 sealed'] }],
    ['oven in:"mill ovens"', { messages: ['Oven 3 sealed'] }],
    ['oven in:kwame', { messages: ['Ask about the oven seal'] }],
    ['has:link', { messages: ['The oven seal, again: https://seals.example'] }],
    ['oven before:2026-11-12', { messages: ['Oven 3 sealed', 'Ask about the oven seal'] }],
    ['oven after:2026-11-12', { messages: ['The oven seal, again: https://seals.example'] }],
  ])('%s', (typed, expected) => {
    expect(seen(typed)).toEqual(expected);
  });

  test.each([
    // Swapped, missing, wrong, one too many; the rest as it is typed.
    ['oven sael', ['The oven seal, again: https://seals.example', 'Ask about the oven seal']],
    ['agian', ['The oven seal, again: https://seals.example']],
    ['abuot oven', ['Ask about the oven seal']],
    ['nothng', ['Nothing']],
    ['noething', ['Nothing']],
    ['oven sealde', ['Oven 3 sealed']],
    ['oevn from:me', ['Oven 3 sealed']],
    ['oevn in:kwame', ['Ask about the oven seal']],
    ['secert', []],
    ['"agian"', []],
    ['oven 4', []],
  ])('with a slip: %s', (typed, expected) => {
    const group = search(typed).find(({ type }) => type === 'messages');
    expect(group).toMatchObject(expected.length ? { near: true } : { items: [] });
    expect(seen(typed)['messages'] ?? []).toEqual(expected);
  });

  test('what is found exactly keeps near hits out, and near ones say so', () => {
    const grouped = (typed: string) => rowGroups(search(typed), wantedOf(typed).words, names);
    expect(grouped('sealed')).toMatchObject([{ type: 'messages', rows: [{ title: 'Oven 3 sealed' }] }]);
    expect(grouped('sealed')[0]).not.toHaveProperty('note');
    expect(grouped('saeled')).toMatchObject([{ note: 'similar words', rows: [{ title: 'Oven 3 sealed' }] }]);
    const [row] = grouped('saeled')[0]?.rows ?? [];
    expect(row?.ranges.map(([from, to]) => row.title.slice(from, to))).toEqual(['sealed']);
  });

  test('files by their names, and messages by having some', () => {
    const file = (name: string, mime_type: string, alt: string | null = null) => {
      const unknown = { width: null, height: null, duration: null, waveform: null };
      return { file_id: id(90), name, mime_type, size: 1, ...unknown, alt };
    };
    const attachments = [file('Rota wk-48.pdf', 'application/pdf')];
    const items = [
      { ...message(71, 40, 1, '', 2), attachments },
      { ...message(72, 40, 2, 'The racks', 2), attachments: [file('IMG_1.png', 'image/png', 'A heron')] },
      message(73, 40, 3, 'No files, only the rota'),
    ];
    const found = (typed: string) => {
      const { words, operators } = parseTyped(typed);
      const { filters } = filtersOf(operators, names);
      const run = { conversation_id: id(40), root: null, items };
      const question = { query: words, filters, types: ['messages'] as const, limit: 10 };
      const [group] = searchOnDevice({ ...device, runs: [run] }, question);
      return group?.type === 'messages' ? group.items.map(({ snippet }) => snippet) : [];
    };
    expect(found('rota')).toEqual(['No files, only the rota', 'Rota wk-48.pdf']);
    expect(found('wk-48')).toEqual(['Rota wk-48.pdf']);
    const image = 'The racks · IMG_1.png · A heron';
    expect(found('racks img')).toEqual([image]);
    expect(found('heron')).toEqual([image]);
    expect(found('has:file')).toEqual([image, 'Rota wk-48.pdf']);
    expect(found('has:image')).toEqual([image]);
  });

  test('what was said in a thread stands where its root stands, and leads to the thread', () => {
    const root = message(70, 51, 3, 'The root');
    const run = { conversation_id: id(95), root, items: [message(96, 95, 1, 'Under the proofer')] };
    const asked = { query: 'proofer', filters: {}, types: ['messages'], limit: 10 } as const;
    const groups = searchOnDevice({ ...device, runs: [run] }, asked);
    expect(groups[0]?.items).toMatchObject([
      { message_id: id(96), entity_type: 'space', entity_id: id(50), thread_id: id(70) },
    ]);
    expect(rowGroups(groups, ['proofer'], names)[0]?.rows[0]).toMatchObject({
      line: 'Kwame Mensah · Thread in Mill Lane crew',
      link: { params: { entity_id: id(50) }, search: { thread: id(70), message: id(96), seq: 1 } },
    });
  });

  test('people first when it looks like a name, words of messages first otherwise', () => {
    expect(search('kwa').map(({ type }) => type)).toEqual(['people', 'spaces', 'messages']);
    expect(search('oven 3').map(({ type }) => type)).toEqual(['messages', 'people', 'spaces']);
  });

  test('looks where chat keeps its data', () => {
    expect(conversationsKey).toEqual(chatKeys.conversationsKey);
    expect(chatKeys.messagesKey('x')).toEqual([...messagesPrefix, 'x']);
  });
});

describe('rows', () => {
  const rowsOf = (typed: string) => rowGroups(search(typed), wantedOf(typed).words, names)[0]?.rows ?? [];

  test('a message leads to its place, the default sub-space by the short address', () => {
    const [first, third, second] = rowsOf('oven seal');
    expect(first).toMatchObject({
      line: 'Kwame Mensah · Mill Lane crew',
      link: {
        to: '/connect/$entity_type/$entity_id',
        params: { entity_type: 'space', entity_id: id(50) },
        search: { message: id(70), seq: 3 },
      },
    });
    expect(second).toMatchObject({
      line: 'Kwame Mensah · Direct message',
      link: { search: { message: id(60), seq: 1 } },
    });
    expect(third).toMatchObject({
      line: 'Ines Okafor · Mill Lane crew › Ovens',
      link: { params: { entity_id: id(50), sub_space_id: id(52) }, search: { message: id(80), seq: 1 } },
    });
  });

  test('hits are marked in names, too', () => {
    const marked = rowsOf('kwa').flatMap(({ title, ranges }) => ranges.map(([from, to]) => title.slice(from, to)));
    expect(marked).toEqual(['Kwa']);
  });

  test('an empty box shows where something was said last', () => {
    expect(recentRows(names)[0]?.rows.map(({ title }) => title)).toEqual(['Mill Lane crew', 'Kwame Mensah']);
    expect(recentRows({ ...names, entries: [] })).toEqual([]);
  });
});

describe('filters', () => {
  /** A Thursday, by the clock of whatever zone this runs in. */
  const now = new Date(2026, 10, 26, 9).getTime();
  const shown = (typed: string) =>
    filtersOf(parseTyped(typed).operators, names, now).shown.map(({ label, problem }) =>
      problem ? `? ${label}` : label,
    );

  test('say whom and what they mean', () => {
    expect(shown('from:kwame in:"mill lane" has:link before:2026-03-01 after:2026-01-01')).toEqual([
      'From Kwame Mensah',
      'In Mill Lane crew',
      'Has a link',
      'Before 2026-03-01',
      'From 2026-01-01 on',
    ]);
  });

  test('and that there is no such person or place', () => {
    expect(shown('in:ovens')).toEqual(['In Mill Lane crew › Ovens']);
    expect(shown('from:xyz in:nowhere')).toEqual(['? From “xyz”: nobody found', '? In “nowhere”: nothing found']);
  });

  test('a word for a day is the beginning of that day where the person is', () => {
    const { filters, shown: chips } = filtersOf(parseTyped('after:mon before:YESTERDAY').operators, names, now);
    expect(chips.map(({ label }) => label)).toEqual(['From Monday (23 Nov 2026) on', 'Before yesterday (25 Nov 2026)']);
    expect(filters).toEqual({
      after: new Date(2026, 10, 23).toISOString(),
      before: new Date(2026, 10, 25).toISOString(),
    });
    expect(filtersOf(parseTyped('after:2026-03 before:2027').operators, names, now).filters).toEqual({
      after: new Date(2026, 2, 1).toISOString(),
      before: new Date(2027, 0, 1).toISOString(),
    });
  });

  test('what nobody understands says so, and filters nothing', () => {
    const typed = 'before:soon has:Idea from: in: after:"" seal';
    const { filters, shown: chips } = filtersOf(parseTyped(typed).operators, names, now);
    expect(filters).toEqual({});
    expect(chips.map(({ label, problem }) => [label, problem?.title])).toEqual([
      ['Before “soon”: no such day', '“soon” is no day'],
      ['Has “Idea”: not known', 'has:Idea is not known'],
      ['From…', 'From whom?'],
      ['In…', 'In which conversation?'],
      ['From…', 'From which day on?'],
    ]);
    expect(chips.every(({ problem }) => problem?.text)).toBe(true);
    expect(shown('has:IMAGE')).toEqual(['Has an image']);
  });
});
