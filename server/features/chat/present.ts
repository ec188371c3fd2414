// Rows → the shapes of the contract. Pure.
import { labelOf } from '#contract/chat/attachment.ts';
import type { Group } from '#contract/chat/group.ts';
import {
  type ConversationState,
  type Entry,
  inUse,
  type Message,
  previewOf,
  type Quote,
  type Space,
  sortTimeOf,
  summarise,
} from '#contract/chat.ts';
import { mentionsOf, type RichText } from '#contract/rich-text.ts';
import { attachmentsIn } from './attachments/kept.ts';
import type { Wishes } from './marks/marks-repo.ts';
import { EVERYBODY, type StateRow } from './repo/conversation-repo.ts';
import type { MessageRow, QuoteRow, ReactionRow } from './repo/message-repo.ts';

export const presentMessage = (row: MessageRow): Message => ({
  message_id: row.message_id,
  conversation_id: row.conversation_id,
  seq: row.seq,
  sender_id: row.sender_id,
  type: row.type,
  body: row.body,
  attachments: attachmentsIn(row.attachments),
  previews: row.previews ?? [],
  created_at: row.created_at,
  edited_at: row.edited_at,
  deleted_at: row.deleted_at,
  scheduled_for: row.scheduled_for,
  reactions: presentReactions(row.reactions ?? []),
  reply_to: row.reply_to && presentQuote(row.reply_to),
  forwarded:
    row.forwarded_sender_id && row.forwarded_at
      ? { sender_id: row.forwarded_sender_id, created_at: row.forwarded_at }
      : null,
  pinned: row.pinned_by && row.pinned_at ? { employee_id: row.pinned_by, at: row.pinned_at } : null,
  // In JSON the database writes times its own way.
  thread: row.thread && {
    ...row.thread,
    latest_at: row.thread.latest_at && new Date(row.thread.latest_at).toISOString(),
  },
});

/** The database cuts by characters, the wire by UTF-16 units. */
export const presentQuote = ({ attachments, ...quote }: QuoteRow): Quote => ({
  ...quote,
  text: previewOf(quote.text),
  label: labelOf(attachments),
});

/** Whom a document calls, as the database keeps it; null if nobody. */
export function calledIn(body: RichText): string[] | null {
  const called = mentionsOf(body).flatMap(({ kind, id }) => (kind === 'space' ? [] : kind === 'all' ? EVERYBODY : id));
  return called.length ? called : null;
}

/** `rows` stand in the order of the contract: by emoji as each first came, within it by person. */
function presentReactions(rows: readonly ReactionRow[]): Message['reactions'] {
  const groups = Map.groupBy(rows, (row) => row.emoji);
  return [...groups].map(([emoji, group]) => ({ emoji, employee_ids: group.map((row) => row.employee_id) }));
}

export const presentState = (row: StateRow): ConversationState => ({
  conversation_id: row.conversation_id,
  sub_space_id: row.space_id === null ? null : row.conversation_id,
  revision: row.revision,
  last_seq: row.last_seq,
  read_seq: row.read_seq,
  deleted_seqs: row.deleted_seqs ?? [],
  mention_seqs: row.mention_seqs ?? [],
  seen_seq: row.seen_seq,
  latest: row.latest_id === null ? null : presentLatest(row),
});

/** Of a conversation in which nothing was said yet: as everybody has it who is in it. */
export const newState = (conversation_id: string, sub_space_id: string | null = null): ConversationState => ({
  conversation_id,
  sub_space_id,
  revision: 0,
  last_seq: 0,
  read_seq: 0,
  deleted_seqs: [],
  mention_seqs: [],
  seen_seq: null,
  latest: null,
});

const presentLatest = (row: Extract<StateRow, { latest_id: string }>): ConversationState['latest'] => ({
  message_id: row.latest_id,
  seq: row.last_seq,
  sender_id: row.latest_sender_id,
  type: row.latest_type,
  text: previewOf(row.latest_text),
  label: labelOf(row.latest_attachments),
  time: row.latest_time,
  deleted: row.latest_deleted,
});

/** As long as somebody has wished for nothing. */
const noWishes: Wishes = { muted: false, pinned: false };

/** The entry of a colleague with the one conversation there is. */
export const colleagueEntry = (employee_id: string, state: ConversationState, wishes = noWishes): Entry => ({
  entity_type: 'employee',
  entity_id: employee_id,
  space: null,
  conversations: [state],
  ...wishes,
  ...summarise([state]),
});

export const groupEntry = (
  { name, employee_ids, created_at }: Group,
  state: ConversationState,
  wishes = noWishes,
): Entry => ({
  entity_type: 'group',
  entity_id: state.conversation_id,
  space: null,
  group: { name, employee_ids, created_at },
  conversations: [state],
  ...wishes,
  ...summarise([state]),
});

/** Whom it is for is told to nobody: an audience is for those who run the campaign. */
export const campaignEntry = (
  { name, created_at }: Pick<StateRow, 'name' | 'created_at'>,
  state: ConversationState,
  wishes = noWishes,
): Entry => ({
  ...groupEntry({ name, employee_ids: [], created_at }, state, wishes),
  entity_type: 'campaign',
  read_only: true,
});

/** The entry of a space; its conversations stand in the order of its sub-spaces. */
export function spaceEntry(
  space: Space,
  states: ReadonlyMap<string, ConversationState>,
  { muted, pinned } = noWishes,
): Entry {
  const conversations = space.sub_spaces.flatMap(({ sub_space_id }) => states.get(sub_space_id) ?? []);
  const entity = { entity_type: 'space', entity_id: space.space_id, space } as const;
  return { ...entity, conversations, muted, pinned, ...summarise(inUse(space, conversations)) };
}

/** Latest first; a colleague without a message comes last; by id where that says nothing. */
export function compareEntries(a: Entry, b: Entry): number {
  const [here, there] = [sortTimeOf(a), sortTimeOf(b)];
  if (here !== there) return here < there ? 1 : -1;
  return a.entity_id < b.entity_id ? -1 : 1;
}
