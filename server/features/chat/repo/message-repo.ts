// SQL of messages, their earlier bodies and their reactions. Conversations stand in conversation-repo.ts.
import type { Message, Quote } from '#contract/chat.ts';
import type { Topic } from '#contract/kernel/endpoint.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Place } from '../place.ts';
import { AT, hides, MAY_READ, READER_OF_X, seesAt, valuesOf } from './conversation-repo.ts';

export interface ReactionRow {
  readonly emoji: string;
  readonly employee_id: string;
  readonly emoji_position: number;
  readonly position: number;
}

/** A quote, with the files that its label is made of. */
export type QuoteRow = Omit<Quote, 'label'> & Pick<MessageRow, 'attachments'>;

export interface MessageRow
  extends Omit<Message, 'attachments' | 'previews' | 'reply_to' | 'reactions' | 'forwarded' | 'pinned'> {
  /** Null if there are none. */
  readonly attachments: Message['attachments'] | null;
  /** Null if there are none. */
  readonly previews: Message['previews'] | null;
  readonly reply_to: QuoteRow | null;
  /** By emoji, then by person, in the order of the contract; null if there are none. */
  readonly reactions: readonly ReactionRow[] | null;
  readonly forwarded_sender_id: string | null;
  readonly forwarded_at: string | null;
  readonly pinned_by: string | null;
  readonly pinned_at: string | null;
}

/** Of a message as `q`, in the conversation of `x`; which one is to be added. */
export const QUOTE = `SELECT json_build_object('message_id', q.message_id, 'seq', q.seq, 'sender_id', q.sender_id, 'text', left(q.text, 200),
  'attachments', q.attachments, 'deleted', q.deleted_at IS NOT NULL) FROM message q WHERE q.company_id = $1 AND q.conversation_id = x.conversation_id`;

const THREAD = `(SELECT json_build_object('conversation_id', t.conversation_id, 'replies', t.replies, 'latest_at', t.replied_at,
  'employee_ids', t.repliers) FROM conversation t WHERE t.company_id = $1 AND t.root_id = x.message_id)`;

/** Of a message as `x`; $1 is the company. */
export const COLUMNS = `x.conversation_id, x.seq, x.message_id, x.sender_id, x.type, x.body, x.attachments, x.previews, x.created_at, x.edited_at, x.deleted_at, x.scheduled_for,
  x.forwarded_sender_id, x.forwarded_at, x.pinned_by, x.pinned_at, ${THREAD} AS thread, (${QUOTE} AND q.seq = x.reply_seq) AS reply_to,
  (SELECT json_agg(json_build_object('emoji', r.emoji, 'employee_id', r.employee_id, 'emoji_position', r.emoji_position,
      'position', r.position) ORDER BY r.emoji_position, r.position)
    FROM reaction r WHERE r.company_id = $1 AND r.conversation_id = x.conversation_id AND r.seq = x.seq) AS reactions`;

const RUN = `SELECT ${COLUMNS} FROM message x
  WHERE x.company_id = $1 AND x.conversation_id = $2 AND x.seq BETWEEN $3 AND $4 ORDER BY x.seq`;

export const listRun = (tx: Tx, conversation_id: string, from: number, to: number): Promise<MessageRow[]> =>
  tx.query(RUN, [tx.company_id, conversation_id, from, to]);

// Times rise with the seq, so halving finds the first one that is not earlier: some twenty look-ups by key, however many there
// are, and no index of its own. The LIMIT keeps the planner from reading all of the conversation for each of them instead. $4 is a Unix time in milliseconds.
const SEQ_AT = `
WITH RECURSIVE search (low, high) AS (
  SELECT 1, $3::integer
  UNION ALL
  SELECT CASE WHEN early THEN middle + 1 ELSE low END, CASE WHEN early THEN high ELSE middle END
  FROM search, LATERAL (SELECT (low + high) / 2 AS middle) m, LATERAL (
    SELECT x.created_at < to_timestamp($4::float8 / 1000) AS early FROM message x
    WHERE x.company_id = $1 AND x.conversation_id = $2 AND x.seq = middle LIMIT 1) x
  WHERE low < high)
SELECT max(low) AS seq FROM search`;

/** The first message of that moment or later; the last one if there is none. `at`: ISO 8601. */
export async function findSeqAt(tx: Tx, conversation_id: string, last_seq: number, at: string): Promise<number> {
  const [row] = await tx.query<{ seq: number }>(SEQ_AT, [tx.company_id, conversation_id, last_seq, Date.parse(at)]);
  return row?.seq ?? last_seq;
}

