// SQL of conversations and of who is in them. Messages stand in message-repo.ts, rules in the service files.
import type { Attachment } from '#contract/chat/attachment.ts';
import type { ConversationState } from '#contract/chat.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Heard, Since } from '../../../platform/events/heard.ts';
import type { Place } from '../place.ts';

const ROOT_SEQ = '(SELECT r.seq FROM message r WHERE r.company_id = $1 AND r.message_id = c.root_id)';
/** True of a member `m` of the gate of `c`, if that is no thread whose root is hidden from them. $1 is the company. */
export const SEES_C = `(m.since_seq = 0 OR c.root_id IS NULL OR ${ROOT_SEQ} > m.since_seq)`;
/** What of `c` is hidden from `m`: everything up to this seq. A thread is seen whole or not at all. */
export const SINCE = 'CASE WHEN c.root_id IS NULL THEN m.since_seq ELSE 0 END';
/** True of a member `who` of the gate of `c`, if what stands there at `seq` is not hidden from them. */
export const seesAt = (seq: string, who = 'm'): string =>
  `(${who}.since_seq = 0 OR CASE WHEN c.root_id IS NULL THEN ${seq} ELSE ${ROOT_SEQ} END > ${who}.since_seq)`;

/**
 * The one notion of who may read and write in a conversation `c`: who, as `m`, is in it, from `SINCE` on; of a thread, who is in the
 * conversation that its root stands in, and sees the root. $1 is the company, $2 who asks.
 */
export const READER = `conversation_member m ON m.company_id = $1 AND m.conversation_id = c.gate_id AND m.employee_id = $2 AND ${SEES_C}`;
/**
 * The same of a message `x`, with its conversation. The gate is looked up for each message: as a third table to join, a database
 * that knows nothing of its tables yet begins with all that the person is in, and is slow for as long as it keeps that plan.
 */
export const READER_OF_X = `conversation c ON c.company_id = $1 AND c.conversation_id = x.conversation_id
  JOIN conversation_member m ON m.company_id = $1 AND m.employee_id = $2 AND m.conversation_id =
    (SELECT gate.gate_id FROM conversation gate WHERE gate.company_id = $1 AND gate.conversation_id = x.conversation_id)
    AND ${seesAt('x.seq')}`;
/** The same as a condition. */
export const MAY_READ = `EXISTS (SELECT FROM conversation_member m WHERE m.company_id = $1 AND m.conversation_id = c.gate_id
  AND m.employee_id = $2 AND ${SEES_C})`;

/** True of who does not show what they have seen, and is not told it of others; `who`: what says their id in SQL. $1 is the company. */
export const hides = (who: string): string =>
  `EXISTS (SELECT FROM seen_hidden h WHERE h.company_id = $1 AND h.employee_id = ${who})`;

/** What finds a place's conversation, as `c`, by $3 and $4; $1 is the company, $2 who asks. */
export const AT: Record<Place['kind'], string> = {
  direct: 'c.company_id = $1 AND c.employee_low = $3 AND c.employee_high = $4',
  sub_space: `c.company_id = $1 AND c.space_id = $3 AND c.kind = 'sub_space'
    AND (c.conversation_id = $4 OR ($4::uuid IS NULL AND c.is_main))`,
  thread: 'c.company_id = $1 AND c.root_id = $3 AND $4::uuid IS NULL',
  group: "c.company_id = $1 AND c.conversation_id = $3 AND c.kind = 'group' AND $4::uuid IS NULL",
  campaign: "c.company_id = $1 AND c.conversation_id = $3 AND c.kind = 'campaign' AND $4::uuid IS NULL",
};
/** The values of $3 and $4. */
export const valuesOf = (place: Place): [string, string | null] => {
  if (place.kind === 'thread') return [place.root_id, null];
  if (place.kind === 'group' || place.kind === 'campaign') return [place.conversation_id, null];
  return place.kind === 'direct' ? [place.low, place.high] : [place.space_id, place.sub_space_id];
};

/** Of the topic of a conversation `c`. */
export const REVISION =
  "coalesce((SELECT t.revision FROM topic t WHERE t.company_id = $1 AND t.topic = 'conversation:' || c.conversation_id), 0)";

export interface ConversationRow {
  readonly conversation_id: string;
  readonly last_seq: number;
  /** Everything up to it is hidden from who asks. */
  readonly since_seq: number;
  readonly revision: number;
}
const findAt = (kind: Place['kind']) =>
  `SELECT c.conversation_id, c.last_seq, ${SINCE} AS since_seq, ${REVISION} AS revision FROM conversation c JOIN ${READER}
  WHERE ${AT[kind]}`;
const FIND = {
  direct: findAt('direct'),
  sub_space: findAt('sub_space'),
  thread: findAt('thread'),
  group: findAt('group'),
  campaign: findAt('campaign'),
};

/** The conversation at a place, if the employee may read it. */
export async function findConversation(
  tx: Tx,
  employee_id: string,
  place: Place,
): Promise<ConversationRow | undefined> {
  const [row] = await tx.query<ConversationRow>(FIND[place.kind], [tx.company_id, employee_id, ...valuesOf(place)]);
  return row;
}

