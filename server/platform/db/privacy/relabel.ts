// How somebody is called inside of documents that others wrote, in SQL: `$2` is their id, `$3` what they are called from now on.
import type { Tx } from '../database.ts';

/** The column, a document as jsonb, with the other name. jsonb writes the keys of a mention in this order, whoever wrote them. */
export const relabelled = (column: string): string => `regexp_replace(${column}::text,
  '("id": "' || $2 || '", "kind": "employee", "label": )"(?:[^"\\\\]|\\\\.)*"', '\\1' || to_json($3::text)::text, 'g')`;

/** True where the document calls them. */
export const calls = (column: string): string => `${column}::text LIKE '%"id": "' || $2 || '", "kind": "employee"%'`;

const EVENTS = `UPDATE event SET payload = ${relabelled('payload')}::jsonb
  WHERE company_id = $1 AND topic = ANY ($4::text[]) AND ${calls('payload')}`;

const ANSWERS = `UPDATE idempotency_key SET answer = ${relabelled('answer')}::jsonb WHERE company_id = $1 AND ${calls('answer')}`;

/** What was told on these topics calls them so, too, and what was answered to anybody. */
export async function relabelPast(
  tx: Tx,
  topics: readonly string[],
  employee_id: string,
  label: string,
): Promise<void> {
  await tx.query(EVENTS, [tx.company_id, employee_id, label, topics]);
  await tx.query(ANSWERS, [tx.company_id, employee_id, label]);
}
