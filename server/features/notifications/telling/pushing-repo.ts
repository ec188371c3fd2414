// SQL of what is said in pushes: messages as each reader finds them now, names, and how much is unread.
import type { Attachment } from '#contract/chat/attachment.ts';
import { DEFAULT_LEVELS, type Level } from '#contract/notifications.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Place } from '../list/present.ts';
import { entryOf } from './entries-repo.ts';
import { CHOICES, calls, levelBy, STANDING, seesAt } from './levels.ts';

/** A message for one reader. */
export interface MessageRow extends Place {
  readonly employee_id: string;
  readonly message_id: string;
  readonly conversation_id: string;
  readonly seq: number;
  /** Of the list's entry about it; null if there is none. */
  readonly notification_id: string | null;
  readonly kind: 'direct' | 'group' | 'campaign' | 'sub_space' | 'thread';
  readonly called: boolean;
  readonly sender: string;
  readonly text: string;
  readonly attachments: Attachment[] | null;
  readonly space_name: string | null;
  /** Null in the default one. */
  readonly sub_space_name: string | null;
  readonly group_name: string;
}

const NAME = "btrim(concat_ws(' ', nullif(e.first_name, ''), nullif(e.last_name, '')))";
const PLACE = `c.root_id, p.space_id, s_.space_name, CASE WHEN p.kind = 'sub_space' AND NOT p.is_main THEN p.conversation_id END AS sub_space_id,
  CASE WHEN NOT p.is_main THEN b.sub_space_name END AS sub_space_name, CASE WHEN p.kind = 'group' THEN p.conversation_id END AS group_id,
  CASE WHEN p.kind = 'campaign' THEN p.conversation_id END AS campaign_id,
  p.name AS group_name, CASE WHEN p.kind = 'direct' THEN other_id END AS other_id`;
const NAMED = `LEFT JOIN space s_ ON s_.company_id = $1 AND s_.space_id = p.space_id
  LEFT JOIN sub_space b ON b.company_id = $1 AND b.sub_space_id = p.conversation_id`;

const UNREAD = `SELECT m.employee_id, x.message_id, x.conversation_id, x.seq, c.kind, ${calls('x.mentions', 'm.employee_id')} AS called,
    ${NAME} AS sender, left(x.text, 1000) AS text, x.attachments, n.notification_id, ${PLACE}
  FROM unnest($2::uuid[], $3::uuid[]) AS d (employee_id, message_id)
  JOIN message x ON x.company_id = $1 AND x.message_id = d.message_id AND x.deleted_at IS NULL
  JOIN employee e ON e.company_id = $1 AND e.employee_id = x.sender_id
  JOIN conversation c ON c.company_id = $1 AND c.conversation_id = x.conversation_id
  JOIN conversation_member m ON m.company_id = $1 AND m.conversation_id = c.conversation_id AND m.employee_id = d.employee_id
    AND m.read_seq < x.seq
  LEFT JOIN notification n ON n.company_id = $1 AND n.employee_id = m.employee_id AND n.notification_id = ${entryOf('m.employee_id', 'x.message_id')}
  ${STANDING} ${NAMED} WHERE ${seesAt('x.seq', 'g')} ORDER BY x.created_at, x.seq`;

/** Those that still stand, may be read, and are not read: as they came. */
export const listUnread = (
  tx: Tx,
  keys: readonly { readonly employee_id: string; readonly subject_id: string }[],
): Promise<MessageRow[]> =>
  tx.query(UNREAD, [tx.company_id, keys.map((key) => key.employee_id), keys.map((key) => key.subject_id)]);

const MUST_READ = `SELECT message_id FROM message WHERE company_id = $1 AND message_id = ANY ($2::uuid[]) AND must_read`;

/** Those of the messages that sound at any hour. */
export async function listMustRead(tx: Tx, message_ids: readonly string[]): Promise<Set<string>> {
  if (!message_ids.length) return new Set();
  const rows = await tx.query<{ message_id: string }>(MUST_READ, [tx.company_id, message_ids]);
  return new Set(rows.map(({ message_id }) => message_id));
}

