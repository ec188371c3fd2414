// Phrases: words in quotes stand next to each other, in this order.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as chat from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { upload } from '#tests/kit/files.ts';
import { find, seqs } from './search.fixture.ts';
import { gather, ids, into, makeSpace, say } from './talk.ts';

let app: TestApp;
let ada: TestClient;
let ben: TestClient;
let cleo: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  ({ ada, ben, cleo } = await gather(app));
  const space = await makeSpace(ada, { visibility: 'private', employee_ids: ids(ben) });
  const texts = [
    'The rye bread is warm',
    'Bread of rye, and more bread',
    'RYE – Bréad!',
    'Rye breadth, and bread',
    '“No, thanks”, she said: 明日の会議',
    'Wrye bread',
  ];
  for (const text of texts) await say(ada, into(space.space_id), text);
  const { file_id } = await upload(ada, 'words', { folder: 'chat', name: 'Rye bread recipe.pdf' });
  const attachments = [{ file_id }];
  await ada.call(chat.send, { ...into(space.space_id), message_id: uuid(), body: docOf('As asked'), attachments });
});
afterAll(() => app.close());

test.each([
  ['"rye bread"', [7, 3, 1]],
  ['“rye bread”', [7, 3, 1]],
  ['"Rye Bread" warm', [1]],
  ['warm "rye bread"', [1]],
  ['"rye bread" "is warm"', [1]],
  ['"bread recipe"', [7]],
  ['rye bread', [7, 4, 3, 2, 1]],
  // Not closed: it is still being typed.
  ['"rye bre', [7, 4, 3, 1]],
  ['"rye bre"', []],
  ['"bread rye"', []],
  ['"thanks she said"', [5]],
  ['"会議"', [5]],
  ['"議会"', []],
  ['"breadth"', [4]],
  ['"breadt"', []],
])('%s', async (query, expected) => {
  expect(await seqs(ben, query)).toEqual(expected);
});

test('is marked where it stands', async () => {
  const { items } = await find(ben, 'messages', '"more bread"');
  expect(items.map(({ snippet, ranges }) => ranges.map(([from, to]) => snippet.slice(from, to)))).toEqual([
    ['more', 'bread'],
  ]);
});

test('with filters, and for nobody who may not read it', async () => {
  expect(await seqs(ben, '"rye bread"', { filters: { has: 'file' } })).toEqual([7]);
  expect(await seqs(ben, '"rye bread"', { filters: { from: ben.employee_id } })).toEqual([]);
  expect(await seqs(cleo, '"rye bread"')).toEqual([]);
});