const IN_SPACE = `SELECT 1 FROM conversation c WHERE c.company_id = $1 AND c.space_id = $3 AND ${MAY_READ} LIMIT 1`;

/** True if the employee is in any conversation of the space. */
export const isInSpace = async (tx: Tx, employee_id: string, space_id: string): Promise<boolean> =>
  (await tx.query(IN_SPACE, [tx.company_id, employee_id, space_id])).length > 0;

const SEES_LESS = `SELECT 1 FROM conversation c LEFT JOIN conversation_member m ON m.company_id = $1
    AND m.conversation_id = c.conversation_id AND m.employee_id = $2
  WHERE c.company_id = $1 AND c.space_id = $3 AND c.kind = 'sub_space' AND (m.employee_id IS NULL OR m.since_seq > 0) LIMIT 1`;

/** True if the employee sees all that was ever said in the space. */
export const seesAll = async (tx: Tx, employee_id: string, space_id: string): Promise<boolean> =>
  !(await tx.query(SEES_LESS, [tx.company_id, employee_id, space_id])).length;

const OPEN_DIRECT = `INSERT INTO conversation (company_id, conversation_id, kind, employee_low, employee_high)
  VALUES ($1, $2, 'direct', $3, $4) ON CONFLICT ON CONSTRAINT conversation_pair DO NOTHING RETURNING 1`;
const OPEN_SUB_SPACE = `INSERT INTO conversation (company_id, conversation_id, kind, space_id, is_main)
  VALUES ($1, $2, 'sub_space', $3, $4) ON CONFLICT (company_id, conversation_id) DO NOTHING RETURNING 1`;
const ADD = `INSERT INTO conversation_member (company_id, conversation_id, employee_id)
  SELECT $1, $2, unnest($3::uuid[])`;

/** False if the pair has one already; waits for a transaction that is just making it. */
export const insertDirect = async (tx: Tx, conversation_id: string, low: string, high: string): Promise<boolean> =>
  (await tx.query(OPEN_DIRECT, [tx.company_id, conversation_id, low, high])).length > 0;

/** False if the id is taken. */
export const insertSubSpace = async (
  tx: Tx,
  { conversation_id, space_id, is_main }: { conversation_id: string; space_id: string; is_main: boolean },
): Promise<boolean> => (await tx.query(OPEN_SUB_SPACE, [tx.company_id, conversation_id, space_id, is_main])).length > 0;

/** Into a conversation in which nothing was said yet. */
export const insertMembers = (tx: Tx, conversation_id: string, employee_ids: readonly string[]): Promise<object[]> =>
  tx.query(ADD, [tx.company_id, conversation_id, employee_ids]);

/** A conversation of an employee, or a thread that they follow; `latest_…` are null together. */
export type StateRow = {
  readonly conversation_id: string;
  readonly kind: Place['kind'];
  /** Of a group or a campaign. */
  readonly name: string;
  readonly created_at: string;
  readonly space_id: string | null;
  /** The other one of a direct conversation; oneself in one's own notes. */
  readonly other_id: string;
  readonly revision: number;
  readonly last_seq: number;
  readonly read_seq: number;
  readonly seen_seq: number | null;
  readonly deleted_seqs: number[] | null;
  readonly mention_seqs: number[] | null;
} & (
  | { readonly latest_id: null }
  | {
      readonly latest_id: string;
      readonly latest_sender_id: string;
      readonly latest_type: NonNullable<ConversationState['latest']>['type'];
      /** At least as much as a preview shows. */
      readonly latest_text: string;
      readonly latest_attachments: Attachment[] | null;
      readonly latest_time: string;
      readonly latest_deleted: boolean;
    }
);

// One's own come after the marker only where it was set back: then no further than it had been. Each list by its own index.
export const UNCOUNTED = `(SELECT array_agg(seq ORDER BY seq) FROM (
    SELECT d.seq FROM message d WHERE d.company_id = $1 AND d.conversation_id = m.conversation_id AND d.seq > m.read_seq
      AND d.deleted_at IS NOT NULL
    UNION SELECT d.seq FROM message d WHERE d.company_id = $1 AND d.conversation_id = m.conversation_id
      AND d.seq > m.read_seq AND d.seq <= m.seen_seq AND d.sender_id = m.employee_id) AS uncounted)`;
/** The nil UUID among the mentions of a message: everybody. */
export const EVERYBODY = '00000000-0000-0000-0000-000000000000';
export const CALLS = `(SELECT array_agg(d.seq ORDER BY d.seq) FROM message d WHERE d.company_id = $1
    AND d.conversation_id = m.conversation_id AND d.seq > m.read_seq AND d.mentions IS NOT NULL
    AND d.mentions && ARRAY[m.employee_id, '${EVERYBODY}'::uuid] AND d.sender_id <> m.employee_id)`;

