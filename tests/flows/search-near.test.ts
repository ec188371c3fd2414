// Searching with a slip of the finger: what is found by it, by whom, and page by page; among few messages, which are looked at
// one by one, and among many, where the index of words answers.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as chat from '#contract/chat.ts';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import { docOf } from '#contract/rich-text.ts';
import * as contract from '#contract/search.ts';
import * as spaces from '#contract/spaces.ts';
import { searchOnDevice } from '#src/features/search/on-device.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { upload } from '#tests/kit/files.ts';
import { find } from './search.fixture.ts';
import { gather, ids, into, makeSpace, read, say, to } from './talk.ts';

type Group = Extract<contract.SearchGroup, { type: 'messages' }>;
type Given = Partial<RequestOf<typeof contract.search>>;

async function answerTo(by: TestClient, query: string, given: Given = {}): Promise<Group> {
  const { groups } = await by.call(contract.search, { query, types: ['messages'], ...given });
  const group = groups.find((one) => one.type === 'messages');
  if (!group) throw new Error('No messages were looked for');
  return group;
}

/** As the app asks: on to what is near, where nothing is exact. */
async function groupOf(by: TestClient, query: string, given: Given = {}): Promise<Group> {
  const group = await answerTo(by, query, given);
  if (group.items.length || !group.next_cursor) return group;
  return answerTo(by, query, { ...given, cursor: group.next_cursor });
}

/** More than are looked at one by one. */
const MANY = 21_000;

