// How long a search takes in a company of 10,000 people, with 1,000 and with 1,000,000 messages: the same queries taking turns
// in one server, so that both have the same machine. Asked over HTTP as the box asks: people, spaces and messages at once.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { search as endpoint } from '#contract/search.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { startServerProcess } from '#tests/kit/server-process.ts';
import { openOffice } from './lib/office.ts';
import { type Report, runAlone, setting } from './lib/report.ts';
import { timesOf } from './lib/stats.ts';

const FEW = 1_000;
const MANY = 1_000_000;
const PEOPLE = 10_000;
const ROOMS = 2_000;
/** What is asked, as it is typed: names, common and rare words whole and begun, several words, numbers, nothing that is there. */
const QUERIES = 60;

// Words of syllables; the n-th is said about 1/n as often as the first, as in languages.
const VOCABULARY = `CREATE TABLE bench_word AS SELECT n, (SELECT string_agg(
    substr('bcdfghklmnprstvw', 1 + (hashint8(n * 7::bigint + i) & 2147483647) % 16, 1) ||
    substr('aeiou', 1 + (hashint8(n * 13::bigint + i) & 2147483647) % 5, 1), '')
  FROM generate_series(1, 1 + n % 4 + (n > 50)::integer) AS i) AS word FROM generate_series(1, 60000) AS n;
CREATE UNIQUE INDEX ON bench_word (n);
ANALYZE bench_word`;
const COLLEAGUES = `INSERT INTO employee (company_id, employee_id, first_name, last_name, work_email, work_email_key,
    employee_account_status, sort_name, search_text)
  SELECT $1::uuid, gen_random_uuid(), initcap(a.word), initcap(b.word), key, key, 'ACTIVE', a.word || ' ' || b.word,
    a.word || ' ' || b.word || ' operator ' || key
  FROM (SELECT g, 'p' || g || '@' || $1::uuid || '.example' AS key FROM generate_series(1, ${PEOPLE}) AS g) AS people
  JOIN bench_word a ON a.n = 100 + g % 700 JOIN bench_word b ON b.n = 1000 + g * 7 % 9000`;
const SPACES = `INSERT INTO space (company_id, space_id, space_name, visibility, created_by)
  SELECT $1::uuid, gen_random_uuid(), a.word || ' ' || b.word, 'private', $2::uuid FROM generate_series(1, ${ROOMS}) AS g
  JOIN bench_word a ON a.n = 100 + g JOIN bench_word b ON b.n = 5000 + g`;
const CONVERSATIONS = `INSERT INTO conversation (company_id, conversation_id, kind, space_id, is_main)
  SELECT company_id, space_id, 'sub_space', space_id, true FROM space WHERE company_id = $1`;
// Who asks is in the one in which everybody is (a tenth of all that is said), and in the 30 in which most is said besides.
const MEMBER = `INSERT INTO conversation_member (company_id, conversation_id, employee_id)
  SELECT $1::uuid, conversation_id, $2::uuid FROM (SELECT conversation_id FROM conversation WHERE company_id = $1
    ORDER BY conversation_id LIMIT 31) AS first`;
const MESSAGES = `INSERT INTO message (company_id, conversation_id, seq, message_id, sender_id, body, text, digest, created_at)
  SELECT $1::uuid, conversation_id, row_number() OVER (PARTITION BY conversation_id ORDER BY g), gen_random_uuid(), $2::uuid,
    jsonb_build_object('type', 'doc', 'content', jsonb_build_array(jsonb_build_object('type', 'paragraph', 'content',
      jsonb_build_array(jsonb_build_object('type', 'text', 'text', line))))), line, '\\x00', now() - ($3::integer - g) * interval '1 minute'
  FROM (SELECT g, room, (SELECT string_agg(word, ' ') FROM
      (SELECT 1 + floor(exp(random() * 10.9))::integer + 0 * g AS n FROM generate_series(1, 4 + g % 17)) AS said
      JOIN bench_word USING (n)) || ' ' || g AS line
    FROM (SELECT g, CASE WHEN random() < 0.1 THEN 1 ELSE 1 + floor(${ROOMS} * power(random(), 2.5))::integer END AS room
      FROM generate_series(1, $3::integer) AS g) AS spread) AS lines
  JOIN (SELECT row_number() OVER (ORDER BY conversation_id) AS room, conversation_id FROM conversation
    WHERE company_id = $1) AS rooms USING (room) WHERE line IS NOT NULL`;
