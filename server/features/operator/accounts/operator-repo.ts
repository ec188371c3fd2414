// SQL of the tables `operator`, `operator_session` and `operator_link`. All of it in system transactions: operators are no company's.
import type { Operator } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
/** Any number that nothing else locks: making operators, and links for the first one, take turns. */
const LOCK = 7_205_760;

export interface OperatorRow extends Operator {
  readonly password_hash: string;
}

const COLUMNS = 'o.operator_id, o.name, o.email';
const ANY = 'SELECT 1 FROM operator WHERE company_id = $1 LIMIT 1';
const BY_EMAIL = `SELECT ${COLUMNS}, o.password_hash FROM operator o WHERE o.company_id = $1 AND o.email_key = $2`;
const INSERT = `INSERT INTO operator (company_id, operator_id, name, email, email_key, password_hash)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (company_id, email_key) DO NOTHING RETURNING operator_id`;
const INSERT_SESSION = `INSERT INTO operator_session (company_id, session_hash, operator_id, expires_at)
  VALUES ($1, $2, $3, now() + make_interval(secs => $4))`;
const BY_SESSION = `SELECT ${COLUMNS} FROM operator_session s
  JOIN operator o ON o.company_id = s.company_id AND o.operator_id = s.operator_id
  WHERE s.company_id = $1 AND s.session_hash = $2 AND s.expires_at > now()`;
const END = 'DELETE FROM operator_session WHERE company_id = $1 AND session_hash = $2';
const SWEEP = 'DELETE FROM operator_session WHERE company_id = $1 AND expires_at <= now()';
const FIRST_LINK = 'INSERT INTO operator_link (company_id, token_hash) VALUES ($1, $2)';
// Servers that are started again and again print a link each time; the latest are enough.
const OLD_LINKS = `DELETE FROM operator_link WHERE company_id = $1 AND made_by IS NULL AND token_hash IN (
  SELECT token_hash FROM operator_link WHERE company_id = $1 AND made_by IS NULL ORDER BY created_at DESC OFFSET 20)`;
const LINK = `INSERT INTO operator_link (company_id, token_hash, made_by, expires_at)
  VALUES ($1, $2, $3, now() + make_interval(secs => $4)) ON CONFLICT (company_id, token_hash) DO NOTHING`;
const LINK_END = 'SELECT expires_at FROM operator_link WHERE company_id = $1 AND token_hash = $2 AND made_by = $3';
const GOOD = `company_id = $1 AND token_hash = $2 AND (CASE WHEN made_by IS NULL
  THEN NOT EXISTS (SELECT FROM operator WHERE company_id = $1) ELSE expires_at > now() END)`;
const IS_GOOD = `SELECT 1 FROM operator_link WHERE ${GOOD}`;
const USE = `DELETE FROM operator_link WHERE ${GOOD} RETURNING token_hash`;
const FORGET_FIRST = 'DELETE FROM operator_link WHERE company_id = $1 AND made_by IS NULL';

/** Until the commit nobody else makes an operator. */
export const takeTurn = (tx: Tx): Promise<object[]> => tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);

export const isAnyThere = async (tx: Tx): Promise<boolean> => (await tx.query(ANY, [NOBODY])).length > 0;

export const findByEmail = async (tx: Tx, email_key: string): Promise<OperatorRow | undefined> =>
  (await tx.query<OperatorRow>(BY_EMAIL, [NOBODY, email_key]))[0];

/** False if the address has an account. */
export const insertOperator = async (tx: Tx, row: OperatorRow, email_key: string): Promise<boolean> => {
  const values = [NOBODY, row.operator_id, row.name, row.email, email_key, row.password_hash];
  return (await tx.query(INSERT, values)).length > 0;
};

export async function insertSession(tx: Tx, hash: Buffer, operator_id: string, seconds: number): Promise<void> {
  await tx.query(SWEEP, [NOBODY]);
  await tx.query(INSERT_SESSION, [NOBODY, hash, operator_id, seconds]);
}
export const findBySession = async (tx: Tx, hash: Buffer): Promise<Operator | undefined> =>
  (await tx.query<Operator>(BY_SESSION, [NOBODY, hash]))[0];
export const endSession = (tx: Tx, hash: Buffer): Promise<object[]> => tx.query(END, [NOBODY, hash]);

export async function insertFirstLink(tx: Tx, hash: Buffer): Promise<void> {
  await tx.query(FIRST_LINK, [NOBODY, hash]);
  await tx.query(OLD_LINKS, [NOBODY]);
}

/** The end of the link; undefined if somebody else has made the same one. Made again it stays as it is. */
export async function putLink(tx: Tx, hash: Buffer, made_by: string, seconds: number): Promise<string | undefined> {
  await tx.query(LINK, [NOBODY, hash, made_by, seconds]);
  return (await tx.query<{ expires_at: string }>(LINK_END, [NOBODY, hash, made_by]))[0]?.expires_at;
}

export const isGoodLink = async (tx: Tx, hash: Buffer): Promise<boolean> =>
  (await tx.query(IS_GOOD, [NOBODY, hash])).length > 0;

/** Uses the link up; false if it is used, too old or unknown. Take turns first. */
export const consumeLink = async (tx: Tx, hash: Buffer): Promise<boolean> =>
  (await tx.query(USE, [NOBODY, hash])).length > 0;

/** Those that were printed are worth nothing any more. */
export const forgetFirstLinks = (tx: Tx): Promise<object[]> => tx.query(FORGET_FIRST, [NOBODY]);