describe.each(['few', 'many'])('among %s messages', (size) => {
  let app: TestApp;
  let ada: TestClient;
  let ben: TestClient;
  let cleo: TestClient;
  let stranger: TestClient;
  let space: chat.Space;
  const texts = [
    'Please receive the parcel, it is of Zoë’s café',
    'The maintenance plan is here',
    'Oven seal is broken: https://seals.example/oven-3',
    'Встреча в кухне',
    'Call 994711, or 994712',
    'Rye bread for the planet',
    'A plate for the rye bread',
  ];
  /** The seqs that somebody finds, with a minus where they are near hits. */
  const near = async (query: string, given: Given = {}, by = ben) => {
    const group = await groupOf(by, query, given);
    expect(group.near).toBe(group.near && group.items.length ? true : undefined);
    return group.items.map(({ seq }) => (group.near ? -seq : seq));
  };
  beforeAll(async () => {
    app = await startTestApp();
    ({ ada, ben, cleo, stranger } = await gather(app));
    space = await makeSpace(ada, { visibility: 'private', employee_ids: ids(ben) });
    for (const text of texts) await say(ada, into(space.space_id), text);
    const { file_id } = await upload(ada, 'words', { folder: 'chat', name: 'Recipes of autumn.pdf' });
    const attachments = [{ file_id }];
    await ada.call(chat.send, { ...into(space.space_id), message_id: uuid(), body: docOf('As asked'), attachments });
    await say(ben, into(space.space_id), 'I do receive things, says Ben');
    if (size === 'many')
      await fill(app, ada, await makeSpace(ada, { visibility: 'private', employee_ids: ids(ben, cleo) }));
  }, 120_000);
  afterAll(() => app.close());

  test.each([
    // Exact hits keep near ones out.
    ['receive', [9, 1]],
    ['receive parcel', [1]],
    ['plate', [7]],
    // Swapped, missing, wrong, one too many; in the middle and at both ends.
    ['recieve', [-9, -1]],
    ['erceive', [-9, -1]],
    ['receve', [-9, -1]],
    ['eceive', [-9, -1]],
    ['reseive', [-9, -1]],
    ['teceive', [-9, -1]],
    ['recceive', [-9, -1]],
    ['rreceive', [-9, -1]],
    ['receivee', [-9, -1]],
    // Still being typed.
    ['recie', [-9, -8, -1]],
    ['maintn', [-2]],
    ['ovne', [-3]],
    ['caffe', [-1]],
    ['встеча', [-4]],
    ['recipse', [-8]],
    ['autum pdg', []],
    ['autunm', [-8]],
    // Two words: one slip in all, or one in each.
    ['recieve parcel', [-1]],
    ['recieve parc', [-1]],
    ['parcel recieve', [-1]],
    ['recieve parecl', [-1]],
    ['recieve nothing', []],
    ['palnet “rye bread”', [-6]],
    ['palnet “bread rye”', []],
    // Two slips, in a long word.
    ['maintainance', [-2]],
    ['maintainance pla', [-2]],
    ['maintainan', [-2]],
    ['miantanence', []],
    // Meant as they are.
    ['"recieve"', []],
    ['"recieve parcel"', []],
    ['teh', []],
    ['994713', []],
    ['seals.exmaple', []],
    ['ovem-3', []],
  ])('%s', async (query, expected) => {
    expect(await near(query)).toEqual(expected);
  });

  test('among many the first answer says that there is no exact hit, and where to ask on', async () => {
    const { items, near, next_cursor } = await answerTo(ben, 'recieve');
    const first = [items.length, near, next_cursor !== null];
    expect(first).toEqual(size === 'few' ? [2, true, false] : [0, undefined, true]);
    // Where nothing may be a slip there is nothing to ask for.
    for (const query of ['teh', '994713', '"recieve"', 'ovem-3'])
      expect((await answerTo(ben, query)).next_cursor, query).toBe(null);
    // One conversation has few.
    expect((await answerTo(ben, 'recieve', { filters: { in: into(space.space_id) } })).near).toBe(true);
  });

  test('what was meant is marked', async () => {
    const marked = async (query: string) =>
      (await groupOf(ben, query)).items.map(({ snippet, ranges }) =>
        ranges.map(([from, end]) => snippet.slice(from, end)),
      );
    expect(await marked('recieve parc')).toEqual([['receive', 'parc']]);
    expect(await marked('maintainance')).toEqual([['maintenance']]);
    expect(await marked('recieve parecl')).toEqual([['receive', 'parcel']]);
    expect(await marked('plamet')).toEqual([['planet']]);
  });

  test('with filters', async () => {
    expect(await near('recieve', { filters: { from: ben.employee_id } })).toEqual([-9]);
    expect(await near('recieve', { filters: { in: into(space.space_id) } })).toEqual([-9, -1]);
    expect(await near('recieve', { filters: { in: to(ada) } })).toEqual([]);
    expect(await near('recipse', { filters: { has: 'file' } })).toEqual([-8]);
    expect(await near('recieve', { filters: { has: 'file' } })).toEqual([]);
    expect(await near('maintainance', { filters: { from: ben.employee_id } })).toEqual([]);
    const [first, last] = (await groupOf(ben, 'recieve')).items.map(({ created_at }) => created_at);
    expect(await near('recieve', { filters: { before: first as string } })).toEqual([-1]);
    expect(await near('recieve', { filters: { after: first as string } })).toEqual([-9]);
    expect(await near('recieve', { filters: { before: last as string } })).toEqual([]);
    // Exact hits are those that the filters let through.
    expect(await near('plate', { filters: { from: ben.employee_id } })).toEqual([]);
  });

  test('the device finds the same', async () => {
    const at = into(space.space_id);
    const { items } = await read(ben, at);
    expect(items).toHaveLength(texts.length + 2);
    const entries = (await ben.call(chat.listConversations, {})).items;
    const conversation_id = space.sub_spaces[0]?.sub_space_id ?? null;
    for (const query of [
      'receive',
      'recieve',
      'recie',
      'maintainance pla',
      'recieve parecl',
      'plamet',
      '"recieve"',
      'zzzz',
    ]) {
      const filters = { in: at };
      const [here] = searchOnDevice(
        { people: new Map(), entries, runs: [{ conversation_id, root: null, items }] },
        { query, filters, types: ['messages'], limit: 20 },
      );
      expect(here, query).toEqual(await groupOf(ben, query, { filters }));
    }
  });

  test('nothing that one may not read', async () => {
    for (const query of ['recieve', 'maintainance', 'recieve parecl', 'recie']) {
      expect(await near(query, {}, cleo), query).toEqual([]);
      expect(await near(query, {}, stranger), query).toEqual([]);
    }
    await say(ada, to(ben), 'Wombats are received privately');
    expect(await near('womabts', {}, ben)).toHaveLength(1);
    expect(await near('womabts', {}, cleo)).toEqual([]);
  });

  test('nothing of before one joined, where that is hidden, and nothing that was deleted or edited', async () => {
    const hidden = await makeSpace(ada, { visibility: 'private', history: 'joined' });
    await say(ada, into(hidden.space_id), 'The quokka organization of old');
    await ada.call(spaces.addMembers, { space_id: hidden.space_id, employee_ids: ids(ben) });
    expect(await near('quokak', {}, ada)).toEqual([-1]);
    for (const query of ['quokak', 'quoka', 'orgenisation']) expect(await near(query), query).toEqual([]);
    const later = await say(ada, into(hidden.space_id), 'The quokka organization of today');
    expect(await near('quokak')).toEqual([-2]);
    expect(await near('orgenisation')).toEqual([-2]);
    await ada.call(chat.edit, { message_id: later.message_id, body: docOf('The dugong of today') });
    expect(await near('quokak')).toEqual([]);
    expect(await near('dugogn')).toEqual([-2]);
    await ada.call(chat.remove, { message_id: later.message_id });
    for (const query of ['quokak', 'dugogn', 'orgenisation']) expect(await near(query), query).toEqual([]);
  });

  test('page by page each once, and near hits stay near', async () => {
    const paged = await makeSpace(ada, { visibility: 'private', employee_ids: ids(ben) });
    for (let n = 0; n < 5; n++) await say(ada, into(paged.space_id), `The pelican administration ${n}`);
    for (const query of ['peilcan', 'administartoin', 'pelicna admin']) {
      const seen: number[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const filters = { in: into(paged.space_id) };
        const group = await groupOf(ben, query, { filters, limit: 2, ...(cursor && { cursor }) });
        expect(group.near).toBe(true);
        seen.push(...group.items.map(({ seq }) => seq));
        cursor = group.next_cursor;
      }
      expect(seen, query).toEqual([5, 4, 3, 2, 1]);
    }
    // What comes in between and is exact is not mixed in: a page goes on as it began.
    const first = await groupOf(ben, 'peilcan', { limit: 2 });
    await say(ada, into(paged.space_id), 'A peilcan');
    const rest = await find(ben, 'messages', 'peilcan', { limit: 10, cursor: first.next_cursor as string });
    expect(rest.items.map(({ seq }) => seq)).toEqual([3, 2, 1]);
    expect(await near('peilcan')).toEqual([6]);
    // And the end of exact hits is the end.
    const exact = await find(ben, 'messages', 'pelican', { limit: 4 });
    const last = await find(ben, 'messages', 'pelican', { limit: 4, cursor: exact.next_cursor as string });
    expect([last.items.length, last.next_cursor]).toEqual([1, null]);
  });

  test('what was said long ago is found beside newer words that are only a part of it, or that everybody uses', async () => {
    const archive = await makeSpace(ada, { visibility: 'private', employee_ids: ids(ben) });
    const old = async (text: string, days: number) => {
      const { message_id } = await say(ada, into(archive.space_id), text);
      await app.sql(`UPDATE message SET created_at = now() - interval '${days} days' WHERE message_id = $1`, [
        message_id,
      ]);
    };
    await old('The walrus organization', 40);
    await old('A heron quetzal', 300);
    await say(ada, into(archive.space_id), 'The walrus organ');
    await say(ada, into(archive.space_id), 'An organization');
    // A slip in either; and one in the second, where the first is as it is typed and long.
    expect(await near('walrsu orgenization')).toEqual([-1]);
    await old('The international marmoset', 40);
    await say(ada, into(archive.space_id), 'The international market');
    expect(await near('international marmosst')).toEqual([-5]);
    // The newest 500 herons are all of the last days.
    expect(await near('heron quetzla')).toEqual([-2]);
  });

  test('the pages of near hits go on with the words of the first one', async () => {
    const paged = await makeSpace(ada, { visibility: 'private', employee_ids: ids(ben) });
    for (let n = 0; n < 3; n++) {
      const { message_id } = await say(ada, into(paged.space_id), `The axolotl pond ${n}`);
      await app.sql("UPDATE message SET created_at = now() - interval '40 days' WHERE message_id = $1", [message_id]);
    }
    const first = await groupOf(ben, 'axoltol pond', { limit: 2 });
    expect(first.items).toHaveLength(2);
    await say(ada, into(paged.space_id), 'An axoltole pond');
    const rest = await groupOf(ben, 'axoltol pond', { limit: 2, cursor: first.next_cursor as string });
    expect(rest.items.map(({ seq }) => seq)).toEqual([1]);
  });

  test('what is typed in bad faith is taken as words', async () => {
    const longest = Array.from({ length: 12 }, (_, n) => String.fromCharCode(97 + n).repeat(16)).join(' ');
    for (const query of [
      longest,
      'internationalization '.repeat(9).trim(),
      "recieve' | 'x",
      "recieve:* & !parcel | ('x')",
      "'recieve':*",
      'recieve\\',
      '%ecieve _ecieve',
      '@cccccc ^reeee',
      'recieve <-> pracel',
    ])
      expect((await groupOf(ben, query.slice(0, 200))).items.length, query).toBeLessThan(5);
    expect(await near("recieve' | 'x")).toEqual([]);
    expect(await near('recieve (parcel)')).toEqual([-1]);
  });
});

/** Says much, of nothing that is looked for. */
async function fill(app: TestApp, by: TestClient, { sub_spaces: [place] }: chat.Space): Promise<void> {
  await app.sql(
    `INSERT INTO message (company_id, conversation_id, seq, message_id, sender_id, body, text, digest, created_at)
     SELECT $1, $2, n, gen_random_uuid(), $3, '{"type":"doc","content":[]}'::jsonb, 'heron number ' || n, '\\x00',
       now() - (${MANY} - n) * interval '30 minutes' FROM generate_series(1, ${MANY}) AS n`,
    [by.company_id, place?.sub_space_id, by.employee_id],
  );
  await app.sql('UPDATE conversation SET last_seq = $1 WHERE conversation_id = $2', [MANY, place?.sub_space_id]);
  await app.sql('ANALYZE message');
}
