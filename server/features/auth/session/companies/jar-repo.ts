// SQL of the table `session` for the sessions of one browser, which are of different companies: all in system transactions.
import type { Tx } from '../../../../platform/db/database.ts';
import { ALIVE, type SessionRow } from '../../repo/session-repo.ts';

export interface HeldRow extends SessionRow {
  readonly company_name: string;
  readonly company_logo: string | null;
  readonly status: 'ACTIVE' | 'SUSPENDED';
  readonly secret_hash: Buffer;
  readonly follow_key: Buffer | null;
  readonly parked_at: string | null;
  /** Since a browser first showed the running secret; null if none did. */
  readonly since_shown_ms: number | null;
}

// In one order: of two calls of one browser the second waits, and finds what the first has done.
const LOCK = `SELECT s.company_id, s.session_id, s.employee_id, s.secret_hash, s.follow_key, s.parked_at,
    (extract(epoch FROM now() - s.secret_shown_at) * 1000)::float8 AS since_shown_ms,
    c.company_name, c.company_logo, c.status
  FROM session s JOIN company c ON c.company_id = s.company_id
  WHERE s.session_id = ANY($1::uuid[]) AND ${ALIVE} ORDER BY s.session_id FOR NO KEY UPDATE OF s`;
const SHOWN = `UPDATE session SET secret_shown_at = now()
  WHERE session_id = ANY($1::uuid[]) AND follow_key IS NOT NULL AND secret_shown_at IS NULL`;
const ROTATE = `UPDATE session SET secret_hash = $3, follow_key = $4, secret_shown_at = NULL,
    parked_at = CASE WHEN $5 THEN coalesce(parked_at, now()) END
  WHERE company_id = $1 AND session_id = $2`;
const DROP_TOKENS = 'DELETE FROM access_token WHERE company_id = $1 AND session_id = $2';
const END = `UPDATE session SET ended_at = now()
  WHERE company_id = $1 AND session_id = $2 AND ended_at IS NULL RETURNING session_id`;
// Those of before the last replacement are deleted: one that is there is the owner's.
const HAS_TOKEN = `SELECT 1 FROM access_token
  WHERE company_id = $1 AND session_id = $2 AND token_hash = $3 AND expires_at > now()`;
const PARK = `UPDATE session SET parked_at = now()
  WHERE company_id = $1 AND session_id = $2 AND ended_at IS NULL AND parked_at IS NULL RETURNING session_id`;

/** Those that are not over, under their locks. */
export const lockHeld = (tx: Tx, session_ids: readonly string[]): Promise<HeldRow[]> =>
  tx.query<HeldRow>(LOCK, [session_ids]);

export const markShown = (tx: Tx, session_ids: readonly string[]): Promise<object[]> => tx.query(SHOWN, [session_ids]);

/** With another secret, parked or not; the tokens that it had are good for nothing any more. */
export async function rotate(
  tx: Tx,
  { company_id, session_id }: SessionRow,
  next: { secret_hash: Buffer; follow_key: Buffer; parked: boolean },
): Promise<void> {
  await tx.query(ROTATE, [company_id, session_id, next.secret_hash, next.follow_key, next.parked]);
  await tx.query(DROP_TOKENS, [company_id, session_id]);
}

/** False if it was over. */
export const endNow = async (tx: Tx, { company_id, session_id }: SessionRow): Promise<boolean> =>
  (await tx.query(END, [company_id, session_id])).length > 0;

/** True if the token is one of this session, and good. */
export const hasToken = async (tx: Tx, { company_id, session_id }: SessionRow, hash: Buffer): Promise<boolean> =>
  (await tx.query(HAS_TOKEN, [company_id, session_id, hash])).length > 0;

/** In a transaction of its company. False if it was parked or over. */
export const park = async (tx: Tx, session_id: string): Promise<boolean> =>
  (await tx.query(PARK, [tx.company_id, session_id])).length > 0;
