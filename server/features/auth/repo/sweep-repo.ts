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
  "DELETE FROM session WHERE expires_at < now() - interval '1 day'",
  "DELETE FROM session WHERE ended_at < now() - interval '30 days'",
];

export async function sweep(tx: Tx): Promise<void> {
  for (const statement of STATEMENTS) await tx.query(statement);
}
