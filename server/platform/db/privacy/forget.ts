// What the platform's own tables know of a person: past events, stored answers, mails that wait.
import type { Tx } from '../database.ts';

// The event stays, so that revisions stay without a gap: who reads the past learns that there was somebody, and that they left.
const EVENTS = `UPDATE event SET payload = payload || '{"first_name": "Former", "last_name": "employee", "position_title": "",
    "profile_url": null}' WHERE company_id = $1 AND topic = 'company' AND name = 'people.changed' AND payload->>'employee_id' = $2`;
const OWN_EVENTS = `DELETE FROM event WHERE company_id = $1 AND topic = 'employee:' || $2`;
const OWN_ANSWERS = 'DELETE FROM idempotency_key WHERE company_id = $1 AND employee_id = $2::uuid';
// What was answered when somebody changed them. Asked once more under the same key it is done anew, or refused.
const ANSWERS = `DELETE FROM idempotency_key WHERE company_id = $1 AND endpoint LIKE 'people.%'
  AND jsonb_path_exists(answer, '$.** ? (@.employee_id == $id && exists(@.first_name))', jsonb_build_object('id', $2::text))`;
const MAILS = 'DELETE FROM mail WHERE company_id = $1 AND lower(recipient) = lower($2)';

/** Erases what was told of a person and answered about them, what was told and answered to them, and mails to their address. */
export async function forgetPerson(tx: Tx, employee_id: string, email: string): Promise<void> {
  for (const statement of [EVENTS, OWN_EVENTS, OWN_ANSWERS, ANSWERS])
    await tx.query(statement, [tx.company_id, employee_id]);
  await tx.query(MAILS, [tx.company_id, email]);
}
