// SQL of the tables `session` and `access_token`. All times are the database's, so that no clock of a server matters.
import { ADMIN_HOURS, ADMIN_IDLE_MINUTES, PROOF_MINUTES } from '#contract/auth/proof.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { ROTATE_AFTER_MS, type TokenState } from '../session/rotation.ts';

/** Seconds. A session ends after the first of these; a token with its session at the latest. */
export const SESSION_SECONDS = 30 * 86_400;
export const IDLE_SECONDS = 14 * 86_400;
export const TOKEN_SECONDS = 15 * 60;

/** Of a session `s` that has not run out by itself. */
const LASTS = `s.expires_at > now() AND s.last_used_at > now() - interval '${IDLE_SECONDS} seconds'`;
/** Of a session `s` that is not over. */
export const ALIVE = `s.ended_at IS NULL AND ${LASTS}`;
/** What is under way when a session is parked still arrives. */
export const PARKED_TOKEN_SECONDS = 60;
const ms = (sql: string) => `(extract(epoch FROM ${sql}) * 1000)::float8`;

export interface SessionRow {
  readonly company_id: string;
  readonly session_id: string;
  readonly employee_id: string;
}
/** What people know a session by. */
export interface Whereabouts {
  readonly user_agent: string;
  readonly address: string;
}
export interface TokenRow extends SessionRow, TokenState {
  readonly company_status: 'ACTIVE' | 'SUSPENDED';
}

const INSERT = `INSERT INTO session (company_id, session_id, employee_id, secret_hash, user_agent, address, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, now() + interval '${SESSION_SECONDS} seconds')`;
const INSERT_TOKEN = `INSERT INTO access_token (company_id, token_hash, session_id, generation, expires_at)
  SELECT $1, $2, $3, $4, least(now() + interval '${TOKEN_SECONDS} seconds', s.expires_at)
  FROM session s WHERE s.company_id = $1 AND s.session_id = $3`;
const FIND_TOKEN = `SELECT s.company_id, s.session_id, s.employee_id, c.status AS company_status,
    ${ALIVE} AND (s.parked_at IS NULL OR s.parked_at > now() - interval '${PARKED_TOKEN_SECONDS} seconds') AS alive,
    t.generation, s.generation AS current, ${ms('t.expires_at - now()')} AS life_ms, ${ms('now() - t.issued_at')} AS age_ms,
    ${ms('now() - s.generation_at')} AS since_issue_ms, ${ms('now() - s.generation_used_at')} AS since_use_ms,
    ${ms('now() - s.previous_used_at')} AS since_previous_use_ms
  FROM access_token t
  JOIN session s ON s.company_id = $1 AND s.session_id = t.session_id
  JOIN company c ON c.company_id = $1
  WHERE t.company_id = $1 AND t.token_hash = $2`;
const HOME = 'SELECT company_id, session_id FROM access_token WHERE token_hash = $1';
const MARK_USED = `UPDATE session SET generation_used_at = now()
  WHERE company_id = $1 AND session_id = $2 AND generation = $3 AND generation_used_at IS NULL`;
// The condition on the generation makes one of many at once the one that rotates; the others match no row.
const BUMP = `UPDATE session SET generation = generation + 1, generation_at = now(), last_used_at = now(),
    previous_used_at = generation_used_at, generation_used_at = NULL
  WHERE company_id = $1 AND session_id = $2 AND generation = $3 AND ended_at IS NULL RETURNING generation`;
const OLD = `s.generation_at <= now() - interval '${ROTATE_AFTER_MS} milliseconds'`;
// Whose cookie is shown is in use: it is parked no more.
const RENEW = `UPDATE session s SET last_used_at = now(), user_agent = $3, address = $4,
    parked_at = CASE WHEN $5 THEN NULL ELSE s.parked_at END,
    secret_shown_at = CASE WHEN $5 THEN coalesce(s.secret_shown_at, now()) ELSE s.secret_shown_at END,
    generation = CASE WHEN ${OLD} THEN s.generation + 1 ELSE s.generation END,
    generation_at = CASE WHEN ${OLD} THEN now() ELSE s.generation_at END,
    previous_used_at = CASE WHEN ${OLD} THEN s.generation_used_at ELSE s.previous_used_at END,
    generation_used_at = CASE WHEN ${OLD} THEN NULL ELSE s.generation_used_at END
  WHERE s.company_id = $1 AND s.session_id = $2 AND ${ALIVE}
  RETURNING s.generation, (extract(epoch FROM s.expires_at - now()))::float8 AS seconds_left`;
const BY_SECRET = `SELECT company_id, session_id, employee_id FROM session s WHERE session_id = $1 AND secret_hash = $2 AND ${ALIVE}`;
// The one that asks comes first, so that it is among them however many there are.
const OF_EMPLOYEE = `SELECT s.session_id, s.session_id = $3 AS current, s.user_agent, s.address, s.created_at, s.last_used_at
  FROM session s WHERE s.company_id = $1 AND s.employee_id = $2 AND ${ALIVE}
  ORDER BY current DESC, s.last_used_at DESC, s.session_id LIMIT 100`;
