// SQL of messages, their earlier bodies and their reactions. Conversations stand in conversation-repo.ts.
import type { Message } from '#contract/chat.ts';
import type { Tx } from '../../platform/db/database.ts';
import { AT, valuesOf } from './conversation-repo.ts';
import type { Place } from './place.ts';

export interface ReactionRow {
  readonly emoji: string;
  readonly employee_id: string;
  readonly emoji_position: number;
  readonly position: number;
}

export interface MessageRow extends Omit<Message, 'reactions'> {
  /** By emoji, then by person, in the order of the contract; null if there are none. */
  readonly reactions: readonly ReactionRow[] | null;
}

const COLUMNS = `x.conversation_id, x.seq, x.message_id, x.sender_id, x.type, x.body, x.created_at, x.edited_at, x.deleted_at,
  (SELECT json_agg(json_build_object('emoji', r.emoji, 'employee_id', r.employee_id, 'emoji_position', r.emoji_position,
      'position', r.position) ORDER BY r.emoji_position, r.position)
    FROM reaction r WHERE r.company_id = $1 AND r.conversation_id = x.conversation_id AND r.seq = x.seq) AS reactions`;

const RUN = `SELECT ${COLUMNS} FROM message x
  WHERE x.company_id = $1 AND x.conversation_id = $2 AND x.seq BETWEEN $3 AND $4 ORDER BY x.seq`;

export const listRun = (tx: Tx, conversation_id: string, from: number, to: number): Promise<MessageRow[]> =>
  tx.query(RUN, [tx.company_id, conversation_id, from, to]);

export interface Draft {
  readonly message_id: string;
  /** As JSON. */
  readonly body: string;
  readonly text: string;
  readonly digest: Buffer;
}
export interface Written {
  readonly conversation_id: string;
  readonly seq: number;
  readonly created_at: string;
}

// Whoever comes second waits for the conversation's row, and for its next seq.
const writeAt = (kind: Place['kind']) => `
WITH numbered AS (
  UPDATE conversation c SET last_seq = c.last_seq + 1
  WHERE ${AT[kind]} AND NOT EXISTS (SELECT FROM message x WHERE x.company_id = $1 AND x.message_id = $5)
  RETURNING c.conversation_id, c.last_seq),
marked AS (
  UPDATE conversation_member m SET read_seq = n.last_seq FROM numbered n
  WHERE m.company_id = $1 AND m.conversation_id = n.conversation_id AND m.employee_id = $2
  RETURNING m.conversation_id, m.read_seq)
INSERT INTO message (company_id, conversation_id, seq, message_id, sender_id, body, text, digest, created_at)
SELECT $1::uuid, conversation_id, read_seq, $5::uuid, $2::uuid, $6::jsonb, $7::text, $8::bytea, clock_timestamp() FROM marked
RETURNING conversation_id, seq, created_at`;
const WRITE = { direct: writeAt('direct'), sub_space: writeAt('sub_space') };

/**
 * Gives the next seq to the message, stores it and moves the sender's marker to it. Nothing if the message is there
 * already or the sender is in no such conversation; in the second case the transaction must not be committed. Throws
 * 23505 with the constraint `message_once` if somebody else wrote a message of this id at the same moment.
 */
export async function writeMessage(
  tx: Tx,
  sender_id: string,
  place: Place,
  { message_id, body, text, digest }: Draft,
): Promise<Written | undefined> {
  const values = [tx.company_id, sender_id, ...valuesOf(place), message_id, body, text, digest];
  const [row] = await tx.query<Written>(WRITE[place.kind], values);
  return row;
}

export type SentRow = MessageRow & { readonly digest: Buffer } & (
    | { readonly kind: 'direct'; readonly low: string; readonly high: string }
    | { readonly kind: 'sub_space'; readonly space_id: string; readonly is_main: boolean }
  );

const SENT = `SELECT ${COLUMNS}, x.digest, c.kind, c.employee_low AS low, c.employee_high AS high, c.space_id, c.is_main
  FROM message x JOIN conversation c ON c.company_id = $1 AND c.conversation_id = x.conversation_id
  WHERE x.company_id = $1 AND x.message_id = $2`;

/** A message with what it was sent as and where to. Looks past who may read it. */
export async function findSent(tx: Tx, message_id: string): Promise<SentRow | undefined> {
  const [row] = await tx.query<SentRow>(SENT, [tx.company_id, message_id]);
  return row;
}

export interface HeldMessage extends MessageRow {
  /** Null in a direct conversation. */
  readonly space_id: string | null;
  /** Now, by the database's clock. */
  readonly now: string;
}

const HOLD = `SELECT 1 FROM message x
  JOIN conversation_member m ON m.company_id = $1 AND m.conversation_id = x.conversation_id AND m.employee_id = $2
  WHERE x.company_id = $1 AND x.message_id = $3 FOR NO KEY UPDATE OF x FOR KEY SHARE OF m`;
const HELD = `SELECT ${COLUMNS}, c.space_id, clock_timestamp()::timestamptz(3) AS now FROM message x
  JOIN conversation c ON c.company_id = $1 AND c.conversation_id = x.conversation_id
  JOIN conversation_member m ON m.company_id = $1 AND m.conversation_id = x.conversation_id AND m.employee_id = $2
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
const EDIT = `UPDATE message SET body = $5::jsonb, text = $6, edited_at = $4 WHERE ${AT_KEY}`;

/** Replaces the body and keeps the one before. */
export async function replaceBody(tx: Tx, key: Key, at: string, body: string, text: string): Promise<void> {
  await Promise.all([tx.query(KEEP, [...keyOf(tx, key), at]), tx.query(EDIT, [...keyOf(tx, key), at, body, text])]);
}

const FORGET_EDITS = `DELETE FROM message_edit WHERE ${AT_KEY}`;
const FORGET_REACTIONS = `DELETE FROM reaction WHERE ${AT_KEY}`;
const ERASE = `UPDATE message SET body = NULL, text = '', deleted_at = $4 WHERE ${AT_KEY}`;

/** Leaves a tombstone: nothing of what was said, nor of what it said before, nor its reactions. */
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
