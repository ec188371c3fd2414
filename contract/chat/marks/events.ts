// What is told of marks (marks.ts): every page follows it, few ever set one.
import * as v from 'valibot';
import { entryType, message, wishes } from '../../chat.ts';
import { event } from '../../kernel/endpoint.ts';
import { count, id } from '../../kernel/fields.ts';

/** Which entry of somebody's list. */
export const entryOf = { entity_type: entryType, entity_id: id };

export const messagePinned = event({
  name: 'chat.message_pinned',
  topic: 'conversation',
  payload: v.strictObject({ message_id: id, seq: count, pinned: message.entries.pinned }),
});
export const entryUpdated = event({
  name: 'chat.entry_updated',
  topic: 'employee',
  payload: v.strictObject({ ...entryOf, ...wishes }),
});
/** Personal: I set my marker back. The two lists are those of the conversation at its topic's `revision`. */
export const unread = event({
  name: 'chat.unread',
  topic: 'employee',
  payload: v.strictObject({
    conversation_id: id,
    revision: v.optional(count),
    read_seq: count,
    deleted_seqs: v.array(count),
    mention_seqs: v.array(count),
  }),
});
