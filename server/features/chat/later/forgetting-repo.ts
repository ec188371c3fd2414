// SQL of what chat keeps of one person, for when they leave and when they are erased. What they wrote to others stays.
import { plainText, type RichText } from '#contract/rich-text.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { calls, relabelled } from '../../../platform/db/privacy/relabel.ts';
import { NIL, type Step, walk } from '../../../platform/db/privacy/walk.ts';
import { requoting } from './repeating-repo.ts';

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

const AT = ['conversation_id', 'uuid', NIL] as const;
const SEQ = ['seq', 'integer', 0] as const;

const TEXTS = `UPDATE message m SET text = t.text FROM unnest($2::uuid[], $3::integer[], $4::text[]) AS t (conversation_id, seq, text)
  WHERE m.company_id = $1 AND m.conversation_id = t.conversation_id AND m.seq = t.seq`;
async function retell(
  tx: Tx,
  said: readonly { conversation_id: string; seq: number; body: RichText }[],
): Promise<void> {
  const ids = said.map((one) => one.conversation_id);
  await tx.query(TEXTS, [tx.company_id, ids, said.map((one) => one.seq), said.map(({ body }) => plainText(body))]);
}

/** Where somebody was called by name it says that they were an employee, batch by batch, in what is read and in what is searched. */
export const relabelling: readonly Step[] = [
  walk({
    table: 'message',
    key: [AT, SEQ],
    // A forward calls nobody, and what was written before mentions were noted neither: there the body alone says it.
    changes: (range) => [
      `UPDATE message SET body = ${relabelled('body')}::jsonb WHERE ${range} AND body IS NOT NULL
        AND (mentions IS NULL OR $2::uuid = ANY (mentions)) AND ${calls('body')} RETURNING conversation_id, seq, body`,
    ],
    onChanged: (tx, rows) => retell(tx, rows as { conversation_id: string; seq: number; body: RichText }[]),
  }),
  walk({
    table: 'message_edit',
    key: [AT, SEQ, ['version', 'integer', 0]],
    changes: (range) => [
      `UPDATE message_edit SET body = ${relabelled('body')}::jsonb WHERE ${range} AND ${calls('body')}`,
    ],
  }),
  walk({
    table: 'draft',
    key: [
      ['employee_id', 'uuid', NIL],
      ['address', 'jsonb', 'null'],
    ],
    changes: (range) => [
      `UPDATE draft SET body = ${relabelled('body')}::jsonb WHERE ${range} AND body IS NOT NULL AND ${calls('body')}`,
    ],
  }),
  walk({
    table: 'scheduled_message',
    key: [['message_id', 'uuid', NIL]],
    changes: (range) => [
      `UPDATE scheduled_message SET body = ${relabelled('body::jsonb')}::json WHERE ${range} AND ${calls('body::jsonb')}`,
    ],
  }),
  ...requoting,
];
