// SQL by which entries come into lists. Their ids are made of what they are about: a second time there is nothing to do.
import type { Notification } from '#contract/notifications.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { EntryKey } from '../list/list-repo.ts';
import type { Reacted, Told } from './audience-repo.ts';

const idOf = (who: string, kind: string, subject: string) => `md5(${who} || ':' || ${kind} || ':' || ${subject})::uuid`;

/** The id of the entry about a message, mention or answer, for somebody: both expressions of SQL. */
export const entryOf = (who: string, message_id: string): string => idOf(who, "'message'", message_id);

// Their markers are held: what they read from now on finds the entry, and what they have read is seen here.
const OF_MESSAGES = `
WITH told AS (SELECT * FROM jsonb_to_recordset($2::jsonb) AS t (message_id uuid, conversation_id uuid, seq integer, actor_id uuid,
    created_at timestamptz, employee_id uuid, kind text)),
marker AS (SELECT m.conversation_id, m.employee_id, m.read_seq FROM conversation_member m
  WHERE m.company_id = $1 AND (m.conversation_id, m.employee_id) IN (SELECT t.conversation_id, t.employee_id FROM told t)
  ORDER BY m.employee_id, m.conversation_id FOR SHARE)
INSERT INTO notification AS n (company_id, employee_id, notification_id, kind, conversation_id, seq, message_id, actor_id, is_read, created_at)
SELECT $1, t.employee_id, ${entryOf('t.employee_id', 't.message_id')}, t.kind, t.conversation_id, t.seq, t.message_id,
  t.actor_id, m.read_seq >= t.seq, t.created_at
FROM told t JOIN marker m ON m.conversation_id = t.conversation_id AND m.employee_id = t.employee_id
ON CONFLICT (company_id, employee_id, notification_id) DO UPDATE SET kind = 'mention'
  WHERE n.kind = 'thread' AND excluded.kind = 'mention'
RETURNING n.employee_id, n.notification_id, n.message_id`;

export type MessageEntry = Pick<
  Told,
  'message_id' | 'conversation_id' | 'seq' | 'actor_id' | 'created_at' | 'employee_id'
> & { readonly kind: Notification['kind'] };

/** Answers those that are new, or say something else than before. */
export const enterMessages = (tx: Tx, told: readonly MessageEntry[]): Promise<(EntryKey & { message_id: string })[]> =>
  tx.query(OF_MESSAGES, [tx.company_id, JSON.stringify(told)]);

const OF_SPACES = `
INSERT INTO notification (company_id, employee_id, notification_id, kind, space_id, actor_id, created_at)
SELECT $1, t.employee_id, ${idOf('t.employee_id', 't.kind', "($2::uuid || ':' || t.actor_id)")}, t.kind, $2, t.actor_id, clock_timestamp()
FROM jsonb_to_recordset($3::jsonb) AS t (employee_id uuid, actor_id uuid, kind text)
ON CONFLICT (company_id, employee_id, notification_id) DO NOTHING
RETURNING employee_id, notification_id, created_at`;

/** With when it came in. */
export type Entered = EntryKey & { readonly created_at: string };

export const enterSpace = (
  tx: Tx,
  space_id: string,
  told: readonly { employee_id: string; actor_id: string; kind: Notification['kind'] }[],
): Promise<Entered[]> => tx.query(OF_SPACES, [tx.company_id, space_id, JSON.stringify(told)]);

const ID_OF_REACTION = idOf('$2::uuid', "'reaction'", '$3::uuid');
const REACTED = `
INSERT INTO notification AS n (company_id, employee_id, notification_id, kind, message_id, conversation_id, seq, actor_id, emoji, people, created_at)
VALUES ($1, $2, ${ID_OF_REACTION}, 'reaction', $3, $4, $5, $6, $7, $8, clock_timestamp())
ON CONFLICT (company_id, employee_id, notification_id) DO UPDATE
  SET actor_id = excluded.actor_id, emoji = excluded.emoji, people = excluded.people, is_read = false, created_at = excluded.created_at
RETURNING employee_id, notification_id, created_at`;
// Somebody took a reaction back: that is no news, and who is named is somebody whose reaction stands.
const LESS = `UPDATE notification n SET people = $6, (actor_id, emoji) = (SELECT r.employee_id, r.emoji FROM (
      SELECT n.actor_id AS employee_id, n.emoji, 0 AS turn FROM reaction s WHERE s.company_id = $1 AND s.conversation_id = n.conversation_id
        AND s.seq = n.seq AND s.employee_id = n.actor_id AND s.emoji = n.emoji
      UNION ALL SELECT $4::uuid, $5::text, 1) AS r ORDER BY r.turn LIMIT 1)
  WHERE n.company_id = $1 AND n.employee_id = $2 AND n.notification_id = ${ID_OF_REACTION}
  RETURNING n.employee_id, n.notification_id, n.created_at`;
const NONE = `DELETE FROM notification WHERE company_id = $1 AND employee_id = $2 AND notification_id = ${ID_OF_REACTION}
  RETURNING employee_id, notification_id, created_at`;

/** One entry for all reactions to a message. */
export async function enterReaction(tx: Tx, reacted: Reacted): Promise<Entered[]> {
  const { message_id, conversation_id, seq, employee_id, people, stands, actor_id, emoji } = reacted;
  const values = [tx.company_id, employee_id, message_id];
  if (!people) return tx.query(NONE, values);
  return stands
    ? tx.query(REACTED, [...values, conversation_id, seq, actor_id, emoji, people])
    : tx.query(LESS, [...values, actor_id, emoji, people]);
}
