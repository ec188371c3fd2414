// Threads: what is said about one message, as a conversation of its own with seqs, a topic and markers of its own. Whoever may
// read and write where the message stands may do so in its thread; its members are those who follow it. It comes into being
// with its first answer (chat.send, `entity_type` thread).
import * as v from 'valibot';
import { conversationState, entryType, message, quote } from '../chat.ts';
import { endpoint, event } from '../kernel/endpoint.ts';
import { count, empty, events, id } from '../kernel/fields.ts';
import { threadSummary } from './thread-summary.ts';

const common = { access: 'session', module: 'chat' } as const;

/** A thread that the caller follows. */
export const thread = v.strictObject({
  /** Where its root stands, seen by the caller; a space always with its sub-space. Of a campaign's messages there is none. */
  entity_type: entryType,
  entity_id: id,
  sub_space_id: v.nullable(id),
  root: quote,
  state: conversationState,
});
export type Thread = v.InferOutput<typeof thread>;

/** The threads that the caller follows, at most 500, the latest first. `revision`: the caller's personal topic. */
export const listThreads = endpoint({
  ...common,
  name: 'chat.thread.list',
  method: 'GET',
  path: '/chat/thread/list',
  rate: 'read',
  input: empty,
  output: v.strictObject({ items: v.array(thread), revision: count }),
});

/**
 * Follows the thread of a message, or no longer. Whoever answers in it, is mentioned in it, or wrote its root when the first
 * answer came, follows it by that.
 */
export const follow = endpoint({
  ...common,
  name: 'chat.thread.follow',
  method: 'POST',
  path: '/chat/thread/follow',
  rate: 'write',
  queue: true,
  input: v.strictObject({ message_id: id, following: v.boolean() }),
  output: v.strictObject({ following: v.boolean(), events }),
  refs: { message_id: 'message' },
  errors: { MESSAGE_NOT_FOUND: 404, THREAD_NOT_FOUND: 404 },
});

/** Told where the root stands. `revision`: the thread's own topic, as of the summary. */
export const threadUpdated = event({
  name: 'chat.thread_updated',
  topic: 'conversation',
  payload: v.strictObject({ message_id: id, seq: count, thread: threadSummary, revision: count }),
});
/** Told in the thread: its root is another than it was; whole. */
export const threadRootUpdated = event({ name: 'chat.thread_root_updated', topic: 'conversation', payload: message });
/** Personal: the caller follows it now; whole, and replaces what was there. */
export const threadFollowed = event({ name: 'chat.thread_followed', topic: 'employee', payload: thread });
/** Personal. `message_id`: its root. */
export const threadUnfollowed = event({
  name: 'chat.thread_unfollowed',
  topic: 'employee',
  payload: v.strictObject({ message_id: id, conversation_id: id }),
});
