// Companies of 10,000 people that have said much, written past the server in minutes instead of weeks: as the app writes it, the
// generated columns included. Two people of each ask: one reads every day, the other one has never read anything.
import pg from 'pg';
import type { Address } from '#contract/chat.ts';
import type { TestClient } from '#tests/kit/client.ts';

export const PEOPLE = 10_000;
/** Spaces of a company. */
export const ROOMS = 2_000;
/** Spaces and colleagues that either of those who ask talks with: 27 % of all that is said, most of it in the first space. */
export const OWN_ROOMS = 31;
export const OWN_DIRECTS = 100;
/** Messages that are written, counted and committed together. */
const CHUNK = 50_000;
const EVERYBODY = '00000000-0000-0000-0000-000000000000';

// Words of syllables; the n-th is said about 1/n as often as the first, as in languages. Lines of two to seven of them.
const WORDS = `CREATE UNLOGGED TABLE bench_word AS SELECT n, (SELECT string_agg(
    substr('bcdfghklmnprstvw', 1 + (hashint8(n * 7::bigint + i) & 2147483647) % 16, 1) ||
    substr('aeiou', 1 + (hashint8(n * 13::bigint + i) & 2147483647) % 5, 1), '')
  FROM generate_series(1, 1 + n % 4 + (n > 50)::integer) AS i) AS word FROM generate_series(1, 60000) AS n;
CREATE UNIQUE INDEX ON bench_word (n);
CREATE UNLOGGED TABLE bench_line AS SELECT line, string_agg(word, ' ') AS words FROM (
    SELECT g AS line, 1 + floor(exp(random() * 10.9))::integer AS n
    FROM generate_series(1, 20000) AS g, generate_series(1, 2 + g % 6)) AS said JOIN bench_word USING (n) GROUP BY line;
CREATE UNIQUE INDEX ON bench_line (line);
ANALYZE bench_word; ANALYZE bench_line`;
/** From the first to the last that it has, by number. */
export const LAST_WORD = 60_000;

const COLLEAGUES = `INSERT INTO employee (company_id, employee_id, first_name, last_name, work_email, work_email_key,
    employee_account_status, sort_name, search_text)
  SELECT $1::uuid, gen_random_uuid(), initcap(a.word), initcap(b.word), key, key, 'ACTIVE', a.word || ' ' || b.word,
    a.word || ' ' || b.word || ' operator ' || key
  FROM (SELECT g, 'p' || g || '@' || $1::uuid || '.example' AS key FROM generate_series(1, ${PEOPLE}) AS g) AS people
  JOIN bench_word a ON a.n = 100 + g % 700 JOIN bench_word b ON b.n = 1000 + g * 7 % 9000`;
// Rooms in which something is said: the spaces of those who ask, their colleagues, all other spaces.
const PLACES = `CREATE TEMP TABLE room AS SELECT g AS room, gen_random_uuid() AS id,
    CASE WHEN g > ${OWN_ROOMS} AND g <= ${OWN_ROOMS + OWN_DIRECTS} THEN (g - ${OWN_ROOMS}) END AS direct
  FROM generate_series(1, ${ROOMS + OWN_DIRECTS}) AS g;
CREATE UNIQUE INDEX ON room (room); CREATE UNIQUE INDEX ON room (id); ANALYZE room`;
const PAIRS = `SELECT r.id, e.employee_id FROM room r JOIN (SELECT row_number() OVER (ORDER BY employee_id) AS n, employee_id
    FROM employee WHERE company_id = $1 AND employee_id <> ALL ($2::uuid[])) AS e ON e.n = r.direct`;