// A parked one gets no socket and no push: the screen of its device shows another company.
const LIVING = `SELECT s.session_id FROM session s
  WHERE s.company_id = $1 AND s.session_id = ANY($2::uuid[]) AND ${ALIVE} AND s.parked_at IS NULL`;
// Of all companies at once.
const OVER = `SELECT id AS session_id FROM unnest($1::uuid[]) AS id WHERE NOT EXISTS (
  SELECT 1 FROM session s JOIN company c ON c.company_id = s.company_id
  WHERE s.session_id = id AND ${ALIVE} AND s.parked_at IS NULL AND c.status = 'ACTIVE')`;
const END = `UPDATE session SET ended_at = now()
  WHERE company_id = $1 AND session_id = $2 AND ended_at IS NULL RETURNING employee_id, user_agent, address`;
// The lock makes who ends it wait: until the commit it lives.
const HOLD = `SELECT 1 FROM session s WHERE s.company_id = $1 AND s.session_id = $2 AND ${ALIVE} FOR NO KEY UPDATE`;
const ASKED = `UPDATE session s SET proved_at = least(s.proved_at, to_timestamp($3))
  WHERE s.company_id = $1 AND s.session_id = $2`;
const FRESH = `s.proved_at > now() - interval '${PROOF_MINUTES} minutes'`;
const LATELY = `s.proved_at > now() - interval '${ADMIN_HOURS} hours'
  AND greatest(s.proved_at, s.administered_at) > now() - interval '${ADMIN_IDLE_MINUTES} minutes'`;
const STANDING = `SELECT CASE WHEN $3 THEN ${FRESH} ELSE ${LATELY} END AS proven,
    s.administered_at > now() - interval '1 minute' AS noted
  FROM session s WHERE s.company_id = $1 AND s.session_id = $2`;
const ADMINISTERING = `UPDATE session SET administered_at = now()
  WHERE company_id = $1 AND session_id = $2 AND administered_at < now() - interval '1 minute'`;
// Another proof at once adds nothing.
const PROVE = `UPDATE session s SET proved_at = now()
  WHERE s.company_id = $1 AND s.session_id = $2 AND s.proved_at < now() - interval '1 minute' RETURNING 1`;
const PROVEN_UNTIL = `SELECT s.proved_at + interval '${PROOF_MINUTES} minutes' AS until FROM session s
  WHERE s.company_id = $1 AND s.session_id = $2`;
const FORGET = `UPDATE session SET user_agent = '', address = '' WHERE company_id = $1 AND employee_id = $2`;
const OWNER = 'SELECT employee_id FROM session WHERE company_id = $1 AND session_id = $2';
const END_ALL = `UPDATE session s SET ended_at = now()
  WHERE s.company_id = $1 AND s.employee_id = $2 AND s.ended_at IS NULL AND s.session_id IS DISTINCT FROM $3
  RETURNING s.session_id, ${LASTS} AS lived`;

export const insertSession = (
  tx: Tx,
  session: { session_id: string; employee_id: string; secret_hash: Buffer } & Whereabouts,
): Promise<object[]> => {
  const { session_id, employee_id, secret_hash, user_agent, address } = session;
  return tx.query(INSERT, [tx.company_id, session_id, employee_id, secret_hash, user_agent, address]);
};

export const insertToken = (
  tx: Tx,
  token: { hash: Buffer; session_id: string; generation: number },
): Promise<object[]> => tx.query(INSERT_TOKEN, [tx.company_id, token.hash, token.session_id, token.generation]);

export async function findToken(tx: Tx, hash: Buffer): Promise<TokenRow | undefined> {
  return (await tx.query<TokenRow>(FIND_TOKEN, [tx.company_id, hash]))[0];
}

/** In a system transaction: whose token this is, alive or not. */
export async function findHome(tx: Tx, hash: Buffer): Promise<Omit<SessionRow, 'employee_id'> | undefined> {
  return (await tx.query<Omit<SessionRow, 'employee_id'>>(HOME, [hash]))[0];
}

export const markUsed = (tx: Tx, session_id: string, generation: number): Promise<object[]> =>
  tx.query(MARK_USED, [tx.company_id, session_id, generation]);

/** The next generation's number, or undefined if somebody else has begun it. */
export async function bump(tx: Tx, session_id: string, generation: number): Promise<number | undefined> {
  const [row] = await tx.query<{ generation: number }>(BUMP, [tx.company_id, session_id, generation]);
  return row?.generation;
}

/**
 * The session is in use and lives on, and gets a new generation if the running one is old. Undefined if it is over. `shown`: its
 * cookie was shown.
 */
