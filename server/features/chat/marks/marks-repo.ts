// SQL of what people set on messages and conversations: pins, markers set back, wishes for the list.
import type { Entry, Message } from '#contract/chat.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Place } from '../place.ts';
import { CALLS, type ConversationRow, UNCOUNTED } from '../repo/conversation-repo.ts';
import { COLUMNS, type MessageRow } from '../repo/message-repo.ts';

type Key = Pick<MessageRow, 'conversation_id' | 'seq'>;

const SET_PIN = `UPDATE message SET pinned_by = $4, pinned_at = $5
  WHERE company_id = $1 AND conversation_id = $2 AND seq = $3`;

/** Null takes the pin away. */
export const setPin = (tx: Tx, { conversation_id, seq }: Key, pinned: Message['pinned']): Promise<object[]> =>
  tx.query(SET_PIN, [tx.company_id, conversation_id, seq, pinned?.employee_id ?? null, pinned?.at ?? null]);

const PINS = `SELECT ${COLUMNS} FROM message x WHERE x.company_id = $1 AND x.conversation_id = $2 AND x.pinned_at IS NOT NULL
  AND x.seq > $3 ORDER BY x.pinned_at DESC, x.seq DESC`;

type Seen = Pick<ConversationRow, 'conversation_id' | 'since_seq'>;

export const listPinned = (tx: Tx, { conversation_id, since_seq }: Seen): Promise<MessageRow[]> =>
  tx.query(PINS, [tx.company_id, conversation_id, since_seq]);

// The conversation's row makes two pins at once wait for each other: neither counts past the other.
const HOLD = `SELECT 1 FROM conversation WHERE company_id = $1 AND conversation_id = $2 FOR NO KEY UPDATE`;
const COUNT = `SELECT count(*)::integer AS pins FROM message
  WHERE company_id = $1 AND conversation_id = $2 AND pinned_at IS NOT NULL`;

/** How many are pinned; nobody else pins in the conversation before the commit. */
export async function holdPins(tx: Tx, conversation_id: string): Promise<number> {
  const values = [tx.company_id, conversation_id];
  const [, rows] = await Promise.all([tx.query(HOLD, values), tx.query<{ pins: number }>(COUNT, values)]);
  return rows[0]?.pins ?? 0;
}

const HOLD_MARKER = `SELECT 1 FROM conversation_member m
  WHERE m.company_id = $1 AND m.conversation_id = $3 AND m.employee_id = $2 FOR NO KEY UPDATE`;
const BACK = `UPDATE conversation_member m SET seen_seq = greatest(m.seen_seq, m.read_seq), read_seq = greatest($4, m.since_seq)
  WHERE m.company_id = $1 AND m.conversation_id = $3 AND m.employee_id = $2 AND m.read_seq > greatest($4, m.since_seq) RETURNING 1`;
// Nothing is told in the conversation between this and the commit, so what is read afterwards is of this revision.
const HOLD_TOPIC = `SELECT t.revision FROM topic t WHERE t.company_id = $1 AND t.topic = 'conversation:' || $2::uuid FOR SHARE`;
const MARKER = `SELECT m.read_seq, ${UNCOUNTED} AS deleted_seqs, ${CALLS} AS mention_seqs FROM conversation_member m
  WHERE m.company_id = $1 AND m.conversation_id = $3 AND m.employee_id = $2`;

export interface Marker {
  readonly read_seq: number;
  readonly deleted_seqs: number[] | null;
  readonly mention_seqs: number[] | null;
  readonly moved: boolean;
  /** The conversation topic's, of which the lists are. */
  readonly revision: number;
}

/** Sets the marker back, if it stands after `read_seq`. Nothing if the employee is not in the conversation. */
export async function setMarkerBack(
  tx: Tx,
  employee_id: string,
  conversation_id: string,
  read_seq: number,
): Promise<Marker | undefined> {
  const values = [tx.company_id, employee_id, conversation_id];
  // Each statement sees what the one before waited for.
  const [, moved, [topic], [row]] = await Promise.all([
    tx.query(HOLD_MARKER, values),
    tx.query(BACK, [...values, read_seq]),
    tx.query<Pick<Marker, 'revision'>>(HOLD_TOPIC, [tx.company_id, conversation_id]),
    tx.query<Omit<Marker, 'moved' | 'revision'>>(MARKER, values),
  ]);
  return row && { ...row, moved: moved.length > 0, revision: topic?.revision ?? 0 };
}

