// Search over real HTTP and a real database: what is found by which words, by whom, and page by page.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { searchedOf } from '#contract/chat/attachment.ts';
import * as chat from '#contract/chat.ts';
import * as people from '#contract/people.ts';
import type { RichText } from '#contract/rich-text.ts';
import { docOf } from '#contract/rich-text.ts';
import * as contract from '#contract/search.ts';
import { wordsIn } from '#contract/search-words.ts';
import * as spaces from '#contract/spaces.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson } from '#tests/kit/factory.ts';
import { png, upload } from '#tests/kit/files.ts';
import { asApp } from '../matrix/database.ts';
import { type Found, find, seqs } from './search.fixture.ts';
import { gather, ids, into, makeSpace, nobody, say, to } from './talk.ts';

let app: TestApp;
let owner: TestClient;
let ada: TestClient;
let ben: TestClient;
let cleo: TestClient;
let stranger: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  ({ owner, ada, ben, cleo, stranger } = await gather(app));
});
afterAll(() => app.close());

const marked = ({ snippet, ranges }: contract.FoundMessage) => ranges.map(([from, end]) => snippet.slice(from, end));

describe('words of messages', () => {
  const texts = [
    'Oven 3 is at 192.168.10.20, ask Zoë O’Brien',
    'The café on Łódź street: well-known, open 24/7',
    'See https://status.example.com/incidents?id=4711 for the e-mail outage',
    'HR wants the PO box 88 by Friday',
    '明日の会議は三時です 张伟 和 李娜',
    'Привет, мир! Встреча в 15:30',
    'नमस्ते दुनिया और พบกันพรุ่งนี้',
    'We are preparing the preparations',
  ];
  let space: chat.Space;
  beforeAll(async () => {
    space = await makeSpace(ada, { visibility: 'private', employee_ids: ids(ben) });
    for (const text of texts) await say(ada, into(space.space_id), text);
  });

  test.each([
    ['zoe', 1],
    ['ZOË', 1],
    ['obrien', 1],
    ["o'brien", 1],
    ['192.168.10.20', 1],
    ['192.168', 1],
    ['oven 3', 1],
    ['cafe', 2],
    ['lodz', 2],
    ['well-known', 2],
    ['known', 2],
    ['24/7', 2],
    ['status.example.com', 3],
    ['https://status.example.com/incidents?id=4711', 3],
    ['4711', 3],
    ['e-mail', 3],
    ['hr', 4],
    ['PO', 4],
    ['88', 4],
    ['会議', 5],
    ['张伟', 5],
    ['привет', 6],
    ['встр', 6],
    ['15:30', 6],
    ['नमस्ते', 7],
    ['พรุ่งนี้', 7],
    ['pr', 8],
    ['prep', 8],
    ['preparati', 8],
  ])('%s', async (query, seq) => {
    expect(await seqs(ben, query)).toEqual([seq]);
  });

  test.each(['192.168.20.10', '168.192', 'ove 3', 'paring', 'known-well', '张娜', 'zz', '?!', 'a', ''])(
    'not by “%s”',
    async (query) => {
      expect(await seqs(ben, query)).toEqual([]);
    },
  );

  test('all words must be there, the last one as far as it is typed', async () => {
    expect(await seqs(ben, 'friday wan')).toEqual([4]);
    expect(await seqs(ben, 'fri wants')).toEqual([]);
    expect(await seqs(ben, 'quay street')).toEqual([]);
  });

  test('a hit says where it is and what of it was found', async () => {
    const { items } = await find(ben, 'messages', 'ask zo');
    expect(items).toHaveLength(1);
    const [hit] = items as [contract.FoundMessage];
    expect(hit).toMatchObject({
      seq: 1,
      entity_type: 'space',
      entity_id: space.space_id,
      sub_space_id: space.sub_spaces[0]?.sub_space_id,
      sender_id: ada.employee_id,
      snippet: texts[0],
    });
    expect(marked(hit)).toEqual(['ask', 'Zo']);
  });

  test('a long text is shown around its first hit', async () => {
    const long = `${'before it all '.repeat(60)}the Pelican 🦩 lands ${'and after that '.repeat(60)}`;
    await say(ada, into(space.space_id), long);
    const [hit] = (await find(ben, 'messages', 'pelican lands')).items as [contract.FoundMessage];
    expect(hit.snippet.length).toBeLessThan(200);
    expect(hit.snippet).toMatch(/^….*the Pelican 🦩 lands.*…$/u);
    expect(marked(hit)).toEqual(['Pelican', 'lands']);
  });

  test('the database and the contract fold alike', async () => {
    const all = [
      ...texts,
      'ẞtraße İstanbul ΣΊΣΥΦΟΣ ﬁn ｗｉｄｅ x²',
      'a\u00adb 5×5 ½ naïve_snake `x` ´y´ 한국어 👩‍🚀 ok',
      'Ångström',
    ];
    const rows = await app.sql<{ folded: string }>(
      'SELECT btrim(search_fold(t)) AS folded FROM unnest($1::text[]) WITH ORDINALITY AS a(t, n) ORDER BY n',
      [all],
    );
    expect(rows.map(({ folded }) => folded)).toEqual(
      all.map((text) =>
        wordsIn(text)
          .map(({ word }) => word)
          .join(' '),
      ),
    );
  });
});