export interface Draft {
  readonly message_id: string;
  readonly type: Message['type'];
  /** As JSON. */
  readonly body: string;
  readonly attachments: Readonly<Message['attachments']>;
  readonly text: string;
  readonly digest: Buffer;
  /** Whom it calls; see the column. Null if nobody. */
  readonly mentions: readonly string[] | null;
  /** What it answers, and where; null if it answers nothing. */
  readonly reply: Pick<Quoted, 'conversation_id' | 'seq'> | null;
  readonly forwarded: Message['forwarded'];
  /** False if its sender may not be there: then others are not shown that the sender has read up to it. */
  readonly present: boolean;
  readonly scheduled_for: Message['scheduled_for'];
}
export interface Written {
  readonly conversation_id: string;
  readonly seq: number;
  readonly created_at: string;
}

// Who does not follow a thread enters it first (threads/threads.ts): until then nothing is numbered.
const FOLLOWER = `follower AS (
  SELECT c.conversation_id FROM conversation c
  JOIN conversation_member f ON f.company_id = $1 AND f.conversation_id = c.conversation_id AND f.employee_id = $2
  WHERE ${AT.thread} AND ${MAY_READ} FOR NO KEY UPDATE OF f), `;
// Whoever comes second waits for the conversation's row, and for its next seq.
const writeAt = (kind: Place['kind']) => `
WITH ${kind === 'thread' ? FOLLOWER : ''}numbered AS (
  UPDATE conversation c SET last_seq = c.last_seq + 1 ${kind === 'thread' ? 'FROM follower w' : ''}
  WHERE ${AT[kind]} AND c.archived_at IS NULL ${kind === 'thread' ? 'AND c.conversation_id = w.conversation_id' : ''}
    AND NOT EXISTS (SELECT FROM message x WHERE x.company_id = $1 AND x.message_id = $5)
    AND ($9::uuid IS NULL OR c.conversation_id = $9)
  RETURNING c.conversation_id, c.last_seq),
marked AS (
  UPDATE conversation_member m SET read_seq = n.last_seq,
    shown_seq = CASE WHEN $16::boolean AND NOT ${hides('$2')} THEN n.last_seq ELSE m.shown_seq END
  FROM numbered n
  WHERE m.company_id = $1 AND m.conversation_id = n.conversation_id AND m.employee_id = $2
  RETURNING m.conversation_id, m.read_seq)
INSERT INTO message (company_id, conversation_id, seq, message_id, sender_id, body, text, digest, created_at, reply_seq,
  mentions, forwarded_sender_id, forwarded_at, type, attachments, scheduled_for)
SELECT $1::uuid, conversation_id, read_seq, $5::uuid, $2::uuid, $6::jsonb, $7::text, $8::bytea, clock_timestamp(), $10::integer,
  $11::uuid[], $12::uuid, $13::timestamptz, $14::text, $15::jsonb, $17::timestamptz FROM marked
RETURNING conversation_id, seq, created_at`;
const WRITE = {
  direct: writeAt('direct'),
  sub_space: writeAt('sub_space'),
  thread: writeAt('thread'),
  group: writeAt('group'),
  campaign: writeAt('campaign'),
};

/**
 * Gives the next seq to the message, stores it and moves the sender's marker to it. Nothing if the message is there
 * already, the sender is in no such conversation, or it answers a message of another one; in the second case the
 * transaction must not be committed. Throws
 * 23505 with the constraint `message_once` if somebody else wrote a message of this id at the same moment.
 */
export async function writeMessage(
  tx: Tx,
  sender_id: string,
  place: Place,
  { message_id, type, body, attachments, text, digest, reply, mentions, forwarded, present, scheduled_for }: Draft,
): Promise<Written | undefined> {
  const marks = [reply?.conversation_id, reply?.seq, mentions, forwarded?.sender_id, forwarded?.created_at];
  const files = [type, attachments.length ? JSON.stringify(attachments) : null];
  const said = [message_id, body, text, digest, ...marks, ...files, present, scheduled_for];
  const values = [tx.company_id, sender_id, ...valuesOf(place), ...said];
  const [row] = await tx.query<Written>(WRITE[place.kind], values);
  return row;
}

export type SentRow = MessageRow & { readonly digest: Buffer; readonly may_read: boolean } & (
    | { readonly kind: 'direct'; readonly low: string; readonly high: string }
    | { readonly kind: 'sub_space'; readonly space_id: string; readonly is_main: boolean }
    | { readonly kind: 'thread'; readonly root_id: string }
    | { readonly kind: 'group' | 'campaign' }
  );

const SENT = `SELECT ${COLUMNS}, x.digest, c.kind, c.employee_low AS low, c.employee_high AS high, c.space_id, c.is_main, c.root_id,
    EXISTS (SELECT FROM conversation_member m WHERE m.company_id = $1 AND m.conversation_id = c.gate_id AND m.employee_id = $2
      AND ${seesAt('x.seq')}) AS may_read
  FROM message x JOIN conversation c ON c.company_id = $1 AND c.conversation_id = x.conversation_id
  WHERE x.company_id = $1 AND x.message_id = $3`;

