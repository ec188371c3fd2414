// A long past, written past the server: a conversation with texts of several lengths and forms, pictures, reactions, pauses and
// days; a person with many conversations.
import type { Attachment } from '#contract/chat/attachment.ts';

type Sql = (text: string, values?: unknown[]) => Promise<unknown>;

export interface History {
  readonly company_id: string;
  /** One that exists, with fewer messages than this. */
  readonly conversation_id: string;
  /** They write in turns, and react to each other. */
  readonly people: readonly string[];
  /** How many messages there are then. */
  readonly last_seq: number;
  /** How far the people have read; default: everything. */
  readonly read_seq?: number;
  /** Between one message and the next, in seconds. Default 600. The last one is written now. */
  readonly pause?: number;
  /** Every twentieth message has one of them. */
  readonly pictures?: readonly Attachment[];
}

const text = (words: string): string => `jsonb_build_array(jsonb_build_object('type', 'text', 'text', ${words}))`;
const paragraph = (words: string): string => `jsonb_build_object('type', 'paragraph', 'content', ${text(words)})`;
const bold = `jsonb_build_object('type', 'paragraph', 'content', jsonb_build_array(
  jsonb_build_object('type', 'text', 'text', 'Message ' || s || '. ', 'marks', jsonb_build_array(jsonb_build_object('type', 'bold'))),
  jsonb_build_object('type', 'text', 'text', 'is about oven ' || s % 7)))`;
const list = `jsonb_build_object('type', 'bulletList', 'content', (SELECT jsonb_agg(jsonb_build_object('type', 'listItem', 'content',
  jsonb_build_array(${paragraph("'Message ' || s || '. Point ' || p")}))) FROM generate_series(1, 3) p))`;
const BODY = `jsonb_build_object('type', 'doc', 'content', jsonb_build_array(CASE s % 5
  WHEN 1 THEN ${bold} WHEN 3 THEN ${list}
  ELSE ${paragraph("'Message ' || s || '.' || repeat(' and so the rye went into the oven once more', s % 4)")} END))`;

/** "Message N" stands in the message with seq N. */
export async function writeHistory(sql: Sql, history: History): Promise<void> {
  const { company_id, conversation_id, people, last_seq, read_seq = last_seq, pause = 600, pictures = [] } = history;
  await sql(
    `INSERT INTO message (company_id, conversation_id, seq, message_id, sender_id, body, text, digest, created_at, attachments)
     SELECT $1, $2, s, gen_random_uuid(), ($3::uuid[])[1 + s / 3 % cardinality($3::uuid[])], ${BODY}, 'Message ' || s, '',
       now() - ($4 - s) * $5 * interval '1 second',
       CASE WHEN s % 20 = 9 AND $6 <> '[]' THEN jsonb_build_array($6::jsonb -> (s / 20 % jsonb_array_length($6::jsonb))) END
     FROM generate_series((SELECT last_seq + 1 FROM conversation WHERE company_id = $1 AND conversation_id = $2), $4) s`,
    [company_id, conversation_id, people, last_seq, pause, JSON.stringify(pictures)],
  );
  await sql(
    `INSERT INTO message_file (company_id, conversation_id, seq, file_id)
     SELECT company_id, conversation_id, seq, (attachments -> 0 ->> 'file_id')::uuid FROM message
     WHERE company_id = $1 AND conversation_id = $2 AND attachments -> 0 ->> 'file_id' = ANY ($3) ON CONFLICT DO NOTHING`,
    [company_id, conversation_id, pictures.map(({ file_id }) => file_id)],
  );
  await sql(
    `INSERT INTO reaction (company_id, conversation_id, seq, emoji, employee_id, emoji_position, position)
     SELECT company_id, conversation_id, seq, e.emoji, p.id, e.nth, p.nth
     FROM message, unnest(ARRAY['👍', '🎉']) WITH ORDINALITY e (emoji, nth), unnest($3::uuid[]) WITH ORDINALITY p (id, nth)
     WHERE company_id = $1 AND conversation_id = $2 AND seq % 4 = 0
     ON CONFLICT DO NOTHING`,
    [company_id, conversation_id, people],
  );
  await sql('UPDATE conversation SET last_seq = $3 WHERE company_id = $1 AND conversation_id = $2', [
    company_id,
    conversation_id,
    last_seq,
  ]);
  await sql('UPDATE conversation_member SET read_seq = $3 WHERE company_id = $1 AND conversation_id = $2', [
    company_id,
    conversation_id,
    read_seq,
  ]);
}

/** A direct conversation with each of so many new colleagues, "Colleague N" at "place N", of one message each. */
export async function writeTalks(sql: Sql, company_id: string, employee_id: string, count: number): Promise<void> {
  await sql(
    `WITH colleague AS (
       INSERT INTO employee (company_id, employee_id, first_name, last_name, work_email, work_email_key,
         employee_account_status, sort_name, search_text)
       SELECT $1, gen_random_uuid(), 'Colleague', g::text, key, key, 'ACTIVE', 'colleague ' || g, 'colleague ' || g || ' ' || key
       FROM (SELECT g, 'colleague' || g || '@' || $1::uuid || '.example' AS key FROM generate_series(1, $3::integer) g) AS them
       RETURNING employee_id, last_name::integer AS n
     ), talk AS (
       INSERT INTO conversation (company_id, conversation_id, kind, employee_low, employee_high, last_seq)
       SELECT $1, gen_random_uuid(), 'direct', least(employee_id, $2), greatest(employee_id, $2), 1 FROM colleague
       RETURNING conversation_id, employee_low, employee_high
     ), side AS (
       INSERT INTO conversation_member (company_id, conversation_id, employee_id, read_seq)
       SELECT $1, conversation_id, unnest(ARRAY[employee_low, employee_high]), CASE WHEN random() < 0.9 THEN 1 ELSE 0 END FROM talk
     )
     INSERT INTO message (company_id, conversation_id, seq, message_id, sender_id, body, text, digest, created_at)
     SELECT $1, conversation_id, 1, gen_random_uuid(), employee_id,
       jsonb_build_object('type', 'doc', 'content', jsonb_build_array(${paragraph("'I am at place ' || n || ', and the rye is in.'")})),
       'I am at place ' || n || ', and the rye is in.', '', now() - n * interval '17 minutes'
     FROM talk JOIN colleague ON employee_id IN (employee_low, employee_high)`,
    [company_id, employee_id, count],
  );
}
