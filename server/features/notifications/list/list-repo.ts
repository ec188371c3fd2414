// SQL of the list's entries, joined with what they are about: what may not be read there (any more) is not in the list either, from
// the same moment on.
import type { Attachment } from '#contract/chat/attachment.ts';
import type { Notification } from '#contract/notifications.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { seesAt } from '../telling/levels.ts';

export interface EntryRow {
  readonly employee_id: string;
  readonly notification_id: string;
  readonly kind: Notification['kind'];
  readonly actor_id: string;
  readonly people: number;
  readonly emoji: string | null;
  readonly is_read: boolean;
  readonly created_at: string;
  readonly message_id: string | null;
  readonly seq: number | null;
  /** Of the message, at least as much as lists show. */
  readonly text: string | null;
  readonly attachments: Attachment[] | null;
  /** Of the thread that it stands in. */
  readonly root_id: string | null;
  /** Where it stands: a space, a group, a campaign, a colleague; of threads where the root does. */
  readonly space_id: string | null;
  readonly space_name: string | null;
  /** Of any but the default one. */
  readonly sub_space_id: string | null;
  readonly group_id: string | null;
  readonly campaign_id: string | null;
  /** Of a campaign its title. */
  readonly group_name: string | null;
  readonly other_id: string | null;
}

const MANAGES = `EXISTS (SELECT FROM space_member a LEFT JOIN space_role r ON r.company_id = $1 AND r.space_role_id = a.space_role_id
  WHERE a.company_id = $1 AND a.space_id = n.space_id AND a.employee_id = n.employee_id
    AND (a.role = 'admin' OR 'manage_members' = ANY(r.actions)))`;
const joining = (status: string, who: string) => `EXISTS (SELECT FROM space_joining j WHERE j.company_id = $1
  AND j.space_id = n.space_id AND j.employee_id = ${who} AND j.status = '${status}')`;

/** Of an entry `n`: whether it can still be shown to whom it is for. $1 is the company. */
export const STANDS = `CASE n.kind WHEN 'invitation' THEN ${joining('invited', 'n.employee_id')}
  WHEN 'join_request' THEN ${joining('requested', 'n.actor_id')} AND ${MANAGES}
  WHEN 'joined' THEN EXISTS (SELECT FROM space_member a WHERE a.company_id = $1 AND a.space_id = n.space_id AND a.employee_id = n.employee_id)
  ELSE EXISTS (SELECT FROM message x JOIN conversation c ON c.company_id = $1 AND c.conversation_id = x.conversation_id
      JOIN conversation_member m ON m.company_id = $1 AND m.conversation_id = c.gate_id AND m.employee_id = n.employee_id
        AND ${seesAt('x.seq')}
    WHERE x.company_id = $1 AND x.message_id = n.message_id AND x.deleted_at IS NULL) END`;

const ENTRY = `SELECT n.employee_id, n.notification_id, n.kind, n.actor_id, n.people, n.emoji, n.is_read, n.created_at, n.message_id, n.seq,
    left(x.text, 200) AS text, x.attachments, c.root_id, s.space_id, s.space_name,
    CASE WHEN p.kind = 'sub_space' AND NOT p.is_main THEN p.conversation_id END AS sub_space_id,
    CASE WHEN p.kind = 'group' THEN p.conversation_id END AS group_id, CASE WHEN p.kind = 'campaign' THEN p.conversation_id END AS campaign_id,
    p.name AS group_name,
    CASE WHEN p.employee_low = n.employee_id THEN p.employee_high ELSE p.employee_low END AS other_id
  FROM notification n
  LEFT JOIN message x ON x.company_id = $1 AND x.message_id = n.message_id
  LEFT JOIN conversation c ON c.company_id = $1 AND c.conversation_id = n.conversation_id
  LEFT JOIN conversation p ON p.company_id = $1 AND p.conversation_id = c.gate_id
  LEFT JOIN space s ON s.company_id = $1 AND s.space_id = coalesce(n.space_id, p.space_id)
  WHERE n.company_id = $1 AND ${STANDS}`;

