// SQL of who is to be told of messages: of a large space not everybody is looked at, but who is called and who wants to hear all.
import { DEFAULT_LEVELS, type Level } from '#contract/notifications.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Job } from './jobs-repo.ts';
import { CHOICES, calls, EVERYBODY, IS_SILENT, levelBy, STANDING, seesAt } from './levels.ts';

export interface Told {
  readonly message_id: string;
  readonly conversation_id: string;
  readonly seq: number;
  readonly actor_id: string;
  readonly created_at: string;
  readonly employee_id: string;
  readonly is_thread: boolean;
  /** By name, or with everybody. */
  readonly called: boolean;
  /** They have been there already. */
  readonly is_read: boolean;
  readonly level: Level;
}

// Who follows a thread later is told of an older answer only if that calls them: by an edit, as it would make them follow.
const AUDIENCE = `
WITH heard AS (
  SELECT x.*, c.kind, c.space_id, j.after_id, j.before
  FROM jsonb_to_recordset($2::jsonb) AS j (message_id uuid, after_id uuid, before uuid[])
  JOIN message x ON x.company_id = $1 AND x.message_id = j.message_id AND x.deleted_at IS NULL
  JOIN conversation c ON c.company_id = $1 AND c.conversation_id = x.conversation_id),
who AS (
  SELECT h.message_id, m.employee_id FROM heard h
    JOIN conversation_member m ON m.company_id = $1 AND m.conversation_id = h.conversation_id
    WHERE (h.kind <> 'sub_space' OR h.mentions @> ARRAY['${EVERYBODY}'::uuid])
      AND (h.after_id IS NULL OR m.employee_id > h.after_id)
  UNION SELECT h.message_id, unnest(h.mentions) FROM heard h WHERE h.kind = 'sub_space'
  UNION SELECT h.message_id, l.employee_id FROM heard h JOIN notification_level l ON l.company_id = $1 AND l.level = 'all'
    AND l.entity_id IN (h.conversation_id, h.space_id) WHERE h.kind = 'sub_space'
  UNION SELECT h.message_id, s.employee_id FROM heard h JOIN notification_setting s ON s.company_id = $1
    AND s.levels->>'space' = 'all' WHERE h.kind = 'sub_space')
SELECT DISTINCT ON (h.message_id, m.employee_id) h.message_id, h.conversation_id, h.seq, h.sender_id AS actor_id, h.created_at, m.employee_id, h.kind = 'thread' AS is_thread,
  ${calls('h.mentions', 'm.employee_id')} AS called, m.read_seq >= h.seq AS is_read, ${levelBy('$3::jsonb')} AS level
FROM who JOIN heard h ON h.message_id = who.message_id
JOIN conversation c ON c.company_id = $1 AND c.conversation_id = h.conversation_id
JOIN conversation_member m ON m.company_id = $1 AND m.conversation_id = h.conversation_id AND m.employee_id = who.employee_id
  AND (m.joined_seq < h.seq OR (h.kind = 'thread' AND ${calls('h.mentions', 'm.employee_id')}))
JOIN employee e ON e.company_id = $1 AND e.employee_id = m.employee_id AND e.employee_account_status IN ('ACTIVE', 'INVITED')
${STANDING} ${CHOICES}
WHERE m.employee_id <> h.sender_id AND (h.after_id IS NULL OR m.employee_id > h.after_id)
  AND (h.before IS NULL OR (${calls('h.mentions', 'm.employee_id')} AND NOT ${calls('h.before', 'm.employee_id')}))
ORDER BY h.message_id, m.employee_id LIMIT $4`;

/** Each once, also where a message and its edit are asked for together: by message, then by person, behind the `after_id` of each: the first `most`. Of an edit who was not called before. */
export const listAudience = (tx: Tx, jobs: readonly Job[], most: number): Promise<Told[]> => {
  const asked = jobs.map(({ message_id, after_id, before }) => ({ message_id, after_id, before }));
  return tx.query(AUDIENCE, [tx.company_id, JSON.stringify(asked), JSON.stringify(DEFAULT_LEVELS), most]);
};

export interface Person {
  readonly employee_id: string;
  readonly actor_id: string;
}
const AROUND = `
SELECT j.employee_id, j.invited_by AS actor_id, 'invitation' AS kind FROM space_joining j
  WHERE j.company_id = $1 AND j.space_id = $2 AND j.employee_id = $3 AND j.status = 'invited'
UNION ALL SELECT a.employee_id, j.employee_id, 'join_request' FROM space_joining j
  JOIN space_member a ON a.company_id = $1 AND a.space_id = $2
  LEFT JOIN space_role r ON r.company_id = $1 AND r.space_role_id = a.space_role_id
  JOIN employee e ON e.company_id = $1 AND e.employee_id = a.employee_id AND e.employee_account_status = 'ACTIVE'
  WHERE j.company_id = $1 AND j.space_id = $2 AND j.employee_id = $3 AND j.status = 'requested'
    AND (a.role = 'admin' OR 'manage_members' = ANY(r.actions))`;

/** Whom it concerns that somebody is invited to the space, or asks to come in. */
export const listConcerned = (
  tx: Tx,
  space_id: string,
  employee_id: string,
): Promise<(Person & { kind: 'invitation' | 'join_request' })[]> =>
  tx.query(AROUND, [tx.company_id, space_id, employee_id]);

export interface Reacted {
  readonly message_id: string;
  readonly conversation_id: string;
  readonly seq: number;
  readonly employee_id: string;
  readonly people: number;
  /** The reaction that was asked about is there. */
  readonly stands: boolean;
  /** They want to hear nothing of where the message stands. */
  readonly silent: boolean;
  readonly actor_id: string;
  readonly emoji: string;
}
const REACTED = `SELECT x.message_id, x.conversation_id, x.seq, x.sender_id AS employee_id, r.people, r.stands, r.actor_id, r.emoji, ${IS_SILENT} AS silent
  FROM message x JOIN conversation c ON c.company_id = $1 AND c.conversation_id = x.conversation_id
  JOIN conversation_member m ON m.company_id = $1 AND m.conversation_id = c.gate_id AND m.employee_id = x.sender_id
    AND ${seesAt('x.seq')}
  JOIN employee e ON e.company_id = $1 AND e.employee_id = x.sender_id AND e.employee_account_status = 'ACTIVE'
  ${STANDING} ${CHOICES}
  CROSS JOIN LATERAL (SELECT count(DISTINCT r.employee_id)::integer AS people,
      coalesce(bool_or(r.employee_id = $3 AND r.emoji = $4), false) AS stands,
      (array_agg(r.employee_id ORDER BY (r.employee_id = $3 AND r.emoji = $4) DESC, r.emoji_position DESC, r.position DESC))[1] AS actor_id,
      (array_agg(r.emoji ORDER BY (r.employee_id = $3 AND r.emoji = $4) DESC, r.emoji_position DESC, r.position DESC))[1] AS emoji
    FROM reaction r WHERE r.company_id = $1 AND r.conversation_id = x.conversation_id AND r.seq = x.seq
      AND r.employee_id <> x.sender_id) AS r
  WHERE x.company_id = $1 AND x.message_id = $2 AND x.deleted_at IS NULL`;

/** What others have reacted to a message that stands, for who wrote it. */
export async function findReacted(
  tx: Tx,
  message_id: string,
  actor_id: string,
  emoji: string,
): Promise<Reacted | undefined> {
  const [row] = await tx.query<Reacted>(REACTED, [tx.company_id, message_id, actor_id, emoji]);
  return row;
}
