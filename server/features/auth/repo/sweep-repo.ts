// SQL that takes away what nobody can use any more. All in system transactions.
import type { Tx } from '../../../platform/db/database.ts';

const STATEMENTS = [
  'DELETE FROM sign_in_challenge WHERE expires_at < now()',
  // Until then a late answer is told that it is late.
  "DELETE FROM passkey_ceremony WHERE expires_at < now() - interval '1 hour'",
  'DELETE FROM sso_login WHERE expires_at < now()',
  // Never proven.
  "DELETE FROM registration WHERE created_at < now() - interval '24 hours'",
  // Kept for a day after their end: that is how a stolen one is recognised.
  "DELETE FROM access_token WHERE expires_at < now() - interval '1 day'",
  "DELETE FROM reset_link WHERE expires_at < now() - interval '1 day'",
  // That somebody was here, and when, is told for longer.
  `WITH gone AS (
    DELETE FROM session WHERE expires_at < now() - interval '1 day' OR ended_at < now() - interval '30 days'
    RETURNING company_id, employee_id, last_used_at)
  INSERT INTO last_seen AS l (company_id, employee_id, seen_at)
  SELECT company_id, employee_id, max(last_used_at) FROM gone GROUP BY company_id, employee_id ORDER BY company_id, employee_id
  ON CONFLICT (company_id, employee_id) DO UPDATE SET seen_at = greatest(l.seen_at, excluded.seen_at)`,
];

export async function sweep(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await tx.query(statement);
}