const PAGE = `${ENTRY} AND n.employee_id = $2 AND (n.created_at, n.notification_id) < ($3, $4)
  ORDER BY n.created_at DESC, n.notification_id DESC LIMIT $5`;

/** Time and id of the last entry of the page before. */
export type EntryPlace = readonly [created_at: string, notification_id: string];
const START: EntryPlace = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

export const listPage = (tx: Tx, employee_id: string, place: EntryPlace | null, limit: number): Promise<EntryRow[]> =>
  tx.query(PAGE, [tx.company_id, employee_id, ...(place ?? START), limit]);

const SOME = `${ENTRY} AND (n.employee_id, n.notification_id) IN (SELECT * FROM unnest($2::uuid[], $3::uuid[]))`;

/** Whose, and which. */
export type EntryKey = Pick<EntryRow, 'employee_id' | 'notification_id'>;

/** Those of them that stand. */
export const findEntries = (tx: Tx, keys: readonly EntryKey[]): Promise<EntryRow[]> =>
  tx.query(SOME, [tx.company_id, keys.map((key) => key.employee_id), keys.map((key) => key.notification_id)]);

const UNREAD = `SELECT n.employee_id, count(*)::integer AS unread FROM notification n
  WHERE n.company_id = $1 AND n.employee_id = ANY($2) AND NOT n.is_read AND ${STANDS} GROUP BY n.employee_id`;

/** By person; who has none has no line. */
export async function countUnread(tx: Tx, employee_ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ employee_id: string; unread: number }>(UNREAD, [tx.company_id, employee_ids]);
  return new Map(rows.map(({ employee_id, unread }) => [employee_id, unread]));
}

const OF_MESSAGE = `SELECT n.employee_id, n.notification_id FROM notification n WHERE n.company_id = $1 AND n.message_id = $2
  AND ($3::uuid IS NULL OR n.employee_id > $3) ORDER BY n.employee_id LIMIT $4`;

/** Of a message, by person, behind `after`. */
export const listOfMessage = (tx: Tx, message_id: string, after: string | null, most: number): Promise<EntryKey[]> =>
  tx.query(OF_MESSAGE, [tx.company_id, message_id, after, most]);

const READ = `UPDATE notification SET is_read = true WHERE company_id = $1 AND employee_id = $2 AND NOT is_read
  AND (notification_id = ANY($3::uuid[]) OR created_at <= $4::timestamptz) RETURNING 1`;

/** Answers how many were not read before. */
export const markRead = async (
  tx: Tx,
  employee_id: string,
  notification_ids: readonly string[],
  until: string | null,
): Promise<number> => (await tx.query(READ, [tx.company_id, employee_id, notification_ids, until])).length;

const READ_THERE = `UPDATE notification n SET is_read = true FROM conversation_member m
  WHERE n.company_id = $1 AND n.employee_id = ANY($2) AND NOT n.is_read AND n.kind IN ('mention', 'thread')
    AND m.company_id = $1 AND m.conversation_id = n.conversation_id AND m.employee_id = n.employee_id AND m.read_seq >= n.seq
  RETURNING n.employee_id, n.notification_id`;

/** What these people have read where it stands; answers what was not read before. */
export const markReadThere = (tx: Tx, employee_ids: readonly string[]): Promise<EntryKey[]> =>
  tx.query(READ_THERE, [tx.company_id, employee_ids]);

const gone = (which: string) => `DELETE FROM notification n WHERE n.company_id = $1 AND ${which} AND NOT (${STANDS})
  RETURNING n.employee_id, n.notification_id`;
const GONE_OF = {
  message: gone('n.message_id = $2'),
  space: gone('n.space_id = $2'),
  employee: gone('n.employee_id = $2'),
};

/** Takes away what does not stand any more: of a message, of a space, or of a person. */
export const deleteGone = (tx: Tx, of: keyof typeof GONE_OF, id: string): Promise<EntryKey[]> =>
  tx.query(GONE_OF[of], [tx.company_id, id]);
