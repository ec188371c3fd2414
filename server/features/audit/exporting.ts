// The audit log as a file, for who keeps it elsewhere or has to show it.
import Papa from 'papaparse';
import { AUDIT_EXPORT_MOST, type exportAudit, isByOperator, OPERATOR_NAME } from '#contract/audit.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type { FileAnswer } from '#contract/kernel/file-answer.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { SessionCall } from '../../platform/feature.ts';
import { AppError } from '../../platform/http/errors.ts';
import { type AuditRow, isKnown, listRows } from './audit-repo.ts';
import { askedBy } from './reading.ts';

const COLUMNS = ['place', 'hash', 'time', 'action', 'by', 'detail'] as const;
/** Spreadsheets take a file without it for one of their own old character sets. */
const BOM = '\uFEFF';

export async function exportLog(
  { tx, actor }: SessionCall,
  { filters = {} }: ParsedOf<typeof exportAudit>,
): Promise<ResponseOf<typeof exportAudit>> {
  const { employee_id } = filters;
  if (employee_id && !(await isKnown(tx, employee_id))) throw new AppError('EMPLOYEE_NOT_FOUND');
  const rows = await listRows(tx, askedBy(filters), null, AUDIT_EXPORT_MOST + 1);
  if (rows.length > AUDIT_EXPORT_MOST) throw new AppError('AUDIT_EXPORT_TOO_LARGE');
  // What somebody typed is not written down.
  const { words, ...rest } = filters;
  const noted = { ...rest, ...(words && { searched: true }), lines: rows.length };
  await audit(tx, actor.company_id, actor.employee_id, 'audit.exported', noted);
  const day = new Date().toISOString().slice(0, 10);
  return { file_name: `audit-log-${day}.csv`, mime_type: 'text/csv; charset=utf-8', content: csv(rows.toReversed()) };
}

function csv(rows: readonly AuditRow[]): FileAnswer['content'] {
  const lines = rows.map(
    ({ position, hash, created_at, action, actor_id, detail }): Record<string, unknown> => ({
      place: position,
      hash: hash?.toString('hex'),
      time: created_at,
      action,
      by: actor_id ?? (isByOperator(action) ? OPERATOR_NAME : null),
      detail: JSON.stringify(detail),
    }),
  );
  // What begins like a formula would be one in a spreadsheet.
  const text = Papa.unparse(lines, { columns: [...COLUMNS], escapeFormulae: true });
  return new TextEncoder().encode(BOM + text);
}
