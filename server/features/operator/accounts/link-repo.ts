// SQL of the table `operator_link`: links that make an operator (the first one, or one more), and those that set a password.
import { NO_COMPANY } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';

export interface LinkRow {
  readonly link_id: string;
  readonly email: string | null;
  readonly made_by: string;
  readonly expires_at: string;
}
/** What a link is good for: an account, or the password of this operator. */
export interface GoodLink {
  readonly operator_id: string | null;
  /** Theirs, or to whom the link was mailed. */
  readonly email: string | null;
}

const FIRST = 'made_by IS NULL AND operator_id IS NULL';
const INSERT_FIRST = 'INSERT INTO operator_link (company_id, token_hash) VALUES ($1, $2)';
// Servers that are started again and again print a link each time; the latest are enough.
const OLD_FIRST = `DELETE FROM operator_link WHERE company_id = $1 AND ${FIRST} AND token_hash IN (
  SELECT token_hash FROM operator_link WHERE company_id = $1 AND ${FIRST} ORDER BY created_at DESC OFFSET 20)`;
const FORGET_FIRST = `DELETE FROM operator_link WHERE company_id = $1 AND ${FIRST}`;
const SWEEP = 'DELETE FROM operator_link WHERE company_id = $1 AND expires_at <= now()';
const INSERT = `INSERT INTO operator_link (company_id, token_hash, made_by, expires_at, email)
  VALUES ($1, $2, $3, now() + make_interval(secs => $4), $5) ON CONFLICT (company_id, token_hash) DO NOTHING RETURNING link_id`;
const END_OF = 'SELECT expires_at FROM operator_link WHERE company_id = $1 AND token_hash = $2 AND made_by = $3';
const INSERT_RESET = `INSERT INTO operator_link (company_id, token_hash, operator_id, expires_at)
  VALUES ($1, $2, $3, now() + make_interval(secs => $4))`;
const HAS_RESET = `SELECT FROM operator_link
  WHERE company_id = $1 AND operator_id = $2 AND expires_at > now() + make_interval(secs => $3)`;
const OPEN = `SELECT l.link_id, l.email, o.name AS made_by, l.expires_at FROM operator_link l
  JOIN operator o ON o.company_id = l.company_id AND o.operator_id = l.made_by
  WHERE l.company_id = $1 AND l.expires_at > now() ORDER BY l.expires_at DESC, l.link_id LIMIT 500`;
const WITHDRAW =
  'DELETE FROM operator_link WHERE company_id = $1 AND link_id = $2 AND made_by IS NOT NULL RETURNING link_id';
const FORGET_OF = 'DELETE FROM operator_link WHERE company_id = $1 AND (made_by = $2 OR operator_id = $2)';
const FORGET_RESETS = 'DELETE FROM operator_link WHERE company_id = $1 AND operator_id = $2';
// What is printed at starts is good as long as there is no operator.
const GOOD = `l.company_id = $1 AND l.token_hash = $2 AND (CASE WHEN l.expires_at IS NULL
  THEN NOT EXISTS (SELECT FROM operator WHERE company_id = $1) ELSE l.expires_at > now() END)`;
const FIND = `SELECT l.operator_id, coalesce(o.email, l.email) AS email FROM operator_link l
  LEFT JOIN operator o ON o.company_id = l.company_id AND o.operator_id = l.operator_id WHERE ${GOOD}`;
const USE = `DELETE FROM operator_link l WHERE ${GOOD} RETURNING l.operator_id, l.email`;

export async function insertFirst(tx: Tx, hash: Buffer): Promise<void> {
  await tx.query(INSERT_FIRST, [NO_COMPANY, hash]);
  await tx.query(OLD_FIRST, [NO_COMPANY]);
}
/** Those that were printed are worth nothing any more. */
export const forgetFirst = (tx: Tx): Promise<object[]> => tx.query(FORGET_FIRST, [NO_COMPANY]);

export interface NewLink {
  readonly hash: Buffer;
  readonly made_by: string;
  readonly seconds: number;
  readonly email: string | null;
}
/** Its id; undefined if there is one already. */
export async function insertLink(tx: Tx, { hash, made_by, seconds, email }: NewLink): Promise<string | undefined> {
  await tx.query(SWEEP, [NO_COMPANY]);
  return (await tx.query<{ link_id: string }>(INSERT, [NO_COMPANY, hash, made_by, seconds, email]))[0]?.link_id;
}
/** Undefined if they have made no such link. */
export const endOf = async (tx: Tx, hash: Buffer, made_by: string): Promise<string | undefined> =>
  (await tx.query<{ expires_at: string }>(END_OF, [NO_COMPANY, hash, made_by]))[0]?.expires_at;

export const insertReset = (tx: Tx, hash: Buffer, operator_id: string, seconds: number): Promise<object[]> =>
  tx.query(INSERT_RESET, [NO_COMPANY, hash, operator_id, seconds]);

/** One that is good for longer than `seconds`. */
export const hasReset = async (tx: Tx, operator_id: string, seconds: number): Promise<boolean> =>
  (await tx.query(HAS_RESET, [NO_COMPANY, operator_id, seconds])).length > 0;

/** What operators have made and nobody has used yet, the newest first. */
export const listOpen = (tx: Tx): Promise<LinkRow[]> => tx.query<LinkRow>(OPEN, [NO_COMPANY]);
/** False if it is gone. */
export const deleteLink = async (tx: Tx, link_id: string): Promise<boolean> =>
  (await tx.query(WITHDRAW, [NO_COMPANY, link_id])).length > 0;
/** What they have made, and what would set their password. */
export const forgetOf = (tx: Tx, operator_id: string): Promise<object[]> =>
  tx.query(FORGET_OF, [NO_COMPANY, operator_id]);
export const forgetResets = (tx: Tx, operator_id: string): Promise<object[]> =>
  tx.query(FORGET_RESETS, [NO_COMPANY, operator_id]);

/** Undefined if it is used, too old or unknown. */
export const findGood = async (tx: Tx, hash: Buffer): Promise<GoodLink | undefined> =>
  (await tx.query<GoodLink>(FIND, [NO_COMPANY, hash]))[0];
/** The same, and uses it up. Take turns first. */
export const consume = async (tx: Tx, hash: Buffer): Promise<GoodLink | undefined> =>
  (await tx.query<GoodLink>(USE, [NO_COMPANY, hash]))[0];
