// SQL of the audit log: its lines, and their places in the chain.
import { OPERATOR_NAME } from '#contract/audit.ts';
import { NO_COMPANY } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';

/** A line as it is hashed: `detail` and `at` (microseconds since 1970) are PostgreSQL's own texts, which never change. */
export interface Line {
  readonly audit_id: string;
  readonly actor_id: string | null;
  readonly action: string;
  readonly detail_text: string;
  readonly at: string;
}
/** A place in the chain, and the hash there. */
export interface Place {
  readonly position: number;
  readonly hash: Buffer;
}
export interface Seal extends Place {
  readonly audit_id: string;
}

const LINE = `e.audit_id, e.actor_id, e.action, e.detail::text AS detail_text, (extract(epoch FROM e.created_at) * 1000000)::bigint::text AS at`;

const COMPANIES = 'SELECT DISTINCT company_id FROM audit_pending LIMIT 1000';

/** In a system transaction: companies with lines that have no place yet. */
export const listPending = async (tx: Tx): Promise<string[]> =>
  (await tx.query<{ company_id: string }>(COMPANIES)).map((row) => row.company_id);

// `company` has no rows of others but in a system transaction.
const ALL_COMPANIES = `SELECT company_id FROM company UNION ALL SELECT '${NO_COMPANY}' ORDER BY company_id`;

/** In a system transaction: every company, and what operators do to each other, which is in none. */
export const listCompanies = async (tx: Tx): Promise<string[]> =>
  (await tx.query<{ company_id: string }>(ALL_COMPANIES)).map((row) => row.company_id);

const HOLD = "SELECT pg_try_advisory_xact_lock(hashtextextended('audit:' || $1::text, 0)) AS held";
const TAKE = `WITH taken AS (DELETE FROM audit_pending WHERE company_id = $1 AND audit_id = ANY (ARRAY(
    SELECT audit_id FROM audit_pending WHERE company_id = $1 ORDER BY audit_id LIMIT $2)) RETURNING audit_id)
  SELECT ${LINE} FROM taken JOIN audit_event e ON e.company_id = $1 AND e.audit_id = taken.audit_id ORDER BY e.audit_id`;
const LAST = 'SELECT position, hash FROM audit_seal WHERE company_id = $1 ORDER BY position DESC LIMIT 1';
const ANCHOR = 'SELECT position, hash FROM audit_anchor WHERE company_id = $1';

/** True if nobody else gives places, or takes lines away, until the commit. */
export const holdChain = async (tx: Tx): Promise<boolean> =>
  (await tx.query<{ held: boolean }>(HOLD, [tx.company_id]))[0]?.held ?? false;

/** The last place whose line was removed for its age, behind which the chain begins now; undefined if none was. */
export const findAnchor = async (tx: Tx): Promise<Place | undefined> =>
  (await tx.query<Place>(ANCHOR, [tx.company_id]))[0];

export interface Head extends Place {
  /** When the line there was written. */
  readonly line_at: string;
}
const HEAD = `SELECT s.position, s.hash, e.created_at AS line_at FROM audit_seal s
  JOIN audit_event e ON e.company_id = $1 AND e.audit_id = s.audit_id WHERE s.company_id = $1 ORDER BY s.position DESC LIMIT 1`;

/** The last place of the chain; undefined if it has none. */
export const findHead = async (tx: Tx): Promise<Head | undefined> => (await tx.query<Head>(HEAD, [tx.company_id]))[0];

/** What has no place yet, and the last place; nobody else gives places until the commit. Nothing while somebody else does. */
export async function takePending(tx: Tx, most: number): Promise<{ lines: Line[]; last: Place | undefined }> {
  if (!(await holdChain(tx))) return { lines: [], last: undefined };
  const [lines, [last], anchor] = await Promise.all([
    tx.query<Line>(TAKE, [tx.company_id, most]),
    tx.query<Place>(LAST, [tx.company_id]),
    findAnchor(tx),
  ]);
  return { lines, last: last ?? anchor };
}

const REMOVE = 'SELECT remove_old_audit($1) AS removed';

/** Takes away what stands up to this place; the database refuses it if anything of that is younger than a year. Says how much that was. */
export const removeUpTo = async (tx: Tx, position: number): Promise<number> =>
  (await tx.query<{ removed: number }>(REMOVE, [position]))[0]?.removed ?? 0;

// What the log itself says of it. By the words of the newest such line, which is younger than what it took away.
const TOLD = `SELECT (detail->>'position')::integer AS position, decode(detail->>'hash', 'hex') AS hash FROM audit_event
  WHERE company_id = $1 AND action = 'audit.old_lines_removed' ORDER BY created_at DESC, audit_id DESC LIMIT 1`;

/** Where the log says that it begins. */
export const findToldAnchor = async (tx: Tx): Promise<Place | undefined> =>
  (await tx.query<Place>(TOLD, [tx.company_id]))[0];

const SEAL = `INSERT INTO audit_seal (company_id, position, audit_id, hash)
  SELECT $1, s.position, s.audit_id, decode(s.hash, 'hex') FROM unnest($2::integer[], $3::uuid[], $4::text[]) AS s (position, audit_id, hash)`;

export const insertSeals = (tx: Tx, seals: readonly Seal[]): Promise<object[]> =>
  tx.query(SEAL, [
    tx.company_id,
    seals.map((seal) => seal.position),
    seals.map((seal) => seal.audit_id),
    seals.map((seal) => seal.hash.toString('hex')),
  ]);

export type SealedLine = Seal & { readonly [K in keyof Line]: Line[K] | null };

