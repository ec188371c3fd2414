// SQL of what chat keeps of one person, for when they leave and when they are erased. What they wrote to others stays.
import { plainText, type RichText } from '#contract/rich-text.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { calls, relabelled, relabelPast } from '../../../platform/db/privacy/relabel.ts';

const DROP = 'DELETE FROM scheduled_message WHERE company_id = $1 AND employee_id = $2';
/** Nothing of theirs waits to be sent. */
export const dropScheduled = async (tx: Tx, employee_id: string): Promise<void> =>
  void (await tx.query(DROP, [tx.company_id, employee_id]));

const TALKS = `SELECT count(*)::integer AS talks FROM conversation_member m
  JOIN conversation c ON c.company_id = $1 AND c.conversation_id = m.conversation_id
  WHERE m.company_id = $1 AND m.employee_id = $2 AND c.kind IN ('direct', 'group')`;
/** With one colleague or a group of them. */
export async function countConversations(tx: Tx, employee_id: string): Promise<number> {
  const [row] = await tx.query<{ talks: number }>(TALKS, [tx.company_id, employee_id]);
  return row?.talks ?? 0;
}

const OWN = ['saved_message', 'scheduled_message', 'draft', 'entry_wish', 'seen_hidden'].map(
  (table) => `DELETE FROM ${table} WHERE company_id = $1 AND employee_id = $2`,
);
/** What they kept, planned, wished and hid for themselves. */
export async function forgetOwn(tx: Tx, employee_id: string): Promise<void> {
  for (const statement of OWN) await tx.query(statement, [tx.company_id, employee_id]);
}

const MESSAGES = `UPDATE message SET body = ${relabelled('body')}::jsonb
  WHERE company_id = $1 AND mentions IS NOT NULL AND $2::uuid = ANY (mentions) AND body IS NOT NULL AND ${calls('body')}
  RETURNING conversation_id, seq, body`;
const TEXTS = `UPDATE message m SET text = t.text FROM unnest($2::uuid[], $3::integer[], $4::text[]) AS t (conversation_id, seq, text)
  WHERE m.company_id = $1 AND m.conversation_id = t.conversation_id AND m.seq = t.seq`;
const OTHERS = [
  // Only of those who were called at some time, which the message may not say any more.
  `UPDATE message_edit SET body = ${relabelled('body')}::jsonb WHERE company_id = $1 AND ${calls('body')}`,
  `UPDATE draft SET body = ${relabelled('body')}::jsonb WHERE company_id = $1 AND body IS NOT NULL AND ${calls('body')}`,
  `UPDATE scheduled_message SET body = ${relabelled('body::jsonb')}::json WHERE company_id = $1 AND ${calls('body::jsonb')}`,
];

/** Where somebody was called by name it says `label` now, in what is read and in what is searched. */
export async function relabel(tx: Tx, employee_id: string, label: string): Promise<void> {
  const values = [tx.company_id, employee_id, label];
  const said = await tx.query<{ conversation_id: string; seq: number; body: RichText }>(MESSAGES, values);
  for (const statement of OTHERS) await tx.query(statement, values);
  const ids = said.map((one) => one.conversation_id);
  await tx.query(TEXTS, [tx.company_id, ids, said.map((one) => one.seq), said.map(({ body }) => plainText(body))]);
  const topics = [...new Set(ids)].map((id) => `conversation:${id}`);
  await relabelPast(tx, topics, employee_id, label);
}