// Subqueries and the LIMIT hold the planner to one index look-up a conversation, however large `message` is.
export const STATES = `
SELECT c.conversation_id, c.kind, c.name, c.created_at, c.space_id, c.last_seq, m.read_seq, ${REVISION} AS revision, other_id,
  CASE WHEN other_id <> $2 AND NOT ${hides('$2')} AND NOT ${hides('other_id')} THEN (SELECT o.shown_seq FROM conversation_member o
    WHERE o.company_id = $1 AND o.conversation_id = c.conversation_id AND o.employee_id = other_id) END AS seen_seq,
  ${UNCOUNTED} AS deleted_seqs, ${CALLS} AS mention_seqs,
  l.*
FROM conversation_member m
JOIN conversation c ON c.company_id = $1 AND c.conversation_id = m.conversation_id
CROSS JOIN LATERAL (SELECT CASE WHEN c.employee_low = $2 THEN c.employee_high ELSE c.employee_low END AS other_id) AS pair
LEFT JOIN LATERAL (
  SELECT x.message_id AS latest_id, x.sender_id AS latest_sender_id, x.type AS latest_type, left(x.text, 200) AS latest_text,
    x.attachments AS latest_attachments,
    x.created_at AS latest_time, x.deleted_at IS NOT NULL AS latest_deleted
  FROM message x WHERE x.company_id = $1 AND x.conversation_id = c.conversation_id AND x.seq = c.last_seq
    AND x.seq > m.since_seq LIMIT 1) l ON true
WHERE m.company_id = $1 AND m.employee_id = $2`;
const ALL_STATES = `${STATES} AND c.kind <> 'thread'`;
const SOME_STATES = `${STATES} AND m.conversation_id = ANY($3)`;

/** All conversations that the employee is in, without threads. */
export const listStates = (tx: Tx, employee_id: string): Promise<StateRow[]> =>
  tx.query(ALL_STATES, [tx.company_id, employee_id]);

/** Those of `conversation_ids` that the employee is in. */
export const findStates = (tx: Tx, employee_id: string, conversation_ids: readonly string[]): Promise<StateRow[]> =>
  tx.query(SOME_STATES, [tx.company_id, employee_id, conversation_ids]);

export interface HeardRow extends Since {
  readonly conversation_id: string;
}
/** Threads are there for those who follow them. */
const HEARD =
  'SELECT conversation_id, since_seq, since_revision FROM conversation_member WHERE company_id = $1 AND employee_id = $2';

/** As a topic. */
export const heardOf = ({ conversation_id, ...since }: HeardRow): Heard => [`conversation:${conversation_id}`, since];

export const listHeard = (tx: Tx, employee_id: string): Promise<HeardRow[]> =>
  tx.query(HEARD, [tx.company_id, employee_id]);

// The marker's row is locked before it is looked at, so that two readings at once cannot both count as moving it.
const MARK = `
WITH place AS (
  SELECT m.read_seq, m.shown_seq, least($4, c.last_seq) AS target, nullif(CASE WHEN c.employee_low = $2 THEN c.employee_high ELSE c.employee_low END, $2) AS other_id
  FROM conversation_member m JOIN conversation c ON c.company_id = $1 AND c.conversation_id = m.conversation_id
  WHERE m.company_id = $1 AND m.conversation_id = $3 AND m.employee_id = $2 FOR NO KEY UPDATE OF m),
moved AS (
  UPDATE conversation_member m SET read_seq = p.target,
    shown_seq = CASE WHEN ${hides('$2')} THEN m.shown_seq ELSE greatest(m.shown_seq, p.target) END
  FROM place p
  WHERE m.company_id = $1 AND m.conversation_id = $3 AND m.employee_id = $2 AND p.target > p.read_seq RETURNING m.shown_seq)
SELECT greatest(read_seq, target) AS read_seq, other_id, EXISTS (SELECT FROM moved) AS moved,
  (SELECT n.shown_seq FROM moved n WHERE n.shown_seq > place.shown_seq) AS shown_seq
FROM place`;
// A statement of its own: while the one before waited for the marker, either of the two may have switched it (marks/seen.ts).
const BOTH_SHOW = `SELECT 1 FROM conversation c WHERE c.company_id = $1 AND c.conversation_id = $2
  AND NOT ${hides('c.employee_low')} AND NOT ${hides('c.employee_high')}`;

export interface Marked {
  readonly read_seq: number;
  /** The other one of a direct conversation, null in spaces and one's own notes. */
  readonly other_id: string | null;
  readonly moved: boolean;
  /** How far others may be told now that the employee has seen, if that grew; null if it did not, or if it must not be told. */
  readonly shown_seq: number | null;
}

/** Moves the marker forward, at most to the last message. Nothing if the employee is not in the conversation. */
export async function moveMarker(
  tx: Tx,
  employee_id: string,
  conversation_id: string,
  read_seq: number,
): Promise<Marked | undefined> {
  const [[row], both] = await Promise.all([
    tx.query<Marked>(MARK, [tx.company_id, employee_id, conversation_id, read_seq]),
    tx.query(BOTH_SHOW, [tx.company_id, conversation_id]),
  ]);
  return row && { ...row, shown_seq: both.length ? row.shown_seq : null };
}