const PARTS = [
  `INSERT INTO space (company_id, space_id, space_name, visibility, created_by)
    SELECT $1::uuid, id, a.word || ' ' || b.word, 'private', ($2::uuid[])[1] FROM room
    JOIN bench_word a ON a.n = 100 + room JOIN bench_word b ON b.n = 5000 + room WHERE direct IS NULL`,
  `INSERT INTO sub_space (company_id, sub_space_id, space_id, sub_space_name, is_default, position, created_by)
    SELECT $1::uuid, id, id, 'General', true, 1, ($2::uuid[])[1] FROM room WHERE direct IS NULL`,
  `INSERT INTO conversation (company_id, conversation_id, kind, space_id, is_main)
    SELECT $1::uuid, id, 'sub_space', id, true FROM room WHERE direct IS NULL AND $2::uuid[] IS NOT NULL`,
  `INSERT INTO conversation (company_id, conversation_id, kind, employee_low, employee_high)
    SELECT $1::uuid, id, 'direct', least(employee_id, ($2::uuid[])[1]), greatest(employee_id, ($2::uuid[])[1]) FROM (${PAIRS}) AS p`,
  // Everybody is in ten spaces; those who ask are in the first ones.
  `INSERT INTO space_member (company_id, space_id, employee_id, role)
    SELECT DISTINCT $1::uuid, r.id, e.employee_id, 'member' FROM employee e, generate_series(1, 10) AS g, room r
    WHERE e.company_id = $1 AND e.employee_id <> ALL ($2::uuid[]) AND r.direct IS NULL
      AND r.room = 1 + (hashint8(hashtext(e.employee_id::text)::bigint * 31 + g) & 2147483647) % ${ROOMS + OWN_DIRECTS}
    UNION ALL SELECT $1::uuid, r.id, unnest($2::uuid[]), 'admin' FROM room r WHERE r.room <= ${OWN_ROOMS}`,
  `INSERT INTO conversation_member (company_id, conversation_id, employee_id)
    SELECT company_id, space_id, employee_id FROM space_member WHERE company_id = $1 AND $2::uuid[] IS NOT NULL
    UNION ALL SELECT $1::uuid, id, unnest(ARRAY[employee_id, ($2::uuid[])[1]]) FROM (${PAIRS}) AS p`,
  `UPDATE space s SET total_members = m.count FROM (SELECT space_id, count(*) FROM space_member WHERE company_id = $1 GROUP BY 1) AS m
    WHERE s.company_id = $1 AND s.space_id = m.space_id AND $2::uuid[] IS NOT NULL`,
];
// A message a minute. One in a hundred is deleted, one calls everybody.
const MESSAGES = `INSERT INTO message (company_id, conversation_id, seq, message_id, sender_id, body, text, digest, created_at,
    deleted_at, mentions)
  SELECT $1::uuid, conversation_id, last_seq + row_number() OVER (PARTITION BY conversation_id ORDER BY g), gen_random_uuid(),
    ($2::uuid[])[1 + g % cardinality($2::uuid[])], CASE WHEN g % 100 <> 7 THEN jsonb_build_object('type', 'doc', 'content',
      jsonb_build_array(jsonb_build_object('type', 'paragraph', 'content', jsonb_build_array(jsonb_build_object('type', 'text', 'text', said))))) END,
    CASE WHEN g % 100 <> 7 THEN said ELSE '' END, '\\x00', now() - ($5::integer - g) * interval '1 minute',
    CASE WHEN g % 100 = 7 THEN now() END, CASE WHEN g % 100 = 8 THEN ARRAY['${EVERYBODY}'::uuid] END
  FROM (SELECT g, spread.room, a.words || ' ' || b.words || ' ' || g AS said
    FROM (SELECT g, CASE WHEN random() < 0.1 THEN 1 ELSE 1 + floor(${ROOMS + OWN_DIRECTS} * power(random(), 2.5))::integer END AS room,
        1 + floor(random() * 20000)::integer AS first, 1 + floor(random() * 20000)::integer AS second
      FROM generate_series($3::integer, $4::integer) AS g) AS spread
    JOIN bench_line a ON a.line = first JOIN bench_line b ON b.line = second) AS lines
  JOIN room USING (room) JOIN conversation c ON c.company_id = $1 AND c.conversation_id = room.id`;
const COUNTED = `UPDATE conversation c SET last_seq = m.last_seq
  FROM (SELECT conversation_id, max(seq) AS last_seq FROM message WHERE company_id = $1 GROUP BY 1) AS m
  WHERE c.company_id = $1 AND c.conversation_id = m.conversation_id`;
/** How far somebody who left a day ago has read. */
const DAY_AGO = `coalesce((SELECT max(x.seq) FROM message x WHERE x.company_id = $1 AND x.conversation_id = m.conversation_id
    AND x.created_at < now() - interval '1 day'), 0)`;
