// SQL of the table `sign_in_policy`, and of who meets it.
import type { Tx } from '../../../platform/db/database.ts';
import { ALIVE } from '../repo/session-repo.ts';

const FIND = 'SELECT second_factor FROM sign_in_policy WHERE company_id = $1';
const PUT = `INSERT INTO sign_in_policy AS p (company_id, second_factor) VALUES ($1, $2)
  ON CONFLICT (company_id) DO UPDATE SET second_factor = $2 WHERE p.second_factor <> $2 RETURNING second_factor`;
const WITH = `SELECT count(*)::int AS count FROM (
  SELECT employee_id FROM second_factor WHERE company_id = $1 AND confirmed_at IS NOT NULL
  UNION SELECT employee_id FROM passkey WHERE company_id = $1) AS has`;
// Who has a password can come in by it; a session of company sign-on is the provider's business.
const WITHOUT = `s.company_id = $1 AND s.employee_id <> $2 AND ${ALIVE}
  AND EXISTS (SELECT 1 FROM credential c WHERE c.company_id = $1 AND c.employee_id = s.employee_id)
  AND NOT EXISTS (SELECT 1 FROM second_factor f
    WHERE f.company_id = $1 AND f.employee_id = s.employee_id AND f.confirmed_at IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM passkey p WHERE p.company_id = $1 AND p.employee_id = s.employee_id)
  AND NOT EXISTS (SELECT 1 FROM sso_session o WHERE o.company_id = $1 AND o.session_id = s.session_id)`;
const COUNT_WITHOUT = `SELECT count(DISTINCT s.employee_id)::int AS count FROM session s WHERE ${WITHOUT}`;
// In one order, so that two of these cannot wait for each other.
const END_WITHOUT = `WITH gone AS MATERIALIZED (
    SELECT s.session_id FROM session s WHERE ${WITHOUT} ORDER BY s.session_id FOR UPDATE)
  UPDATE session SET ended_at = now() FROM gone
  WHERE session.company_id = $1 AND session.session_id = gone.session_id
  RETURNING session.employee_id, session.session_id`;

/** Whether the company wants everybody who signs in with a password to have a second factor. */
export async function isDemanded(tx: Tx): Promise<boolean> {
  return (await tx.query<{ second_factor: boolean }>(FIND, [tx.company_id]))[0]?.second_factor ?? false;
}

/** False if it was so before. */
export async function putDemand(tx: Tx, demanded: boolean): Promise<boolean> {
  const changed = await tx.query<{ second_factor: boolean }>(PUT, [tx.company_id, demanded]);
  return changed.length > 0;
}

/** How many people have a second factor. */
export async function countWithFactor(tx: Tx): Promise<number> {
  return (await tx.query<{ count: number }>(WITH, [tx.company_id]))[0]?.count ?? 0;
}

/** How many people are signed in who have a password and no second factor; `except`: somebody who does not count. */
export async function countWithout(tx: Tx, except: string): Promise<number> {
  return (await tx.query<{ count: number }>(COUNT_WITHOUT, [tx.company_id, except]))[0]?.count ?? 0;
}

/** Ends their sessions; answers which were whose. */
export async function endWithout(tx: Tx, except: string): Promise<ReadonlyMap<string, string[]>> {
  const rows = await tx.query<{ employee_id: string; session_id: string }>(END_WITHOUT, [tx.company_id, except]);
  const ended = new Map<string, string[]>();
  for (const { employee_id, session_id } of rows)
    ended.set(employee_id, [...(ended.get(employee_id) ?? []), session_id]);
  return ended;
}
