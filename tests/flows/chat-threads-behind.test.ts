// The inbox lists the newest 500 threads: what is answered behind its end while nobody listens is told by no topic that it follows.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '#contract/auth.ts';
import { threadsKey } from '#src/features/chat/live/keys.ts';
import { type Threads, threads } from '#src/features/chat/live/live-threads.ts';
import { conversations, effects } from '#src/features/chat/live.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { type LiveClient, startLiveClient } from '#tests/kit/live-client.ts';
import { gather, pair, say, to, under } from './talk.ts';

const LISTED = 500;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** As many threads as are listed, all of them answered after that of the root. */
async function fill(root_id: string): Promise<void> {
  const id = (kind: string) => `('${kind}-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  const [root, thread] = [id('00000001'), id('00000002')];
  const said = 'seq, sender_id, body, text, digest, created_at';
  const many = `generate_series(1, ${LISTED}) n`;
  const ofThread = '(SELECT conversation_id FROM conversation WHERE root_id = $1)';
  for (const statement of [
    `INSERT INTO message (company_id, conversation_id, message_id, ${said})
     SELECT company_id, conversation_id, ${root}, seq + n, sender_id, body, text, digest, created_at
     FROM message, ${many} WHERE message_id = $1`,
    `UPDATE conversation SET last_seq = last_seq + ${LISTED}
     WHERE conversation_id = (SELECT conversation_id FROM message WHERE message_id = $1)`,
    `INSERT INTO conversation (company_id, conversation_id, kind, parent_id, root_id, last_seq, replies, replied_at)
     SELECT company_id, ${thread}, kind, parent_id, ${root}, 1, 1, now() FROM conversation, ${many} WHERE root_id = $1`,
    `INSERT INTO conversation_member (company_id, conversation_id, employee_id, read_seq)
     SELECT company_id, ${thread}, employee_id, 1 FROM conversation_member, ${many} WHERE conversation_id = ${ofThread}`,
    `INSERT INTO message (company_id, conversation_id, message_id, ${said})
     SELECT company_id, ${thread}, gen_random_uuid(), seq, sender_id, body, text, digest, created_at + n * interval '1 ms'
     FROM message, ${many} WHERE conversation_id = ${ofThread}`,
  ])
    await app.sql(statement, [root_id]);
}

const start = ({ session }: TestClient): LiveClient =>
  startLiveClient({
    url: app.url,
    session: session as Session,
    registry: { live: [conversations, threads], effects },
  });
const inbox = ({ queryClient }: LiveClient) =>
  queryClient.getQueryData<Threads>(threadsKey)?.items.map(({ root, state }) => ({
    root_id: root.message_id,
    unread: state.last_seq - state.read_seq,
  }));

test('an answer behind the end of the list while the app was closed comes first, unread', async () => {
  const [me, other] = await pair(app, await gather(app));
  const { message_id: root_id } = await say(me, to(other), 'root');
  await say(me, under({ message_id: root_id }), 'answer');
  await fill(root_id);
  const before = start(me);
  await before.restored;
  await before.queryClient.ensureQueryData({ queryKey: threadsKey });
  const listed = inbox(before);
  expect(listed).toHaveLength(LISTED);
  expect(listed).not.toContainEqual(expect.objectContaining({ root_id }));
  await before.cache.flush();
  const session = before.session();
  await before.kill();

  await say(other, under({ message_id: root_id }), 'while nobody listened');
  const after = start({ session } as TestClient);
  try {
    await after.restored;
    expect(inbox(after), 'what is on the disk').toBeDefined();
    await expect.poll(() => inbox(after)?.[0], { timeout: 5_000 }).toEqual({ root_id, unread: 1 });
    expect(inbox(after)).toHaveLength(LISTED);
  } finally {
    await after.kill();
  }
});