describe('who finds what', () => {
  test('only who is in the conversation, as long as they are', async () => {
    const space = await makeSpace(ada, { visibility: 'private', employee_ids: ids(ben) });
    await say(ada, into(space.space_id), 'The quokka report');
    await say(ada, to(ben), 'The quokka herself');
    expect(await seqs(ben, 'quokka')).toHaveLength(2);
    for (const outsider of [cleo, owner, stranger])
      expect(
        (await outsider.call(contract.search, { query: 'quokka' })).groups.flatMap<unknown>(({ items }) => items),
      ).toEqual([]);
    await ada.call(spaces.addMembers, { space_id: space.space_id, employee_ids: ids(cleo) });
    expect(await seqs(cleo, 'quokka')).toHaveLength(1);
    await cleo.call(spaces.leave, { space_id: space.space_id });
    expect(await seqs(cleo, 'quokka')).toEqual([]);
    await ada.call(spaces.removeMember, { space_id: space.space_id, employee_id: ben.employee_id });
    expect(await seqs(ben, 'quokka')).toHaveLength(1);
  });

  test('a public space is found by everybody, what is said in it by its members', async () => {
    const space = await makeSpace(ada, { space_name: 'Wombat watchers' });
    await say(ada, into(space.space_id), 'A wombat was seen');
    const { items } = await find(cleo, 'spaces', 'wom');
    expect(items).toEqual([expect.objectContaining({ space_id: space.space_id, is_member: false, total_members: 1 })]);
    expect(await seqs(cleo, 'wombat')).toEqual([]);
    await makeSpace(ada, { space_name: 'Secret wombats', visibility: 'private' });
    expect((await find(cleo, 'spaces', 'wombat')).items).toHaveLength(1);
    expect((await find(ada, 'spaces', 'wombat')).items).toHaveLength(2);
    expect((await find(stranger, 'spaces', 'wombat')).items).toEqual([]);
  });

  test('what was edited is found by its new words, what was deleted not at all', async () => {
    const { message_id } = await say(ada, to(ben), 'The narwhal is here');
    await ada.call(chat.edit, { message_id, body: docOf('The dugong is here') });
    expect(await seqs(ben, 'narwhal')).toEqual([]);
    expect(await seqs(ben, 'dugong')).toHaveLength(1);
    await ada.call(chat.remove, { message_id });
    expect(await seqs(ben, 'dugong')).toEqual([]);
    const from = { filters: { from: ada.employee_id, in: to(ada) } };
    expect((await find(ben, 'messages', '', from)).items.every((hit) => hit.message_id !== message_id)).toBe(true);
  });

  test('what the search looks through shows one company, and nothing to who asks nothing', async () => {
    const text = 'Company borders and platypuses';
    await say(ada, to(ben), text);
    await say(stranger, to(stranger), text);
    const look = (company_id: string | undefined, question: string) =>
      asApp(app, company_id, async (query) => {
        await query("SELECT set_config('app.search', $1, true)", [question]);
        return query<{ company_id: string; text: string }>('SELECT company_id, text FROM message_found');
      });
    expect(await look(ada.company_id, "'platypuses'")).toEqual([{ company_id: ada.company_id, text }]);
    expect(await look(stranger.company_id, "'platypuses'")).toEqual([{ company_id: stranger.company_id, text }]);
    expect(await look(undefined, "'platypuses'")).toEqual([]);
    expect(await look(ada.company_id, '')).toEqual([]);
  });
});

