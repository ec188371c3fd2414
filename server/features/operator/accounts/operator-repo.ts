// SQL of the tables `operator` and `operator_session`: operators are in no company, so in system transactions or in that of none.
import type { Operator } from '../../../platform/actor.ts';
import { NO_COMPANY } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';

/** Any number that nothing else locks: whoever makes or removes operators, or links for the first one, takes turns. */
const LOCK = 7_205_760;

export interface OperatorRow extends Operator {
  readonly password_hash: string;
}
export interface ListedRow extends Operator {
  readonly created_at: string;
  readonly signed_in_at: string;
}

const COLUMNS = 'o.operator_id, o.name, o.email';
const ANY = 'SELECT 1 FROM operator WHERE company_id = $1 LIMIT 1';
const ALL = `SELECT ${COLUMNS}, o.created_at, o.signed_in_at FROM operator o WHERE o.company_id = $1
  ORDER BY o.created_at, o.operator_id LIMIT 500`;
const BY_EMAIL = `SELECT ${COLUMNS}, o.password_hash FROM operator o WHERE o.company_id = $1 AND o.email_key = $2`;
const BY_ID = `SELECT ${COLUMNS}, o.password_hash FROM operator o WHERE o.company_id = $1 AND o.operator_id = $2`;
// Nobody removes them until the commit.
const HOLD = 'SELECT 1 FROM operator WHERE company_id = $1 AND operator_id = $2 FOR KEY SHARE';
// Until the commit neither goes, nor has another password.
const HOLD_PASSWORD =
  'SELECT 1 FROM operator WHERE company_id = $1 AND operator_id = $2 AND password_hash = $3 FOR NO KEY UPDATE';
const INSERT = `INSERT INTO operator (company_id, operator_id, name, email, email_key, password_hash)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (company_id, email_key) DO NOTHING RETURNING operator_id`;
const REMOVE = 'DELETE FROM operator WHERE company_id = $1 AND operator_id = $2 RETURNING operator_id';
const SET_PASSWORD = `UPDATE operator SET password_hash = $3 WHERE company_id = $1 AND operator_id = $2
  AND ($4::text IS NULL OR password_hash = $4) RETURNING operator_id`;
const INSERT_SESSION = `WITH came AS (UPDATE operator SET signed_in_at = now() WHERE company_id = $1 AND operator_id = $3)
  INSERT INTO operator_session (company_id, session_hash, operator_id, expires_at)
  VALUES ($1, $2, $3, now() + make_interval(secs => $4))`;
const BY_SESSION = `SELECT ${COLUMNS} FROM operator_session s
  JOIN operator o ON o.company_id = s.company_id AND o.operator_id = s.operator_id
  WHERE s.company_id = $1 AND s.session_hash = $2 AND s.expires_at > now()`;
const END = 'DELETE FROM operator_session WHERE company_id = $1 AND session_hash = $2';
const END_ALL = `DELETE FROM operator_session WHERE company_id = $1 AND operator_id = $2
  AND ($3::bytea IS NULL OR session_hash <> $3)`;
const SWEEP = 'DELETE FROM operator_session WHERE company_id = $1 AND expires_at <= now()';

/** Until the commit nobody else makes an operator, or removes one. */
export const takeTurn = (tx: Tx): Promise<object[]> => tx.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);

export const isAnyThere = async (tx: Tx): Promise<boolean> => (await tx.query(ANY, [NO_COMPANY])).length > 0;
export const listAll = (tx: Tx): Promise<ListedRow[]> => tx.query<ListedRow>(ALL, [NO_COMPANY]);

export const findByEmail = async (tx: Tx, email_key: string): Promise<OperatorRow | undefined> =>
  (await tx.query<OperatorRow>(BY_EMAIL, [NO_COMPANY, email_key]))[0];
export const findById = async (tx: Tx, operator_id: string): Promise<OperatorRow | undefined> =>
  (await tx.query<OperatorRow>(BY_ID, [NO_COMPANY, operator_id]))[0];

/** False if they were removed: after this they are not, until the commit. */
export const hold = async (tx: Tx, operator_id: string): Promise<boolean> =>
  (await tx.query(HOLD, [NO_COMPANY, operator_id])).length > 0;
/** False if they were removed, or have another password by now. */
export const holdPassword = async (tx: Tx, { operator_id, password_hash }: OperatorRow): Promise<boolean> =>
  (await tx.query(HOLD_PASSWORD, [NO_COMPANY, operator_id, password_hash])).length > 0;

/** False if the address has an account. */
export const insertOperator = async (tx: Tx, row: OperatorRow, email_key: string): Promise<boolean> => {
  const values = [NO_COMPANY, row.operator_id, row.name, row.email, email_key, row.password_hash];
  return (await tx.query(INSERT, values)).length > 0;
};
/** With their sessions. False if there is none. */
export const deleteOperator = async (tx: Tx, operator_id: string): Promise<boolean> =>
  (await tx.query(REMOVE, [NO_COMPANY, operator_id])).length > 0;
/** False if they were removed, or have another password than `old` (null: whichever they have). */
export const setPassword = async (tx: Tx, operator_id: string, hash: string, old: string | null): Promise<boolean> =>
  (await tx.query(SET_PASSWORD, [NO_COMPANY, operator_id, hash, old])).length > 0;

export async function insertSession(tx: Tx, hash: Buffer, operator_id: string, seconds: number): Promise<void> {
  await tx.query(SWEEP, [NO_COMPANY]);
  await tx.query(INSERT_SESSION, [NO_COMPANY, hash, operator_id, seconds]);
}
export const findBySession = async (tx: Tx, hash: Buffer): Promise<Operator | undefined> =>
  (await tx.query<Operator>(BY_SESSION, [NO_COMPANY, hash]))[0];
export const endSession = (tx: Tx, hash: Buffer): Promise<object[]> => tx.query(END, [NO_COMPANY, hash]);
/** All of theirs, but for this one. */
export const endSessions = (tx: Tx, operator_id: string, except: Buffer | null): Promise<object[]> =>
  tx.query(END_ALL, [NO_COMPANY, operator_id, except]);
