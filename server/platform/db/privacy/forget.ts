// What the platform's own tables know of a person: past events, stored answers.
import type { Tx } from '../database.ts';
import { calls, relabelled } from './relabel.ts';
import { NIL, type Step, walk } from './walk.ts';

const OWN_EVENTS = `DELETE FROM event WHERE company_id = $1 AND topic = 'employee:' || $2::text`;
const OWN_ANSWERS = 'DELETE FROM idempotency_key WHERE company_id = $1 AND employee_id = $2::uuid';

/** Erases what was told and answered to a person. */
export async function forgetOwn(tx: Tx, employee_id: string): Promise<void> {
  for (const statement of [OWN_EVENTS, OWN_ANSWERS]) await tx.query(statement, [tx.company_id, employee_id]);
}

/** Erases, batch by batch, what everybody was told of a person and what others were answered about them. */
export const past: readonly Step[] = [
  walk({
    table: 'event',
    key: [
      ['topic', 'text', ''],
      ['revision', 'integer', -1],
    ],
    changes: (range) => [
      // The event stays, so that revisions stay without a gap: who reads the past learns that there was somebody, and that they left.
      `UPDATE event SET payload = payload || '{"first_name": "Former", "last_name": "employee", "position_title": "",
        "profile_url": null}' WHERE ${range} AND topic = 'company' AND name = 'people.changed' AND payload->>'employee_id' = $2::text`,
      // On whatever topic: lists, drafts and plans of others call them as well as conversations do.
      `UPDATE event SET payload = ${relabelled('payload')}::jsonb WHERE ${range} AND ${calls('payload')}`,
    ],
  }),
  walk({
    table: 'idempotency_key',
    key: [
      ['employee_id', 'uuid', NIL],
      ['key', 'uuid', NIL],
    ],
    changes: (range) => [
      // What was answered when somebody changed them. Asked once more under the same key it is done anew, or refused.
      `DELETE FROM idempotency_key WHERE ${range} AND endpoint LIKE 'people.%' AND jsonb_path_exists(answer,
        '$.** ? (@.employee_id == $id && exists(@.first_name))', jsonb_build_object('id', $2::text))`,
      `UPDATE idempotency_key SET answer = ${relabelled('answer')}::jsonb WHERE ${range} AND ${calls('answer')}`,
    ],
  }),
];