describe('people', () => {
  let zora: TestClient;
  beforeAll(async () => {
    zora = await addPerson(app, owner, {
      first_name: 'Zora',
      last_name: 'Wieliczko-Núñez',
      position_title: 'Head baker',
    });
    await addPerson(app, owner, { first_name: 'Wanda', last_name: 'Zimmer' });
  });
  const names = async (query: string, by = ada) =>
    (await find(by, 'people', query)).items.map(({ first_name }) => first_name);

  test.each([
    ['z', ['Wanda', 'Zora']],
    ['zora', ['Zora']],
    ['nunez', ['Zora']],
    ['wiel', ['Zora']],
    ['zora núñ', ['Zora']],
    ['wieliczko-nu', ['Zora']],
    ['baker', ['Zora']],
    ['zroa', ['Zora']],
    ['weiliczko', ['Zora']],
    ['wielizko', ['Zora']],
    ['zimer', ['Wanda']],
    ['qqqq', []],
  ])('%s', async (query, expected) => {
    expect((await names(query)).toSorted()).toEqual(expected);
  });

  test('come first when it looks like a name, and last among the words of a message', async () => {
    const types = async (query: string) => (await ada.call(contract.search, { query })).groups.map(({ type }) => type);
    expect(await types('zora')).toEqual(['people', 'spaces', 'messages']);
    expect(await types('oven 3')).toEqual(['messages', 'people', 'spaces']);
  });

  test('whose account has ended are not found, nor those of other companies', async () => {
    expect(await names('zora', stranger)).toEqual([]);
    await owner.call(people.setStatus, { employee_id: zora.employee_id, status: 'INACTIVE' });
    expect(await names('zora')).toEqual([]);
    expect(await names('zroa')).toEqual([]);
  });

  test('page by page, each once', async () => {
    for (let n = 0; n < 7; n++) await addPerson(app, owner, { first_name: 'Quentin', last_name: `Number${n}` });
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Found<'people'> = await find(ada, 'people', 'quentin', { limit: 3, ...(cursor && { cursor }) });
      seen.push(...page.items.map(({ employee_id }) => employee_id));
      cursor = page.next_cursor;
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen).size).toBe(7);
  });
});

describe('spaces', () => {
  test('by the beginning of a word, a slip overlooked, the own ones first', async () => {
    const theirs = await makeSpace(ben, { space_name: 'Logistics north' });
    const mine = await makeSpace(ada, { space_name: 'Züri logistics' });
    const found = async (query: string) => (await find(ada, 'spaces', query)).items.map(({ space_id }) => space_id);
    expect(await found('logi')).toEqual([mine.space_id, theirs.space_id]);
    expect(await found('logsitics')).toEqual([mine.space_id, theirs.space_id]);
    expect(await found('zuri')).toEqual([mine.space_id]);
    const first = await find(ada, 'spaces', 'logi', { limit: 1 });
    expect(first.items).toHaveLength(1);
    const second = await find(ada, 'spaces', 'logi', { limit: 1, cursor: first.next_cursor as string });
    expect(second.items.map(({ space_id }) => space_id)).toEqual([theirs.space_id]);
    expect(second.next_cursor).toBeNull();
  });
});

