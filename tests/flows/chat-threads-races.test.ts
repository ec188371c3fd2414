// Threads while other things happen where their roots stand: nobody waits in a circle, nothing slips through a door that closes.
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as groups from '#contract/chat/groups.ts';
import * as chat from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';
import * as spaces from '#contract/spaces.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { type Cast, gather, ids, into, makeSpace, say, send, to, under } from './talk.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startTestApp();
  cast = await gather(app);
});
afterAll(() => app.close());

/** How often the database has had to break a circle. What it counts it tells about a second later. */
async function deadlocks(): Promise<number> {
  await new Promise((done) => setTimeout(done, 1_200));
  const [row] = await app.sql<{ n: number }>(
    'SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()',
  );
  return row?.n ?? Number.NaN;
}

const times = (n: number, work: (at: number) => Promise<unknown>) =>
  Array.from({ length: n }).reduce<Promise<unknown>>((before, _, at) => before.then(() => work(at)), Promise.resolve());

test('answers, reactions, edits and deletions of root and answers wait for each other in one order', async () => {
  const { owner, ada, ben, cleo } = cast;
  const space = await makeSpace(owner, { employee_ids: ids(ada, ben, cleo) });
  const root = await say(ada, into(space.space_id), 'The root');
  const mine: chat.Message[] = [];
  for (let n = 0; n < 8; n++) mine.push(await say(cleo, under(root), `Mine ${n}`));
  const { message_id } = root;
  const before = await deadlocks();
  await Promise.all([
    times(8, (n) => say(ben, under(root), `Answer ${n}`)),
    times(8, (n) => say(ada, under(root), `Another ${n}`)),
    times(6, async () => {
      await owner.call(chat.react, { message_id, emoji: '👍' });
      await owner.call(chat.unreact, { message_id, emoji: '👍' });
    }),
    times(6, (n) => ada.call(chat.edit, { message_id, body: docOf(`The root, ${n}`) })),
    times(8, (n) => cleo.call(chat.remove, { message_id: mine[n]?.message_id as string })),
  ]);
  expect((await deadlocks()) - before).toBe(0);
});

test('a thread that begins while its sub-space is archived is archived with it', async () => {
  const { owner, ada, ben } = cast;
  const space = await makeSpace(owner, { employee_ids: ids(ada, ben) });
  const sub_space_id = uuid();
  await owner.call(spaces.createSubSpace, { space_id: space.space_id, sub_space_id, sub_space_name: 'Closing' });
  const root = await say(ada, into(space.space_id, sub_space_id), 'The root');
  // Whoever holds the topic holds the answer up right before its commit.
  const holder = new pg.Client(app.connection);
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM topic WHERE topic = $1 FOR UPDATE', [`conversation:${sub_space_id}`]);
  const waiting = async (n: number) => {
    const sql =
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    await expect.poll(async () => (await app.sql<{ n: number }>(sql))[0]?.n).toBe(n);
  };
  const first = say(ben, under(root), 'Just in time');
  await waiting(1);
  const closing = owner.call(spaces.archiveSubSpace, { sub_space_id, archived: true });
  await waiting(2);
  await holder.query('ROLLBACK');
  await holder.end();
  await Promise.all([first, closing]);
  await expect(say(ben, under(root), 'Too late')).rejects.toMatchObject({ code: 'SUB_SPACE_ARCHIVED' });
});

test('whoever has left hears of a repeat that it was sent, and nothing of what was said since', async () => {
  const { owner, ada, ben, cleo } = cast;
  const conversation_id = uuid();
  await owner.call(groups.createGroup, { conversation_id, employee_ids: ids(ada, ben, cleo) });
  const at = { entity_type: 'group', entity_id: conversation_id } as const;
  const asked = await say(ben, at, 'Before');
  const message = { ...at, message_id: uuid(), body: docOf('Mine'), reply_to: asked.message_id };
  await cleo.call(chat.send, message);
  await cleo.call(groups.leaveGroup, { conversation_id });
  await ben.call(chat.edit, { message_id: asked.message_id, body: docOf('Secret') });
  await ada.call(chat.react, { message_id: message.message_id, emoji: '🎉' });
  const repeat = await cleo.call(chat.send, message);
  expect(repeat).toMatchObject({
    message: { message_id: message.message_id, reactions: [], reply_to: null },
    events: [],
  });
  await expect(send(cleo, at, 'Anew')).rejects.toMatchObject({ status: 404 });
});

test('an answer that waits for a deletion quotes what is deleted', async () => {
  const { ada, ben } = cast;
  const asked = await say(ada, to(ben), 'Is oven 3 hot?');
  const holder = new pg.Client(app.connection);
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query("UPDATE message SET body = NULL, text = '', deleted_at = now() WHERE message_id = $1", [
      asked.message_id,
    ]);
    const sending = ben.call(chat.send, {
      ...{ ...to(ada), message_id: uuid(), body: docOf('It is') },
      reply_to: asked.message_id,
    });
    const waits = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    await expect.poll(() => app.sql(waits)).not.toEqual([]);
    await holder.query('COMMIT');
    expect((await sending).message.reply_to).toMatchObject({ text: '', deleted: true });
  } finally {
    await holder.end();
  }
});
