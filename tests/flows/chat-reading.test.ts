// Markers and pages of messages over real HTTP, and that a company with many messages is read by index.
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as chat from '#contract/chat.ts';
import { findConversation, listStates, moveMarker } from '#server/features/chat/repo/conversation-repo.ts';
import { findSent, findSeqAt, listRun, writeMessage } from '#server/features/chat/repo/message-repo.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { registerCompany } from '#tests/kit/factory.ts';
import { openSocket } from '#tests/kit/socket.ts';
import { type Cast, entryOf, gather, into, makeSpace, pair, read, send, stateOf, to } from './talk.ts';

const texts = (items: readonly chat.Message[]) =>
  items.map((m) => (m.body?.content[0] as { content?: { text: string }[] } | undefined)?.content?.[0]?.text ?? null);
let app: TestApp;
let cast: Cast;
let ada: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  cast = await gather(app);
  ({ ada } = cast);
});
afterAll(() => app.close());

describe('the marker', () => {
  test('moves forward only, at most to the last message, and tells my devices and the other person', async () => {
    const [left, right] = await pair(app, cast);
    let conversation_id = '';
    for (const text of ['a', 'b', 'c']) conversation_id = (await send(left, to(right), text)).message.conversation_id;
    await using mine = await openSocket(right);
    await using theirs = await openSocket(left);
    const mark = (read_seq: number) => right.call(chat.markRead, { conversation_id, read_seq });
    const first = await mark(2);
    expect(first).toMatchObject({
      read_seq: 2,
      events: [
        { name: 'chat.seen', topic: `conversation:${conversation_id}` },
        { name: 'chat.read', topic: `employee:${right.employee_id}` },
      ],
    });
    expect((await mine.waitForEvent('chat.read')).payload).toEqual({ conversation_id, read_seq: 2 });
    expect((await theirs.waitForEvent('chat.seen')).payload).toEqual({
      seen: [{ employee_id: left.employee_id, seen_seq: 2 }],
    });
    expect(await mark(1)).toEqual({ read_seq: 2, events: [] });
    expect(await mark(2)).toEqual({ read_seq: 2, events: [] });
    expect(await mark(Number.MAX_SAFE_INTEGER)).toMatchObject({ read_seq: 3 });
    expect(await mark(3)).toEqual({ read_seq: 3, events: [] });
    expect(await stateOf(left, right.employee_id)).toMatchObject({ seen_seq: 3 });
    expect(await entryOf(right, left.employee_id)).toMatchObject({ unread_message_count: 0 });
  });

  test('moved by many at once is told once a step', async () => {
    const [left, right] = await pair(app, cast);
    let conversation_id = '';
    for (let i = 0; i < 6; i++) conversation_id = (await send(left, to(right), `${i}`)).message.conversation_id;
    const marks = await Promise.all(
      [6, 3, 6, 1, 6, 5, 6, 2].map((read_seq) => right.call(chat.markRead, { conversation_id, read_seq })),
    );
    const told = marks.flatMap(({ events }) =>
      events.flatMap(({ name, payload }) => (name === 'chat.read' ? (payload as { read_seq: number }).read_seq : [])),
    );
    expect(new Set(told).size).toBe(told.length);
    expect(Math.max(...told)).toBe(6);
    expect(await stateOf(right, left.employee_id)).toMatchObject({ read_seq: 6 });
  });

  test('moves along when I write, and the other sees it', async () => {
    const [left, right] = await pair(app, cast);
    await send(left, to(right), 'a');
    await send(right, to(left), 'b');
    expect(await stateOf(right, left.employee_id)).toMatchObject({ read_seq: 2 });
    expect(await stateOf(left, right.employee_id)).toMatchObject({ read_seq: 1, seen_seq: 2 });
  });
});

