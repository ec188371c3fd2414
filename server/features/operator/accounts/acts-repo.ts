// What is recorded of operators: lines of the audit log that are no company's. Written in the transaction of no company, read there.
import { type OperatorAct, operatorActs, type RecordedAct } from '#contract/operator/operators.ts';
import { NO_COMPANY } from '../../../platform/actor.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/db/database.ts';

const LAST = `SELECT e.audit_id AS act_id, e.action, e.created_at,
    CASE WHEN e.actor_id IS NOT NULL THEN coalesce(a.name, '') END AS by,
    CASE WHEN e.detail->>'operator_id' IS NOT NULL THEN coalesce(o.name, '') END AS about
  FROM audit_event e
  LEFT JOIN operator a ON a.company_id = e.company_id AND a.operator_id = e.actor_id
  LEFT JOIN operator o ON o.company_id = e.company_id AND o.operator_id = (e.detail->>'operator_id')::uuid
  WHERE e.company_id = $1 AND e.action = ANY ($2) ORDER BY e.created_at DESC, e.audit_id DESC LIMIT 100`;

/** `by`: an operator, or null for whoever is at the machine. `detail.operator_id`: whom it was about, if not who did it. */
export const record = (tx: Tx, by: string | null, action: OperatorAct, detail: Readonly<Record<string, string>> = {}) =>
  audit(tx, NO_COMPANY, by, action, detail);

/** The newest first. */
export const listLast = (tx: Tx): Promise<RecordedAct[]> => tx.query<RecordedAct>(LAST, [NO_COMPANY, operatorActs]);
