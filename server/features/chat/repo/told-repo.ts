// SQL of what the log of events still says of a message that is being deleted: whoever comes later may read the log from its
// beginning. What only the people who followed its thread were told, in their own topics, stays until the log is swept.
import type { Tx } from '../../../platform/db/database.ts';
import type { MessageRow } from './message-repo.ts';

const ERASED = `jsonb_build_object('body', null, 'attachments', '[]'::jsonb, 'previews', '[]'::jsonb, 'reply_to', null, 'forwarded', null,
  'deleted_at', $4::text, 'edited_at', $5::text, 'scheduled_for', null)`;

const OWN = `UPDATE event SET payload = payload || CASE name WHEN 'chat.message_created' THEN ${ERASED}
    WHEN 'chat.message_previewed' THEN '{"previews": []}'
    ELSE '{"body": {"type": "doc", "content": [{"type": "paragraph"}]}}' END
  WHERE company_id = $1 AND topic = 'conversation:' || $2::uuid AND revision >= $3::integer
    AND name IN ('chat.message_created', 'chat.message_updated', 'chat.message_previewed') AND payload->>'seq' = $3::integer::text`;

const QUOTES = `UPDATE event SET payload =
    jsonb_set(payload, '{reply_to}', payload->'reply_to' || '{"text": "", "label": "", "deleted": true}')
  WHERE company_id = $1 AND topic = 'conversation:' || $2::uuid AND revision > $3::integer
    AND name = 'chat.message_created' AND payload->'reply_to'->>'message_id' = $4::uuid::text`;

const AS_ROOT = `UPDATE event SET payload = payload || ${ERASED}
  WHERE company_id = $1 AND topic = 'conversation:' || $2::uuid AND revision >= $3::integer
    AND name = 'chat.thread_root_updated'`;

type Told = Pick<MessageRow, 'conversation_id' | 'seq' | 'message_id' | 'edited_at' | 'thread'>;

/** Where it was written, where it is quoted, and in its thread. `at`: when it was deleted. */
export async function forgetTold(tx: Tx, told: Told, at: string): Promise<void> {
  const { conversation_id, seq, message_id, edited_at, thread } = told;
  await Promise.all([
    tx.query(OWN, [tx.company_id, conversation_id, seq, at, edited_at]),
    tx.query(QUOTES, [tx.company_id, conversation_id, seq, message_id]),
    thread && tx.query(AS_ROOT, [tx.company_id, thread.conversation_id, 1, at, edited_at]),
  ]);
}