/** A message with what it was sent as and where to. Looks past who may read it: `may_read` says so. */
export async function findSent(tx: Tx, sender_id: string, message_id: string): Promise<SentRow | undefined> {
  const [row] = await tx.query<SentRow>(SENT, [tx.company_id, sender_id, message_id]);
  return row;
}

// A revision is never below the seq of the message that raised it, and the events of one transaction have one time, which is
// not after that of its message: but theirs is in microseconds, and the message's as we have it in whole milliseconds. A pair's
// conversation began with its first message, so the list's event stands beside that.
const SEND_EVENTS = `
WITH told AS (
  SELECT e.topic, e.revision, e.name, e.payload, e.created_at FROM event e
  WHERE e.company_id = $1 AND e.topic = 'conversation:' || $2::uuid AND e.revision >= $3::integer
    AND e.name = 'chat.message_created' AND e.created_at >= $4::timestamptz - interval '1 hour'
    AND e.created_at < $4::timestamptz + interval '1 millisecond'
    AND e.payload->>'message_id' = $5::uuid::text),
listed AS (
  SELECT e.topic, e.revision, e.name, e.payload FROM event e, told t
  WHERE $3 = 1 AND e.company_id = $1 AND e.topic = 'employee:' || $6::uuid AND e.name = 'chat.entry_added'
    AND e.created_at = t.created_at)
SELECT * FROM listed UNION ALL SELECT topic, revision, name, payload FROM told`;

/** What the sender heard when the message was sent; nothing once the log no longer reaches back to it. */
export const findSendEvents = (
  tx: Tx,
  { conversation_id, seq, created_at, message_id, sender_id }: SentRow,
): Promise<{ topic: Topic; revision: number; name: string; payload: unknown }[]> =>
  tx.query(SEND_EVENTS, [tx.company_id, conversation_id, seq, created_at, message_id, sender_id]);

/** A message that is answered or forwarded. */
export interface Quoted {
  readonly conversation_id: string;
  readonly seq: number;
  readonly sender_id: string;
  readonly created_at: string;
  /** Null once deleted. */
  readonly body: Message['body'];
  readonly attachments: Message['attachments'] | null;
  readonly reply_to: QuoteRow;
  readonly forwarded_sender_id: string | null;
  readonly forwarded_at: string | null;
}
const QUOTED = `SELECT x.conversation_id, x.seq, x.sender_id, x.created_at, x.body, x.attachments, x.forwarded_sender_id, x.forwarded_at,
    (${QUOTE} AND q.seq = x.seq) AS reply_to
  FROM message x JOIN ${READER_OF_X}
  WHERE x.company_id = $1 AND x.message_id = $3`;
// First of all, and by itself: what else a statement reads that had to wait for a lock is as it was before it waited.
const HOLD_QUOTED = 'SELECT 1 FROM message WHERE company_id = $1 AND message_id = $2 FOR SHARE';

/** A message that the employee may read; it is neither edited nor deleted before the commit. */
export async function findQuoted(tx: Tx, employee_id: string, message_id: string): Promise<Quoted | undefined> {
  await tx.query(HOLD_QUOTED, [tx.company_id, message_id]);
  const [row] = await tx.query<Quoted>(QUOTED, [tx.company_id, employee_id, message_id]);
  return row;
}

const READABLE = `SELECT ${COLUMNS} FROM message x JOIN ${READER_OF_X} WHERE x.company_id = $1 AND x.message_id = $3`;

/** A message that the employee may read. */
export async function findReadable(tx: Tx, employee_id: string, message_id: string): Promise<MessageRow | undefined> {
  const [row] = await tx.query<MessageRow>(READABLE, [tx.company_id, employee_id, message_id]);
  return row;
}

export interface HeldMessage extends MessageRow {
  /** Null in a direct conversation. */
  readonly space_id: string | null;
  /** Of its conversation. */
  readonly kind: Place['kind'];
  /** Since when its conversation can only be read; null while it is in use. */
  readonly archived_at: string | null;
  /** Where the root of its thread stands; null for what is in no thread. */
  readonly parent_id: string | null;
  /** The root of its thread; null for what is in no thread. */
  readonly root_id: string | null;
  /** Now, by the database's clock. */
  readonly now: string;
}

const HOLD = `SELECT 1 FROM message x JOIN ${READER_OF_X}
  WHERE x.company_id = $1 AND x.message_id = $3 FOR NO KEY UPDATE OF x FOR KEY SHARE OF m`;
const HELD = `SELECT ${COLUMNS}, c.kind, c.space_id, c.archived_at, c.parent_id, c.root_id, clock_timestamp()::timestamptz(3) AS now
  FROM message x JOIN ${READER_OF_X}
  WHERE x.company_id = $1 AND x.message_id = $3`;

