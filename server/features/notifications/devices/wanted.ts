// Whether a push that waited is still for somebody, asked right before it is sent.
import { modulesOf } from '../../company/service.ts';
import type { IsWanted } from './delivering.ts';

// By the gate: whose members may read it. A reaction is to a message that has been read long ago.
const UNREAD = `SELECT FROM message x
  JOIN conversation c ON c.company_id = $1 AND c.conversation_id = x.conversation_id
  JOIN conversation_member g ON g.company_id = $1 AND g.conversation_id = c.gate_id AND g.employee_id = $2
  LEFT JOIN conversation_member m ON m.company_id = $1 AND m.conversation_id = x.conversation_id AND m.employee_id = $2
  WHERE x.company_id = $1 AND x.message_id = $3 AND x.deleted_at IS NULL AND ($4 OR coalesce(m.read_seq, 0) < x.seq)`;

const STILL_UNREAD =
  'SELECT FROM notification WHERE company_id = $1 AND employee_id = $2 AND notification_id = $3 AND NOT is_read';

/** False if its entry in the list is read or gone, if its message is deleted, read, or may not be read by them any more; also while pushes, or chat, are switched off. */
export const stillWanted: IsWanted = async (tx, { employee_id, kind, message, notification_id }) => {
  const modules = await modulesOf(tx);
  if (!modules.includes('push')) return false;
  if (notification_id && !(await tx.query(STILL_UNREAD, [tx.company_id, employee_id, notification_id])).length)
    return false;
  if (!message) return true;
  if (!modules.includes('chat')) return false;
  const values = [tx.company_id, employee_id, message.message_id, kind === 'reaction'];
  return (await tx.query(UNREAD, values)).length > 0;
};
