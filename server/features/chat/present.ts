// Rows → the shapes of the contract. Pure.
import { type ConversationState, type Entry, type Message, previewOf, type Space, summarise } from '#contract/chat.ts';
import type { StateRow } from './conversation-repo.ts';
import type { MessageRow, ReactionRow } from './message-repo.ts';

export const presentMessage = (row: MessageRow): Message => ({
  message_id: row.message_id,
  conversation_id: row.conversation_id,
  seq: row.seq,
  sender_id: row.sender_id,
  type: row.type,
  body: row.body,
  created_at: row.created_at,
  edited_at: row.edited_at,
  deleted_at: row.deleted_at,
  reactions: presentReactions(row.reactions ?? []),
});

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
  seen_seq: row.seen_seq,
  latest: row.latest_id === null ? null : presentLatest(row),
});

const presentLatest = (row: Extract<StateRow, { latest_id: string }>): ConversationState['latest'] => ({
  message_id: row.latest_id,
  seq: row.last_seq,
  sender_id: row.latest_sender_id,
  type: row.latest_type,
  text: previewOf(row.latest_text),
  time: row.latest_time,
  deleted: row.latest_deleted,
});

/** The entry of a colleague with the one conversation there is. */
export const colleagueEntry = (employee_id: string, state: ConversationState): Entry => ({
  entity_type: 'employee',
  entity_id: employee_id,
  space: null,
  conversations: [state],
  ...summarise([state]),
});

/** The entry of a space; its conversations stand in the order of its sub-spaces. */
export function spaceEntry(space: Space, states: ReadonlyMap<string, ConversationState>): Entry {
  const conversations = space.sub_spaces.flatMap(({ sub_space_id }) => states.get(sub_space_id) ?? []);
  return { entity_type: 'space', entity_id: space.space_id, space, conversations, ...summarise(conversations) };
}

/** Latest first; what is without a message comes last; by id where that says nothing. */
export function compareEntries(a: Entry, b: Entry): number {
  const [here, there] = [a.latest_message_time ?? '', b.latest_message_time ?? ''];
  if (here !== there) return here < there ? 1 : -1;
  return a.entity_id < b.entity_id ? -1 : 1;
}
