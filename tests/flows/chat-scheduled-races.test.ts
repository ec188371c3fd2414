// Messages that wait for their time, while somebody else is just writing there: what they write stays unread to the absent sender.
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as scheduled from '#contract/chat/scheduled.ts';
import { listThreads } from '#contract/chat/threads.ts';
import * as chat from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';
import { sendDue } from '#server/features/chat/later/sending-job.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { told } from './notifications.fixture.ts';
import { type Cast, entryOf, gather, ids, into, makeSpace, pair, say, to, topicOf, under } from './talk.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startTestApp();
  cast = await gather(app);
});
afterAll(() => app.close());

/** Planned for later, and due by now. */
async function due(by: TestClient, at: chat.Address, given: { reply_to?: string } = {}): Promise<void> {
  const message_id = uuid();
  const due_at = new Date(Date.now() + 3_600_000).toISOString();
  await by.call(scheduled.schedule, { ...at, message_id, body: docOf('Good morning'), due_at, ...given });
  await app.sql("UPDATE scheduled_message SET due_at = now() - interval '1 second' WHERE message_id = $1", [
    message_id,
  ]);
}

/** Sends what is due while `other` is numbered and cannot commit: whoever holds the topic holds it up right before that. */
async function sendWhile(topic: string, other: () => Promise<unknown>): Promise<void> {
  // What is told of earlier messages waits for markers, too.
  await told(app);
  const holder = new pg.Client(app.connection);
  await holder.connect();
  try {
    await holder.query('BEGIN');
    const { rowCount } = await holder.query('SELECT FROM topic WHERE topic = $1 FOR UPDATE', [topic]);
    expect(rowCount).toBe(1);
    const waiting = async (n: number) => {
      const sql =
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
      await expect.poll(async () => (await app.sql<{ n: number }>(sql))[0]?.n).toBe(n);
    };
    const first = other();
    await waiting(1);
    const job = sendDue(app.app.context);
    await waiting(2);
    await holder.query('ROLLBACK');
    await first;
    expect(await job).toBe(1);
  } finally {
    await holder.end();
  }
}

const unread = async (by: TestClient, entity_id: string) => (await entryOf(by, entity_id))?.unread_message_count;

test('in a space, also as an answer', async () => {
  const { owner, ada, ben } = cast;
  const space = await makeSpace(owner, { employee_ids: ids(ada, ben) });
  const at = into(space.space_id);
  const { message_id } = await say(ada, at, 'First');
  await due(ada, at);
  await sendWhile(topicOf(space), () => say(ben, at, 'Meanwhile'));
  expect(await unread(ada, space.space_id)).toBe(1);
  await due(ada, at, { reply_to: message_id });
  await sendWhile(topicOf(space), () => say(ben, at, 'And again'));
  expect(await unread(ada, space.space_id)).toBe(2);
});

test('in a thread', async () => {
  const [left, right] = await pair(app, cast);
  const root = await say(left, to(right), 'Root');
  const { conversation_id } = await say(left, under(root), 'First');
  await say(right, under(root), 'Second');
  await left.call(chat.markRead, { conversation_id, read_seq: 2 });
  await due(left, under(root));
  await sendWhile(`conversation:${conversation_id}`, () => say(right, under(root), 'Meanwhile'));
  const [thread] = (await left.call(listThreads, {})).items;
  expect(thread && chat.unreadOf(thread.state)).toBe(1);
});

test('between two people who have never written to each other', async () => {
  const [left, right] = await pair(app, cast);
  await due(left, to(right));
  await sendWhile(`employee:${left.employee_id}`, () => say(right, to(left), 'Meanwhile'));
  expect(await unread(left, right.employee_id)).toBe(1);
  expect(await unread(right, left.employee_id)).toBe(1);
});
