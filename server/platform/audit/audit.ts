// The append-only record of what matters to security. It is read, and chained, in features/audit.
import { v7 as uuid } from 'uuid';
import type { AuditAction } from '#contract/audit.ts';
import type { OperatorAct } from '#contract/operator/operators.ts';
import type { Tx } from '../db/database.ts';

const OF_COMPANY = "SELECT set_config('app.company_id', $1, true)";

type AuditLine = [
  actor_id: string | null,
  action: AuditAction | OperatorAct,
  detail: Readonly<Record<string, unknown>>,
];

/**
 * Records in the running transaction. `detail` holds ids, codes, and what a department, group, role, value, key or public space is called:
 * who reads the log has nothing else to tell which it was, once it is gone. Never people's names, what a private space or anything in it is
 * called, secrets, bodies or addresses.
 */
export async function audit(
  tx: Tx,
  company_id: string,
  actor_id: string | null,
  action: AuditAction | OperatorAct,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await tx.query(
    'INSERT INTO audit_event (company_id, audit_id, actor_id, action, detail) VALUES ($1, $2, $3, $4, $5)',
    [company_id, uuid(), actor_id, action, JSON.stringify(detail)],
  );
}

/**
 * In a system transaction that changes several companies at once, so that none of it goes unrecorded: for this line alone the
 * transaction is of the line's company, too.
 */
export async function auditAcross(tx: Tx, company_id: string, ...line: AuditLine): Promise<void> {
  await tx.query(OF_COMPANY, [company_id]);
  await audit(tx, company_id, ...line);
  await tx.query(OF_COMPANY, ['']);
}