describe('pages of messages', () => {
  test('have exactly what lies before, after and between', async () => {
    const space = await makeSpace(ada);
    const at = into(space.space_id);
    for (let i = 1; i <= 12; i++) await send(ada, at, `${i}`);
    const seqs = async (query: Record<string, string>) => {
      const { items, has_before, has_after } = await read(ada, at, query);
      return [items.map((m) => m.seq), has_before, has_after];
    };
    expect(await seqs({ limit: '5' })).toEqual([[8, 9, 10, 11, 12], true, false]);
    expect(await seqs({ before_seq: '8', limit: '5' })).toEqual([[3, 4, 5, 6, 7], true, true]);
    expect(await seqs({ before_seq: '3', limit: '5' })).toEqual([[1, 2], false, true]);
    expect(await seqs({ before_seq: '1' })).toEqual([[], false, true]);
    expect(await seqs({ after_seq: '0', limit: '3' })).toEqual([[1, 2, 3], false, true]);
    expect(await seqs({ after_seq: '10' })).toEqual([[11, 12], true, false]);
    expect(await seqs({ after_seq: '12' })).toEqual([[], true, false]);
    expect(await seqs({ after_seq: '3', before_seq: '6' })).toEqual([[4, 5], true, true]);
    expect(await seqs({ before_seq: '999999999999999', limit: '1' })).toEqual([[12], true, false]);
    expect(texts((await read(ada, at, { limit: '2' })).items)).toEqual(['11', '12']);
    for (const query of [{ limit: '0' }, { limit: '101' }, { before_seq: '-1' }, { after_seq: 'x' }] as const) {
      expect((await ada.raw(chat.listMessages, { ...at, ...query })).status, JSON.stringify(query)).toBe(400);
    }
  });

  test('around a seq stand there as far as there is something on both sides', async () => {
    const [left, right] = await pair(app, cast);
    const seqs = async (by: TestClient, query: Record<string, string>) => {
      const { items, has_before, has_after } = await read(by, to(by === left ? right : left), query);
      return [items.map((m) => m.seq), has_before, has_after];
    };
    expect(await seqs(left, { around_seq: '3' })).toEqual([[], false, false]);
    for (let i = 1; i <= 9; i++) await send(left, to(right), `${i}`);
    expect(await seqs(right, { around_seq: '5', limit: '3' })).toEqual([[4, 5, 6], true, true]);
    expect(await seqs(right, { around_seq: '0', limit: '4' })).toEqual([[1, 2, 3, 4], false, true]);
    expect(await seqs(right, { around_seq: '999999999999999', limit: '4' })).toEqual([[6, 7, 8, 9], true, false]);
    expect(await seqs(right, { around_seq: '5' })).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9], false, false]);
    for (const query of [{ around_seq: '-1' }, { at_time: 'yesterday' }, { at_time: '2026-01-01T00:00:00+01' }])
      expect((await left.raw(chat.listMessages, { ...to(right), ...query })).status, JSON.stringify(query)).toBe(400);
    // Who is not in a conversation cannot ask about its times either.
    const space = await makeSpace(ada, { visibility: 'private' });
    await send(ada, into(space.space_id), 'Among us');
    for (const query of [{ around_seq: '1' }, { at_time: '2020-01-01T00:00:00Z' }]) {
      const { status } = await left.raw(chat.listMessages, { ...into(space.space_id), ...query });
      expect(status, JSON.stringify(query)).toBe(404);
    }
  });

  test('at a moment have its first message or the next one, and the last one after all', async () => {
    const space = await makeSpace(ada);
    const at = into(space.space_id);
    for (let i = 1; i <= 40; i++) await send(ada, at, `${i}`);
    // Three days, with a silence between the second and the third.
    await app.sql(
      `UPDATE message SET created_at = '2026-03-01T08:00:00Z'::timestamptz + seq * interval '1 hour' + (seq > 30)::int * interval '10 days'
       WHERE conversation_id = $1`,
      [space.sub_spaces[0]?.sub_space_id],
    );
    const found = async (time: string) => {
      const { items } = await read(ada, at, { at_time: time, limit: '1' });
      return items[0]?.seq;
    };
    expect(await found('2020-01-01T00:00:00Z')).toBe(1);
    expect(await found('2026-03-02T00:00:00Z')).toBe(16);
    expect(await found('2026-03-02T01:00:00+01:00')).toBe(16);
    expect(await found('2026-03-02T00:00:00.001Z')).toBe(17);
    expect(await found('2026-03-07T00:00:00Z')).toBe(31);
    expect(await found('2030-01-01T00:00:00Z')).toBe(40);
    expect(await found('0000-01-01T00:00:00Z')).toBe(1);
    const page = await read(ada, at, { at_time: '2026-03-07T00:00:00Z', limit: '10' });
    expect([page.items.map((m) => m.seq), page.has_before, page.has_after]).toEqual([
      [26, 27, 28, 29, 30, 31, 32, 33, 34, 35],
      true,
      true,
    ]);
  });

  test('of any sub-space, by its id or, for the default one, without', async () => {
    const space = await makeSpace(ada);
    const sub_space_id = space.sub_spaces[0]?.sub_space_id as string;
    const { message } = await send(ada, into(space.space_id), 'To all');
    expect(message.conversation_id).toBe(sub_space_id);
    expect((await read(ada, into(space.space_id, sub_space_id))).items).toEqual([message]);
  });
});