const COUNTED = `UPDATE conversation c SET last_seq = m.last_seq
  FROM (SELECT conversation_id, max(seq) AS last_seq FROM message WHERE company_id = $1 GROUP BY 1) AS m
  WHERE c.company_id = $1 AND c.conversation_id = m.conversation_id`;

/** A company that has said so much; its owner asks. */
async function furnish(database: pg.Client, { company_id, employee_id }: TestClient, messages: number): Promise<void> {
  await database.query(COLLEAGUES, [company_id]);
  await database.query(SPACES, [company_id, employee_id]);
  await database.query(CONVERSATIONS, [company_id]);
  await database.query(MEMBER, [company_id, employee_id]);
  await database.query(MESSAGES, [company_id, employee_id, messages]);
  await database.query(COUNTED, [company_id]);
}

/** The same for every run. */
async function queriesOf(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ n: number; word: string }>('SELECT n, word FROM bench_word WHERE n < 60000');
  const words = new Map(rows.map(({ n, word }) => [n, word]));
  const word = (n: number): string => words.get(n) ?? '';
  return Array.from({ length: QUERIES }, (_, at) => {
    // From the most common words to those that hardly anybody says.
    const n = Math.floor(Math.exp((at / QUERIES) * 10.9)) + 1;
    const next = word((n * 7) % 5_000) || word(3);
    return [word(n), word(n).slice(0, 2 + (at % 3)), `${word(n)} ${next.slice(0, 3)}`, String(at * 997), `zz${next}`][
      at % 5
    ] as string;
  });
}

export async function search(): Promise<Report> {
  const many = setting('BENCH_MESSAGES', MANY);
  const rounds = setting('BENCH_ROUNDS', 5);
  const dataDir = mkdtempSync(join(tmpdir(), 'limelight-bench-'));
  const server = await startServerProcess({ dataDir });
  const lines = readFileSync(join(dataDir, 'db', 'postmaster.pid'), 'utf8').split('\n');
  const database = new pg.Client({
    host: lines[4] ?? '',
    port: Number(lines[3]),
    user: 'limelight',
    database: 'limelight',
  });
  try {
    await database.connect();
    const [small, large] = [(await openOffice(server, 0)).owner, (await openOffice(server, 0)).owner];
    await database.query(VOCABULARY);
    // A million rows are sorted into an index many times faster at once than one by one.
    const { rows } = await database.query<{ indexdef: string }>(
      "SELECT indexdef FROM pg_indexes WHERE indexname = 'message_words'",
    );
    await database.query('DROP INDEX message_words');
    await furnish(database, small, FEW);
    await furnish(database, large, many);
    await database.query(rows[0]?.indexdef ?? '');
    await database.query('VACUUM ANALYZE');
    const queries = await queriesOf(database);
    const times = { small: [] as number[], large: [] as number[] };
    const ask = async (by: TestClient, query: string): Promise<number> => {
      const began = performance.now();
      await by.call(endpoint, { query, limit: 5 });
      return performance.now() - began;
    };
    // Once unmeasured: a server that has just started knows none of its statements.
    for (const query of queries) for (const by of [small, large]) await ask(by, query);
    for (let round = 0; round < rounds; round++)
      for (const query of queries) {
        times.small.push(await ask(small, query));
        times.large.push(await ask(large, query));
      }
    return report(timesOf(times.small), timesOf(times.large), many, times.large.length);
  } finally {
    await database.end();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

type Times = ReturnType<typeof timesOf>;

function report(few: Times, many: Times, messages: number, asked: number): Report {
  const of = (count: number) => `${count.toLocaleString('en')} messages`;
  const figures = [
    { what: `search among ${of(FEW)} p50`, value: few.p50, unit: 'ms' },
    { what: `search among ${of(FEW)} p99`, value: few.p99, unit: 'ms' },
    { what: `search among ${of(messages)} p50`, value: many.p50, unit: 'ms' },
    { what: `search among ${of(messages)} p99`, value: many.p99, unit: 'ms', most: 100 },
    { what: 'ratio of p50', value: many.p50 / few.p50, unit: '' },
    { what: 'ratio of p99', value: many.p99 / few.p99, unit: '' },
  ];
  const notes = [
    `${asked} searches each, ${QUERIES} different ones, taking turns; ${PEOPLE.toLocaleString('en')} people and ${ROOMS.toLocaleString('en')} spaces in either company; who asks is in 31 of the spaces`,
  ];
  return { bench: 'search', figures, notes };
}

if (import.meta.main) await runAlone(search);