/** A message that the employee may read, which nobody else changes until the commit. */
export async function holdMessage(tx: Tx, employee_id: string, message_id: string): Promise<HeldMessage | undefined> {
  const values = [tx.company_id, employee_id, message_id];
  // Two statements in one packet: the second sees what was committed while the first waited.
  const [, rows] = await Promise.all([tx.query(HOLD, values), tx.query<HeldMessage>(HELD, values)]);
  return rows[0];
}

type Key = Pick<MessageRow, 'conversation_id' | 'seq'>;
const keyOf = (tx: Tx, { conversation_id, seq }: Key) => [tx.company_id, conversation_id, seq];
const AT_KEY = 'company_id = $1 AND conversation_id = $2 AND seq = $3';

const KEEP = `INSERT INTO message_edit (company_id, conversation_id, seq, version, body, replaced_at)
  SELECT company_id, conversation_id, seq, 1 + coalesce((SELECT max(version) FROM message_edit WHERE ${AT_KEY}), 0), body, $4
  FROM message WHERE ${AT_KEY}`;
const EDIT = `UPDATE message SET body = $5::jsonb, text = $6, edited_at = $4, mentions = $7::uuid[] WHERE ${AT_KEY}`;

/** Replaces the body and keeps the one before. */
export async function replaceBody(
  tx: Tx,
  key: Key,
  at: string,
  { body, text, mentions }: Pick<Draft, 'body' | 'text' | 'mentions'>,
): Promise<void> {
  const values = keyOf(tx, key);
  await Promise.all([tx.query(KEEP, [...values, at]), tx.query(EDIT, [...values, at, body, text, mentions])]);
}

const STANDING = `SELECT x.conversation_id, x.seq, x.sender_id, c.kind FROM message x JOIN ${READER_OF_X}
  WHERE x.company_id = $1 AND x.message_id = $3 AND x.deleted_at IS NULL`;

export type Standing = Key & Pick<MessageRow, 'sender_id'>;

/** Where a message stands that the employee may read and nobody has deleted. */
export async function findStanding(
  tx: Tx,
  employee_id: string,
  message_id: string,
): Promise<(Standing & Pick<HeldMessage, 'kind'>) | undefined> {
  const [row] = await tx.query<Standing & Pick<HeldMessage, 'kind'>>(STANDING, [
    tx.company_id,
    employee_id,
    message_id,
  ]);
  return row;
}

const VERSIONS = `SELECT e.body, lag(e.replaced_at, 1, x.created_at) OVER (ORDER BY e.version) AS at
  FROM message x JOIN message_edit e ON e.company_id = $1 AND e.conversation_id = x.conversation_id AND e.seq = x.seq
  WHERE x.company_id = $1 AND x.conversation_id = $2 AND x.seq = $3 ORDER BY e.version`;

export interface VersionRow {
  readonly body: NonNullable<Message['body']>;
  /** Since when it said so. */
  readonly at: string;
}

/** What it said before, oldest first. */
export const listVersions = (tx: Tx, key: Key): Promise<VersionRow[]> => tx.query(VERSIONS, keyOf(tx, key));

const FORGET_EDITS = `DELETE FROM message_edit WHERE ${AT_KEY}`;
const FORGET_REACTIONS = `DELETE FROM reaction WHERE ${AT_KEY}`;
const ERASE = `UPDATE message SET body = NULL, attachments = NULL, text = '', deleted_at = $4, mentions = NULL, reply_seq = NULL,
  forwarded_sender_id = NULL, forwarded_at = NULL, pinned_by = NULL, pinned_at = NULL, scheduled_for = NULL, previews = NULL, unwanted_previews = NULL
  WHERE ${AT_KEY}`;

/** Leaves a tombstone: nothing of what was said, nor of what it said before, nor its reactions and marks. */
export async function eraseMessage(tx: Tx, key: Key, at: string): Promise<void> {
  const values = keyOf(tx, key);
  await Promise.all([
    tx.query(FORGET_EDITS, values),
    tx.query(FORGET_REACTIONS, values),
    tx.query(ERASE, [...values, at]),
  ]);
}

const ADD_REACTION = `INSERT INTO reaction (company_id, conversation_id, seq, emoji, employee_id, emoji_position, position)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;
const TAKE_REACTION = `DELETE FROM reaction WHERE ${AT_KEY} AND emoji = $4 AND employee_id = $5`;

export const insertReaction = (tx: Tx, key: Key, row: ReactionRow): Promise<object[]> =>
  tx.query(ADD_REACTION, [...keyOf(tx, key), row.emoji, row.employee_id, row.emoji_position, row.position]);

export const deleteReaction = (tx: Tx, key: Key, emoji: string, employee_id: string): Promise<object[]> =>
  tx.query(TAKE_REACTION, [...keyOf(tx, key), emoji, employee_id]);