describe('a company that has written much', () => {
  test('reads its list, its messages and its marks by index', async () => {
    const { owner: boss, company_id } = await registerCompany(app);
    const me = boss.employee_id;
    await fill(company_id, me, 300, 200);
    const { items } = await boss.call(chat.listConversations, {});
    expect(items).toHaveLength(300);
    // Of 100 after the marker one was deleted.
    expect(items[0]).toMatchObject({ unread_message_count: 99 });

    const [first, last] = [items[0]?.conversations[0]?.conversation_id as string, items.at(-1)?.entity_id as string];
    const plans = await app.app.context.db.company(company_id, async (tx) => {
      let told: unknown;
      const explain: Tx = {
        ...tx,
        query: async <Row extends object>(text: string, values?: readonly unknown[]) => {
          const plan = await tx.query<Row>(`EXPLAIN (FORMAT JSON) ${text}`, values);
          told = plan;
          return plan;
        },
      };
      const [low, high] = me < last ? [me, last] : [last, me];
      const plain = { type: 'text', attachments: [], reply: null, mentions: null, forwarded: null } as const;
      const draft = {
        message_id: uuid(),
        body: '{}',
        text: '',
        digest: Buffer.alloc(0),
        present: true,
        scheduled_for: null,
        ...plain,
      };
      return {
        list: await listStates(explain, me),
        run: await listRun(explain, first, 150, 200),
        at: await findSeqAt(explain, first, 200, '2026-01-01T00:00:00Z').then(() => told),
        place: await findConversation(explain, me, { kind: 'direct', low, high }),
        send: await writeMessage(explain, me, { kind: 'direct', low, high }, draft),
        mark: await moveMarker(explain, me, first, 200),
        sent: await findSent(explain, me, uuid()),
      };
    });
    for (const [name, plan] of Object.entries(plans)) {
      const text = JSON.stringify(plan);
      expect(text, name).toContain('Index');
      for (const table of ['message', 'reaction']) expect(scansOf(plan), name).not.toContain(table);
    }
    // What is looked for is found where it is.
    expect(scansOf([{ 'Node Type': 'Seq Scan', 'Relation Name': 'message' }])).toEqual(['message']);
  });
});

/** Tables that a plan reads from end to end. */
function scansOf(plan: unknown): string[] {
  if (typeof plan !== 'object' || plan === null) return [];
  const node = plan as { 'Node Type'?: string; 'Relation Name'?: string };
  const own = node['Node Type'] === 'Seq Scan' && node['Relation Name'] ? [node['Relation Name']] : [];
  return [...own, ...Object.values(plan).flatMap(scansOf)];
}

/** Direct conversations of one person, each with its messages, written past the server. */
async function fill(company_id: string, me: string, conversations: number, messages: number): Promise<void> {
  const id = (kind: string, n: string) => `('${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
  const [person, talk] = [id('00000001', 'c'), id('00000002', 'c')];
  await app.sql(
    `INSERT INTO employee (company_id, employee_id, first_name, last_name, work_email, work_email_key, employee_account_status, sort_name, search_text)
     SELECT $1, ${person}, 'N', 'N', c || '@n.example', c || '@n.example', 'ACTIVE', 'n', 'n' FROM generate_series(1, $2) c`,
    [company_id, conversations],
  );
  await app.sql(
    `INSERT INTO conversation (company_id, conversation_id, kind, employee_low, employee_high, last_seq)
     SELECT $1, ${talk}, 'direct', least(${person}, $2), greatest(${person}, $2), $4 FROM generate_series(1, $3) c`,
    [company_id, me, conversations, messages],
  );
  await app.sql(
    `INSERT INTO conversation_member (company_id, conversation_id, employee_id, read_seq)
     SELECT company_id, conversation_id, unnest(ARRAY[employee_low, employee_high]), last_seq - 100 FROM conversation WHERE company_id = $1`,
    [company_id],
  );
  await app.sql(
    `INSERT INTO message (company_id, conversation_id, seq, message_id, sender_id, body, text, digest, created_at, deleted_at)
     SELECT $1, ${talk}, s, gen_random_uuid(), ${person}, CASE WHEN s <> $3 - 50 THEN '{"type":"doc","content":[{"type":"paragraph"}]}'::jsonb END,
       'x', '', now() - c * interval '1 hour' + s * interval '1 second', CASE WHEN s = $3 - 50 THEN now() END
     FROM generate_series(1, $2) c, generate_series(1, $3) s`,
    [company_id, conversations, messages],
  );
  await app.sql(
    `INSERT INTO reaction (company_id, conversation_id, seq, emoji, employee_id, emoji_position, position)
     SELECT company_id, conversation_id, seq, '👍', sender_id, 1, 1 FROM message WHERE company_id = $1 AND seq % 5 = 0 AND body IS NOT NULL`,
    [company_id],
  );
  await app.sql('ANALYZE');
}