export async function renew(
  tx: Tx,
  session_id: string,
  { user_agent, address }: Whereabouts,
  shown: boolean,
): Promise<{ generation: number; seconds_left: number } | undefined> {
  const given = [tx.company_id, session_id, user_agent, address, shown];
  return (await tx.query<{ generation: number; seconds_left: number }>(RENEW, given))[0];
}

/** In a system transaction: the living session that this cookie opens. */
export async function findBySecret(tx: Tx, session_id: string, secret_hash: Buffer): Promise<SessionRow | undefined> {
  return (await tx.query<SessionRow>(BY_SECRET, [session_id, secret_hash]))[0];
}

/** Which of these sessions are in use: neither over nor parked. */
export async function findLiving(tx: Tx, session_ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ session_id: string }>(LIVING, [tx.company_id, session_ids]);
  return new Set(rows.map((row) => row.session_id));
}

/** In a system transaction. */
export const findOver = (tx: Tx, session_ids: readonly string[]): Promise<{ session_id: string }[]> =>
  tx.query(OVER, [session_ids]);

export interface OwnSessionRow extends Whereabouts {
  readonly session_id: string;
  readonly current: boolean;
  readonly created_at: string;
  readonly last_used_at: string;
}

/** The employee's living sessions, at most 100: `current` first, then the ones used last. */
export const findOwn = (tx: Tx, employee_id: string, current: string): Promise<OwnSessionRow[]> =>
  tx.query<OwnSessionRow>(OF_EMPLOYEE, [tx.company_id, employee_id, current]);

/** True if the session is not over; it stays so until the commit. */
export const holdSession = async (tx: Tx, session_id: string): Promise<boolean> =>
  (await tx.query(HOLD, [tx.company_id, session_id])).length > 0;

/** Its person was asked who they are elsewhere, and perhaps long ago. `asked_at`: seconds since 1970. */
export const markAsked = (tx: Tx, session_id: string, asked_at: number): Promise<object[]> =>
  tx.query(ASKED, [tx.company_id, session_id, asked_at]);

/** True if its person has said who they are, in this session, within `PROOF_MINUTES`. */
export const isProven = async (tx: Tx, session_id: string): Promise<boolean> =>
  (await standingOf(tx, session_id, 'fresh')).proven;

/** `proven`: as lately as is asked for. `noted`: it is written already that its person administers at this time. */
export async function standingOf(
  tx: Tx,
  session_id: string,
  asked: 'fresh' | 'lately',
): Promise<{ proven: boolean; noted: boolean }> {
  const given = [tx.company_id, session_id, asked === 'fresh'];
  return (await tx.query<{ proven: boolean; noted: boolean }>(STANDING, given))[0] ?? { proven: false, noted: true };
}

export const noteAdministering = (tx: Tx, session_id: string): Promise<object[]> =>
  tx.query(ADMINISTERING, [tx.company_id, session_id]);

/** Its person has said who they are. `first`: not within the last minute already. Until when it counts. */
export async function markProven(tx: Tx, session_id: string): Promise<{ first: boolean; until: string }> {
  const first = (await tx.query(PROVE, [tx.company_id, session_id])).length > 0;
  const [row] = await tx.query<{ until: string }>(PROVEN_UNTIL, [tx.company_id, session_id]);
  if (!row) throw new Error('The session is held, and gone');
  return { first, until: row.until };
}

/** What the person's sessions were known by is gone. */
export const forgetWhereabouts = (tx: Tx, employee_id: string): Promise<object[]> =>
  tx.query(FORGET, [tx.company_id, employee_id]);

/** Whose session it is, or was. */
export async function findOwner(tx: Tx, session_id: string): Promise<string | undefined> {
  return (await tx.query<{ employee_id: string }>(OWNER, [tx.company_id, session_id]))[0]?.employee_id;
}

export interface EndedRow extends Whereabouts {
  readonly employee_id: string;
}

/** Ends one session; answers whose it was, or undefined if it was over. */
export async function endOne(tx: Tx, session_id: string): Promise<EndedRow | undefined> {
  return (await tx.query<EndedRow>(END, [tx.company_id, session_id]))[0];
}

/** Ends the employee's sessions but for one. `lived`: it had not run out by itself. */
export const endAll = (
  tx: Tx,
  employee_id: string,
  except: string | undefined,
): Promise<{ session_id: string; lived: boolean }[]> =>
  tx.query<{ session_id: string; lived: boolean }>(END_ALL, [tx.company_id, employee_id, except ?? null]);

const COUNT = `SELECT count(*)::integer AS living FROM session s WHERE s.company_id = $1 AND s.employee_id = $2 AND ${ALIVE}`;

/** How many sessions of the employee are not over. */
export async function countLiving(tx: Tx, employee_id: string): Promise<number> {
  return (await tx.query<{ living: number }>(COUNT, [tx.company_id, employee_id]))[0]?.living ?? 0;
}