const UNREAD_FROM = `SELECT m.read_seq FROM conversation_member m
  WHERE m.company_id = $1 AND m.conversation_id = $3 AND m.employee_id = $2 AND EXISTS (SELECT FROM message x WHERE x.company_id = $1
    AND x.conversation_id = $3 AND x.seq > m.read_seq AND x.sender_id <> $2 AND x.deleted_at IS NULL) FOR NO KEY UPDATE OF m`;

/**
 * Where the marker stands, if something of others is unread behind it. It is held, and so is the conversation: what is read
 * meanwhile comes after, and so does what others write. Both are taken in the order of a send to such a place.
 */
export async function findUnread(
  tx: Tx,
  employee_id: string,
  conversation_id: string,
  kind: Place['kind'],
): Promise<number | undefined> {
  const values = [tx.company_id, employee_id, conversation_id];
  // Each statement sees what the one before waited for: a message that is numbered already is unread, too.
  const [, , [row]] = await Promise.all([
    kind === 'thread' && tx.query(HOLD_MARKER, values),
    tx.query(HOLD, [tx.company_id, conversation_id]),
    tx.query<Pick<Marker, 'read_seq'>>(UNREAD_FROM, values),
  ]);
  return row?.read_seq;
}

export type Wishes = Pick<Entry, 'muted' | 'pinned'>;
type Which = Pick<Entry, 'entity_type' | 'entity_id'>;

const WISHES = `SELECT entity_id, muted, pinned FROM entry_wish WHERE company_id = $1 AND employee_id = $2`;

/** By the entry's id; who wished for nothing has none. */
export async function listWishes(tx: Tx, employee_id: string): Promise<Map<string, Wishes>> {
  const rows = await tx.query<Wishes & { entity_id: string }>(WISHES, [tx.company_id, employee_id]);
  return new Map(rows.map(({ entity_id, muted, pinned }) => [entity_id, { muted, pinned }]));
}

const WISH = `INSERT INTO entry_wish AS w (company_id, employee_id, entity_type, entity_id, muted, pinned)
  VALUES ($1, $2, $3, $4, coalesce($5, false), coalesce($6, false))
  ON CONFLICT (company_id, employee_id, entity_type, entity_id)
  DO UPDATE SET muted = coalesce($5, w.muted), pinned = coalesce($6, w.pinned) RETURNING muted, pinned`;

/** What is undefined stays. */
export async function saveWishes(
  tx: Tx,
  employee_id: string,
  { entity_type, entity_id }: Which,
  { muted, pinned }: { readonly muted?: boolean | undefined; readonly pinned?: boolean | undefined },
): Promise<Wishes> {
  const values = [tx.company_id, employee_id, entity_type, entity_id, muted ?? null, pinned ?? null];
  const [row] = await tx.query<Wishes>(WISH, values);
  if (!row) throw new Error('Nothing was stored');
  return row;
}

const FORGET = `DELETE FROM entry_wish WHERE company_id = $1 AND employee_id = $2 AND entity_type = $3 AND entity_id = $4`;

export const forgetWishes = (tx: Tx, employee_id: string, { entity_type, entity_id }: Which): Promise<object[]> =>
  tx.query(FORGET, [tx.company_id, employee_id, entity_type, entity_id]);

const HAS_DIRECT = `SELECT 1 FROM conversation c WHERE c.company_id = $1
  AND c.employee_low = least($2::uuid, $3::uuid) AND c.employee_high = greatest($2::uuid, $3::uuid)`;
const HAS_SPACE = `SELECT 1 FROM conversation c JOIN conversation_member m ON m.company_id = $1
    AND m.conversation_id = c.conversation_id AND m.employee_id = $2
  WHERE c.company_id = $1 AND c.space_id = $3 LIMIT 1 FOR KEY SHARE OF m`;

const hasOf = (
  kind: 'group' | 'campaign',
) => `SELECT 1 FROM conversation c JOIN conversation_member m ON m.company_id = $1
    AND m.conversation_id = c.conversation_id AND m.employee_id = $2
  WHERE c.company_id = $1 AND c.conversation_id = $3 AND c.kind = '${kind}' FOR KEY SHARE OF m`;
const HAS = { employee: HAS_DIRECT, space: HAS_SPACE, group: hasOf('group'), campaign: hasOf('campaign') };

/** True if the entry is in the employee's list, and stays there until the commit. */
export const holdEntry = async (tx: Tx, employee_id: string, { entity_type, entity_id }: Which): Promise<boolean> =>
  (await tx.query(HAS[entity_type], [tx.company_id, employee_id, entity_id])).length > 0;
