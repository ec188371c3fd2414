// Search among many messages: page by page, by the index of words, and by whom.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as chat from '#contract/chat.ts';
import * as contract from '#contract/search.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { type Found, find, seqs } from './search.fixture.ts';
import { gather, makeSpace, say, to } from './talk.ts';

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

describe('pages of messages', () => {
  /** More than are looked at one by one: the index of words answers. */
  const MANY = 25_000;
  let space: chat.Space;
  beforeAll(async () => {
    space = await makeSpace(ada, { visibility: 'private' });
    await app.sql(
      `INSERT INTO message (company_id, conversation_id, seq, message_id, sender_id, body, text, digest, created_at)
       SELECT $1, $2, n, gen_random_uuid(), $3, '{"type":"doc","content":[]}'::jsonb,
         'heron number ' || n || CASE WHEN n % 1000 = 0 THEN ' thousandth 10.0.' || n / 1000 || '.1' ELSE '' END, '\\x00',
         now() - (${MANY} - n) * interval '30 minutes'
       FROM generate_series(1, ${MANY}) AS n`,
      [ada.company_id, space.sub_spaces[0]?.sub_space_id, ada.employee_id],
    );
    await app.sql('UPDATE conversation SET last_seq = $1 WHERE conversation_id = $2', [
      MANY,
      space.sub_spaces[0]?.sub_space_id,
    ]);
    await app.sql('ANALYZE message');
  }, 60_000);

  async function pages(query: string, limit: number, most = 100): Promise<number[]> {
    const seen: number[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null && page < most; page++) {
      const found: Found<'messages'> = await find(ada, 'messages', query, { limit, ...(cursor && { cursor }) });
      seen.push(...found.items.map(({ seq }) => seq));
      cursor = found.next_cursor;
    }
    return seen;
  }
  const down = (count: number, step = 1) => Array.from({ length: count }, (_, n) => MANY - n * step);

  test('a common word: the newest first, none twice, none left out', async () => {
    expect(await pages('heron', 50, 4)).toEqual(down(200));
    expect(await pages('numbe', 50, 2)).toEqual(down(100));
    expect(await pages('heron nu', 50, 2)).toEqual(down(100));
  });

  test('a rare word: all of it, however old', async () => {
    expect(await pages('thousandth', 10)).toEqual(down(25, 1000));
    expect(await pages('heron thousan', 7)).toEqual(down(25, 1000));
    expect(await seqs(ada, '10.0.3.1')).toEqual([3000]);
    expect(await seqs(ada, 'number 4711')).toEqual([4711]);
    expect(await seqs(ben, 'thousandth')).toEqual([]);
  });

  test('a phrase', async () => {
    expect(await pages('"heron number"', 50, 2)).toEqual(down(100));
    expect(await seqs(ada, '"number 471')).toEqual([4719, 4718, 4717, 4716, 4715, 4714, 4713, 4712, 4711, 4710, 471]);
    expect(await seqs(ada, '"number 471"')).toEqual([471]);
    expect(await seqs(ada, '"3000 thousandth" heron')).toEqual([3000]);
    expect(await seqs(ada, '"heron thousandth"')).toEqual([]);
    expect(await seqs(ben, '"heron number"')).toEqual([]);
  });

  test('with filters', async () => {
    const before = new Date(Date.now() - 400 * 86_400_000).toISOString();
    const old = await find(ada, 'messages', 'heron', { filters: { before }, limit: 5 });
    expect(old.items).toHaveLength(5);
    expect(old.items.every((hit) => hit.created_at < before)).toBe(true);
    expect((await find(ada, 'messages', 'heron', { filters: { from: ben.employee_id } })).items).toEqual([]);
    expect((await find(ada, 'messages', '', { filters: { from: ada.employee_id }, limit: 50 })).items).toHaveLength(50);
  });

  test('who is in which conversation holds without row-level security, too', async () => {
    await say(stranger, to(stranger), 'A heron of another company');
    await say(cleo, to(owner), 'A heron of other people');
    await app.sql('ALTER TABLE message_found DISABLE ROW LEVEL SECURITY');
    try {
      // The question is a policy: without it, all that is looked through comes, the newest first.
      const { items } = await find(ada, 'messages', 'heron', { limit: 50 });
      expect(items).toHaveLength(50);
      expect(new Set(items.map((hit) => hit.entity_id))).toEqual(new Set([space.space_id]));
    } finally {
      await app.sql('ALTER TABLE message_found ENABLE ROW LEVEL SECURITY');
    }
    expect((await find(ada, 'messages', 'heron', { limit: 1 })).items[0]?.snippet).toBe(
      `heron number ${MANY} thousandth 10.0.25.1`,
    );
  });

  test('only a cursor that a search gave is taken', async () => {
    for (const cursor of ['x', Buffer.from('{"type":"messages","place":["now","1"]}').toString('base64url')])
      await expect(ada.call(contract.search, { query: 'heron', cursor })).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
      });
  });
});