describe('filters', () => {
  let space: chat.Space;
  let sub: string;
  beforeAll(async () => {
    space = await makeSpace(ada, { employee_ids: ids(ben) });
    sub = uuid();
    await ada.call(spaces.createSubSpace, { space_id: space.space_id, sub_space_id: sub, sub_space_name: 'Ovens' });
    await say(ada, into(space.space_id), 'The ibis one https://ibis.example');
    await say(ben, into(space.space_id), 'The ibis two');
    await say(ben, into(space.space_id, sub), 'The ibis three');
    await say(ada, to(ben), 'The ibis four');
    const linked: RichText = {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'The ibis ' },
            { type: 'text', text: 'five', marks: [{ type: 'link', attrs: { href: 'https://x.example' } }] },
          ],
        },
      ],
    };
    await ada.call(chat.send, { ...to(ben), message_id: uuid(), body: linked });
  });
  const texts = async (filters: contract.SearchFilters, query = 'ibis') =>
    (await find(ada, 'messages', query, { filters })).items.map(({ snippet }) => snippet.split(' ')[2]);

  test('from, in, has', async () => {
    expect(await texts({})).toEqual(['five', 'four', 'three', 'two', 'one']);
    expect(await texts({ from: ben.employee_id })).toEqual(['three', 'two']);
    expect(await texts({ in: into(space.space_id) })).toEqual(['three', 'two', 'one']);
    expect(await texts({ in: into(space.space_id, sub) })).toEqual(['three']);
    expect(await texts({ in: to(ben) })).toEqual(['five', 'four']);
    expect(await texts({ has: 'link' })).toEqual(['five', 'one']);
    expect(await texts({ in: into(space.space_id), from: ben.employee_id }, '')).toEqual(['three', 'two']);
    expect(await texts({ in: into(nobody) })).toEqual([]);
  });

  test('has a file or an image, and files by their names', async () => {
    const attach = async (text: string, name: string, bytes: Buffer | string = 'words') => {
      const { file_id } = await upload(ada, bytes, { folder: 'chat', name });
      const message = { message_id: uuid(), body: docOf(text), attachments: [{ file_id }] };
      return (await ada.call(chat.send, { ...to(ben), ...message })).message;
    };
    await attach('', 'Egret wk-48.pdf');
    const photo = await attach('The egret at six', 'IMG_7.png', png());
    await say(ada, to(ben), 'The egret again');
    const found = async (query: string, filters: contract.SearchFilters = {}, by = ben) =>
      (await find(by, 'messages', query, { filters })).items.map(({ snippet }) => snippet);
    expect(await found('egret')).toEqual(['The egret again', 'The egret at six · IMG_7.png', 'Egret wk-48.pdf']);
    expect(await found('wk-48')).toEqual(['Egret wk-48.pdf']);
    expect(await found('egret img_7')).toEqual(['The egret at six · IMG_7.png']);
    expect(await found('egret', { has: 'file' })).toEqual(['The egret at six · IMG_7.png', 'Egret wk-48.pdf']);
    expect(await found('', { has: 'image', in: to(ada) })).toEqual(['The egret at six · IMG_7.png']);
    expect(await found('egret', { has: 'file' }, cleo)).toEqual([]);
    await ada.call(chat.remove, { message_id: photo.message_id });
    expect(await found('', { has: 'image', in: to(ada) })).toEqual([]);
    expect(await found('egret')).toEqual(['The egret again', 'Egret wk-48.pdf']);
  });

  test('an image by what it shows', async () => {
    const { file_id } = await upload(ada, png(), { folder: 'chat', name: 'IMG_8.png' });
    const attachments = [{ file_id, alt: 'A heron beside the oven' }];
    await ada.call(chat.send, { ...to(ben), message_id: uuid(), body: docOf('Look'), attachments });
    const found = async (query: string, by = ben) =>
      (await find(by, 'messages', query)).items.map(({ snippet }) => snippet);
    expect(await found('heron oven')).toEqual(['Look · IMG_8.png · A heron beside the oven']);
    expect(await found('look "beside the oven"')).toHaveLength(1);
    expect(await found('heron', cleo)).toEqual([]);
  });

  test('what is searched of a message is the same for the database and for the device', async () => {
    const named = (name: string, alt?: string | null) =>
      ({ name, ...(alt !== undefined && { alt }) }) as { name: string; alt: string | null };
    for (const [text, files] of [
      ['Look', null],
      ['', null],
      ['', [named('a.png', 'A heron')]],
      ['Look', [named('a.png', null), named('b.txt'), named('c.png', 'Two · herons'), named('d.png', '')]],
    ] as const) {
      const [row] = await app.sql<{ said: string }>('SELECT searched($1, $2) AS said', [
        text,
        files && JSON.stringify(files),
      ]);
      expect(row?.said).toBe(searchedOf(text, files));
    }
  });

  test('before and after', async () => {
    const moment = new Date(Date.now() + 3_600_000).toISOString();
    expect(await texts({ after: moment })).toEqual([]);
    expect(await texts({ before: moment })).toHaveLength(5);
    const [, , third] = (await find(ada, 'messages', 'ibis')).items as contract.FoundMessage[];
    expect(await texts({ before: third?.created_at as string })).toEqual(['two', 'one']);
    expect(await texts({ after: third?.created_at as string })).toEqual(['five', 'four', 'three']);
  });

  test('with one, only messages are looked for', async () => {
    const { groups } = await ada.call(contract.search, { query: 'ben', filters: { has: 'link' } });
    expect(groups.map(({ type }) => type)).toEqual(['messages']);
  });
});