const AFTERWARDS = [
  `UPDATE conversation_member m SET read_seq = ${DAY_AGO} WHERE m.company_id = $1 AND m.employee_id = ($2::uuid[])[1]`,
  // Each message is an event; the log is kept for two weeks.
  `INSERT INTO topic (company_id, topic, revision) SELECT company_id, 'conversation:' || conversation_id, last_seq FROM conversation
    WHERE company_id = $1 AND last_seq > 0 AND $2::uuid[] IS NOT NULL ON CONFLICT DO NOTHING`,
  `INSERT INTO event (company_id, topic, revision, name, payload, created_at)
    SELECT company_id, 'conversation:' || conversation_id, seq, 'chat.message_created', jsonb_build_object('message_id', message_id,
      'conversation_id', conversation_id, 'seq', seq, 'sender_id', sender_id, 'type', type, 'body', body, 'created_at', created_at,
      'edited_at', null, 'deleted_at', deleted_at, 'reactions', '[]'::jsonb, 'reply_to', null, 'forwarded', null, 'pinned', null,
      'attachments', '[]'::jsonb, 'scheduled_for', null, 'thread', null), created_at
    FROM message WHERE company_id = $1 AND created_at > now() - interval '14 days' AND $2::uuid[] IS NOT NULL`,
];

export interface LargeCompany {
  /** Reads every day; was last here a day ago. */
  readonly daily: TestClient;
  /** Has never read anything. */
  readonly never: TestClient;
  /** The space in which most is said, as those who ask call it. */
  readonly busiest: Address;
  /** Topic → revision, as whoever was here a day ago holds them. */
  readonly held: Readonly<Record<string, number>>;
}

/** A connection that writes much at once. */
export async function openForFilling(connection: pg.ClientConfig): Promise<pg.Client> {
  const database = new pg.Client(connection);
  await database.connect();
  // Foreign keys are right by themselves here, and looking each of them up takes as long as the writing.
  await database.query(`SET synchronous_commit = off; SET session_replication_role = replica; SET work_mem = '256MB';
    SET maintenance_work_mem = '768MB'; SET max_parallel_maintenance_workers = 2`);
  await database.query(WORDS);
  return database;
}

/**
 * Does what `fill` does without the index of words, and makes that again: a million rows are sorted into it many times faster
 * at once than one by one.
 */
export async function withoutWordIndex(database: pg.Client, fill: () => Promise<void>): Promise<void> {
  const { rows } = await database.query<{ indexdef: string }>(
    "SELECT indexdef FROM pg_indexes WHERE indexname = 'message_words'",
  );
  await database.query('DROP INDEX message_words');
  await fill();
  await database.query(rows[0]?.indexdef ?? '');
  await database.query('VACUUM ANALYZE');
}

/** The company of the two clients, with so many messages. */
export async function furnish(
  database: pg.Client,
  daily: TestClient,
  never: TestClient,
  messages: number,
): Promise<LargeCompany> {
  const { company_id } = daily;
  const askers = [daily.employee_id, never.employee_id];
  await database.query(COLLEAGUES, [company_id]);
  await database.query(PLACES);
  for (const part of PARTS) await database.query(part, [company_id, askers]);
  const { rows: people } = await database.query<{ employee_id: string }>(
    'SELECT employee_id FROM employee WHERE company_id = $1 AND employee_id <> ALL ($2::uuid[]) LIMIT 50',
    [company_id, askers],
  );
  const senders = people.map(({ employee_id }) => employee_id);
  for (let from = 1; from <= messages; from += CHUNK) {
    await database.query(MESSAGES, [company_id, senders, from, Math.min(messages, from + CHUNK - 1), messages]);
    await database.query(COUNTED, [company_id]);
  }
  for (const part of AFTERWARDS) await database.query(part, [company_id, askers]);
  const { rows } = await database.query<{ topic: string; revision: number }>(
    `SELECT 'conversation:' || m.conversation_id AS topic, ${DAY_AGO} AS revision FROM conversation_member m
      WHERE m.company_id = $1 AND m.employee_id = $2
    UNION ALL SELECT 'space:' || space_id, 0 FROM space_member WHERE company_id = $1 AND employee_id = $2
    UNION ALL SELECT topic, revision FROM topic WHERE company_id = $1 AND topic IN ('company', 'employee:' || $2)`,
    [company_id, daily.employee_id],
  );
  const { rows: rooms } = await database.query<{ id: string }>('SELECT id FROM room WHERE room = 1');
  await database.query('DROP TABLE room');
  return {
    daily,
    never,
    busiest: { entity_type: 'space', entity_id: rooms[0]?.id ?? '' },
    held: Object.fromEntries(rows.map(({ topic, revision }) => [topic, revision])),
  };
}
