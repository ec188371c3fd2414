// The append-only record of what matters to security. It is read, and chained, in features/audit.
import { v7 as uuid } from 'uuid';
import type { AuditAction } from '#contract/audit.ts';
import type { Tx } from '../db/database.ts';

/** Records in the running transaction. `detail` holds ids and codes, never secrets, bodies or addresses. */
export async function audit(
  tx: Tx,
  company_id: string,
  actor_id: string | null,
  action: AuditAction,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await tx.query(
    'INSERT INTO audit_event (company_id, audit_id, actor_id, action, detail) VALUES ($1, $2, $3, $4, $5)',
    [company_id, uuid(), actor_id, action, JSON.stringify(detail)],
  );
}