export interface WaitingRow
  extends Omit<MessageRow, 'message_id' | 'seq' | 'notification_id' | 'called' | 'sender' | 'text' | 'attachments'> {
  /** Of a direct conversation, who the other one is. */
  readonly other_name: string | null;
  readonly messages: number;
  /** How many of them call the reader. */
  readonly mentions: number;
  readonly level: Level;
}
const WAITING = `
SELECT m.employee_id, c.conversation_id, c.kind, ${PLACE}, n.messages, n.mentions, ${levelBy('$4::jsonb')} AS level,
  (SELECT ${NAME} FROM employee e WHERE e.company_id = $1 AND e.employee_id = other_id) AS other_name
FROM unnest($2::uuid[], $3::timestamptz[], $5::timestamptz[]) AS d (employee_id, since, until)
JOIN conversation_member m ON m.company_id = $1 AND m.employee_id = d.employee_id
JOIN conversation c ON c.company_id = $1 AND c.conversation_id = m.conversation_id AND c.last_seq > m.read_seq AND c.archived_at IS NULL
${STANDING} ${CHOICES} ${NAMED}
CROSS JOIN LATERAL (SELECT count(*)::integer AS messages, (count(*) FILTER (WHERE ${calls('x.mentions', 'm.employee_id')}))::integer AS mentions
  FROM message x WHERE x.company_id = $1 AND x.conversation_id = c.conversation_id AND x.seq > m.read_seq AND x.created_at BETWEEN d.since AND d.until
    AND x.deleted_at IS NULL AND x.sender_id <> m.employee_id) AS n
WHERE n.messages > 0`;

/** Somebody, and a time that something came in. ISO 8601. */
export interface Period {
  readonly employee_id: string;
  readonly since: string;
  readonly until: string;
}

/** The values of a query about several. */
export const columnsOf = (periods: readonly Period[]) =>
  [periods.map((one) => one.employee_id), periods.map((one) => one.since), periods.map((one) => one.until)] as const;

/** What they have not read of what was written then, by conversation. */
export function listWaiting(tx: Tx, periods: readonly Period[]): Promise<WaitingRow[]> {
  const [people, since, until] = columnsOf(periods);
  return tx.query(WAITING, [tx.company_id, people, since, JSON.stringify(DEFAULT_LEVELS), until]);
}

const NAMES = `SELECT e.employee_id, ${NAME} AS name FROM employee e WHERE e.company_id = $1 AND e.employee_id = ANY($2)`;

export async function listNames(tx: Tx, employee_ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ employee_id: string; name: string }>(NAMES, [tx.company_id, employee_ids]);
  return new Map(rows.map(({ employee_id, name }) => [employee_id, name]));
}

// As the client counts it (src/features/chat/feature.ts): places with something unread, of muted ones those where somebody calls.
const MENTIONS = `EXISTS (SELECT FROM message x WHERE x.company_id = $1 AND x.conversation_id = c.conversation_id AND x.seq > m.read_seq
  AND x.mentions IS NOT NULL AND ${calls('x.mentions', 'm.employee_id')} AND x.sender_id <> m.employee_id)`;
const COUNTS = `EXISTS (SELECT FROM message x WHERE x.company_id = $1 AND x.conversation_id = c.conversation_id AND x.seq > m.read_seq
  AND x.deleted_at IS NULL AND x.sender_id <> m.employee_id)`;
const BADGES = `SELECT m.employee_id, count(DISTINCT CASE c.kind WHEN 'sub_space' THEN c.space_id ELSE c.conversation_id END)::integer AS places
  FROM conversation_member m
  JOIN conversation c ON c.company_id = $1 AND c.conversation_id = m.conversation_id AND c.last_seq > m.read_seq
    AND (c.kind <> 'sub_space' OR c.archived_at IS NULL)
  LEFT JOIN entry_wish w ON w.company_id = $1 AND w.employee_id = m.employee_id AND w.muted AND w.entity_id =
    CASE c.kind WHEN 'sub_space' THEN c.space_id WHEN 'direct' THEN
      CASE WHEN c.employee_low = m.employee_id THEN c.employee_high ELSE c.employee_low END ELSE c.conversation_id END
  WHERE m.company_id = $1 AND m.employee_id = ANY($2) AND CASE WHEN w.muted THEN ${MENTIONS} ELSE ${COUNTS} END GROUP BY m.employee_id`;

/** What the app's icon shows; who has nothing unread has no line. */
export async function listBadges(tx: Tx, employee_ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ employee_id: string; places: number }>(BADGES, [tx.company_id, employee_ids]);
  return new Map(rows.map(({ employee_id, places }) => [employee_id, places]));
}
