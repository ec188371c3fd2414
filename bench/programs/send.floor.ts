// What bench/send.ts is held against: the same rows in the same transactions, through the same driver and as many
// connections, by a script that knows nothing else: no HTTP, no session, no checking, no sockets. It waits for the database
// as seldom as the data allows: once for the message's seq, once for the commit.
import { createHash } from 'node:crypto';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { APP_ROLE } from '#server/platform/db/migrate.ts';
import { answer } from '../lib/child.ts';
import { timesOf } from '../lib/stats.ts';
import type { FloorQuestion, LoadAnswer } from '../send.ts';

const SCOPE = "SELECT set_config('app.company_id', $1, true), set_config('app.scope', $2, true)";
// As server/features/chat/repo/message-repo.ts writes it.
const WRITE = `
WITH numbered AS (
  UPDATE conversation c SET last_seq = c.last_seq + 1
  WHERE c.company_id = $1 AND c.conversation_id = $3 RETURNING c.conversation_id, c.last_seq),
marked AS (
  UPDATE conversation_member m SET read_seq = n.last_seq FROM numbered n
  WHERE m.company_id = $1 AND m.conversation_id = n.conversation_id AND m.employee_id = $2
  RETURNING m.conversation_id, m.read_seq)
INSERT INTO message (company_id, conversation_id, seq, message_id, sender_id, body, text, digest, created_at)
SELECT $1::uuid, conversation_id, read_seq, $4::uuid, $2::uuid, $5::jsonb, $6::text, $7::bytea, clock_timestamp() FROM marked
RETURNING conversation_id, seq, created_at`;
// As server/platform/events/emit.ts writes it.
const EMIT = `
WITH raised AS (
  INSERT INTO topic (company_id, topic, revision) VALUES ($1, $2, 1)
  ON CONFLICT (company_id, topic) DO UPDATE SET revision = topic.revision + 1
  RETURNING revision)
INSERT INTO event (company_id, topic, revision, name, payload)
SELECT $1, $2, revision, $3, $4 FROM raised RETURNING revision`;
// As server/features/notifications/service.ts writes it; but nobody is to look whom to tell, which costs the server's side alone.
const ASK = `INSERT INTO notification_job (company_id, job_id, kind, message_id, actor_id, due_at)
  VALUES ($1, $2, 'message', $3, $4, now() + interval '1 day')`;

const TEXT = 'Could you have a look at the draft for Thursday before we send it round? Thank you!';
const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: TEXT }] }] };

const names = new Map<string, string>();
function statement(text: string, values: unknown[]) {
  let name = names.get(text);
  if (!name) names.set(text, (name = `floor_${names.size}`));
  return { name, text, values };
}

let pool: pg.Pool | undefined;

async function writeOne(company_id: string, sender_id: string, conversation_id: string): Promise<void> {
  const client = await (pool as pg.Pool).connect();
  const message_id = uuid();
  const json = JSON.stringify(body);
  const digest = createHash('sha256').update(json).digest();
  const [, , written] = await Promise.all([
    client.query('BEGIN'),
    client.query(statement(SCOPE, [company_id, ''])),
    client.query<{ seq: number; created_at: Date }>(
      statement(WRITE, [company_id, sender_id, conversation_id, message_id, json, TEXT, digest]),
    ),
  ]);
  const row = written.rows[0];
  if (!row) throw new Error('Nothing was written');
  const rest = {
    type: 'text',
    body,
    created_at: row.created_at,
    edited_at: null,
    deleted_at: null,
    attachments: [],
    previews: [],
    reactions: [],
  };
  const marks = { reply_to: null, forwarded: null, pinned: null, scheduled_for: null };
  const message = { message_id, conversation_id, seq: row.seq, sender_id, ...rest, ...marks };
  const topic = `conversation:${conversation_id}`;
  await Promise.all([
    client.query(statement(EMIT, [company_id, topic, 'chat.message_created', JSON.stringify(message)])),
    client.query(statement(ASK, [company_id, uuid(), message_id, sender_id])),
    client.query('COMMIT'),
  ]);
  client.release();
}

answer<FloorQuestion>(async ({ connection, company_id, senders, connections, lines, seconds }): Promise<LoadAnswer> => {
  pool ??= new pg.Pool({
    ...connection,
    max: connections,
    pipeline: true,
    options: `-c role=${APP_ROLE} -c timezone=UTC`,
  } as pg.PoolConfig);
  const times: number[] = [];
  const start = performance.now();
  const until = start + seconds * 1000;
  const loop = async ({ sender_id, conversation_id }: FloorQuestion['senders'][number]) => {
    while (performance.now() < until) {
      const at = performance.now();
      await writeOne(company_id, sender_id, conversation_id);
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: lines }, (_, n) => loop(senders[n % senders.length] as never)));
  const perSecond = times.length / ((performance.now() - start) / 1000);
  return { perSecond, count: times.length, heard: 0, ack: timesOf(times), visible: timesOf([]) };
});