const SEALED = `SELECT s.position, s.hash, ${LINE.replace('e.audit_id', 's.audit_id')} FROM audit_seal s
  LEFT JOIN audit_event e ON e.company_id = $1 AND e.audit_id = s.audit_id
  WHERE s.company_id = $1 AND s.position >= $2 ORDER BY s.position LIMIT $3`;

/** From a place on; a line that is gone has no `at`. */
export const listSealed = (tx: Tx, from: number, most: number): Promise<SealedLine[]> =>
  tx.query(SEALED, [tx.company_id, from, most]);

const STRAY = `SELECT count(*)::integer AS stray FROM audit_event e WHERE e.company_id = $1
  AND NOT EXISTS (SELECT FROM audit_seal s WHERE s.company_id = $1 AND s.audit_id = e.audit_id)
  AND NOT EXISTS (SELECT FROM audit_pending p WHERE p.company_id = $1 AND p.audit_id = e.audit_id)`;

/** Lines that have no place and wait for none. */
export const countStray = async (tx: Tx): Promise<number> =>
  (await tx.query<{ stray: number }>(STRAY, [tx.company_id]))[0]?.stray ?? 0;

export interface AuditRow {
  readonly audit_id: string;
  readonly actor_id: string | null;
  readonly action: string;
  readonly detail: Record<string, unknown>;
  readonly created_at: string;
  /** Microseconds since 1970, as text. */
  readonly at: string;
  readonly position: number | null;
  readonly hash: Buffer | null;
}
export interface AuditFilters {
  readonly areas: readonly string[] | null;
  readonly actions: readonly string[] | null;
  /** Patterns of ILIKE, of which a line must have all. */
  readonly words: readonly string[];
  readonly employee_id: string | null;
  readonly from: string | null;
  readonly to: string | null;
}
/** Behind which line a page begins. */
export interface PageStart {
  readonly at: string;
  readonly audit_id: string;
}

const moment = (at: string) => `to_timestamp(0) + ${at}::bigint * interval '1 microsecond'`;
const OPERATOR = `CASE WHEN e.action LIKE 'operator.%' THEN ' ${OPERATOR_NAME}' ELSE '' END`;
/** What an action is called is found as its code and as the words in it; what is noted beside it without the signs that JSON adds to it. */
const SEARCHED = String.raw`e.action || ' ' || translate(e.action, '._', '  ') || ' ' || replace(replace(e.detail::text, '\"', '"'), '\\', '\') || ${OPERATOR}`;
const NAMED = `SELECT w.pattern, ARRAY(SELECT p.employee_id::text FROM employee p
    WHERE p.company_id = $1 AND p.first_name || ' ' || p.last_name ILIKE w.pattern) AS people
  FROM unnest($2::text[]) AS w (pattern)`;
/** The people of each word are looked up once, not for each line. */
interface Word {
  /** Of ILIKE. */
  readonly pattern: string;
  /** Whose name it is in: their employee_ids. */
  readonly people: readonly string[];
}
const named = async (tx: Tx, patterns: readonly string[]): Promise<Word[]> =>
  patterns.length ? tx.query<Word>(NAMED, [tx.company_id, patterns]) : [];

/** Whether a line is about one of these people: alone, or among those who came to a group or went. `people` is a text[] in SQL. */
const isAbout = (people: string): string =>
  `(e.detail->>'employee_id' = ANY(${people}) OR e.detail->'add' ?| ${people} OR e.detail->'remove' ?| ${people})`;

/** One condition for a word; its values are the parameters `at` and `at + 1`. */
const says = (at: number): string =>
  `AND (${SEARCHED} ILIKE $${at} OR e.actor_id = ANY($${at + 1}::uuid[]) OR ${isAbout(`$${at + 1}::text[]`)})`;
const LIST = `SELECT e.audit_id, e.actor_id, e.action, e.detail, e.created_at, (extract(epoch FROM e.created_at) * 1000000)::bigint::text AS at,
    s.position, s.hash
  FROM audit_event e LEFT JOIN audit_seal s ON s.company_id = $1 AND s.audit_id = e.audit_id
  WHERE e.company_id = $1
    AND ($2::text[] IS NULL OR split_part(e.action, '.', 1) = ANY($2))
    AND ($3::uuid IS NULL OR (EXISTS (SELECT FROM employee p WHERE p.company_id = $1 AND p.employee_id = $3)
      AND (e.actor_id = $3 OR ${isAbout('ARRAY[$3::text]')})))
    AND ($4::timestamptz IS NULL OR e.created_at >= $4) AND ($5::timestamptz IS NULL OR e.created_at < $5)
    AND ($6::bigint IS NULL OR (e.created_at, e.audit_id) < (${moment('$6')}, $7::uuid))
    AND ($9::text[] IS NULL OR e.action = ANY($9))`;
const FROM_NEWEST = 'ORDER BY e.created_at DESC, e.audit_id DESC LIMIT $8';

/** Newest first. */
export async function listRows(
  tx: Tx,
  filters: AuditFilters,
  after: PageStart | null,
  most: number,
): Promise<AuditRow[]> {
  const words = await named(tx, filters.words);
  const given = [
    tx.company_id,
    filters.areas,
    filters.employee_id,
    filters.from,
    filters.to,
    after?.at ?? null,
    after?.audit_id ?? null,
    most,
    filters.actions,
  ];
  const conditions = words.map((_, n) => says(given.length + 1 + 2 * n));
  return tx.query([LIST, ...conditions, FROM_NEWEST].join(' '), [
    ...given,
    ...words.flatMap(({ pattern, people }) => [pattern, people]),
  ]);
}

/** True if the company has or had such a person. */
export const isKnown = async (tx: Tx, employee_id: string): Promise<boolean> =>
  (await tx.query('SELECT FROM employee WHERE company_id = $1 AND employee_id = $2', [tx.company_id, employee_id]))
    .length > 0;
