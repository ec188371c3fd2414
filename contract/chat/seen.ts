// Who has seen a message, and whether one shows that oneself. It is mutual: who hides it is told it of nobody.
import * as v from 'valibot';
import { endpoint, event } from '../kernel/endpoint.ts';
import { count, cursor, events, id, queryLimit } from '../kernel/fields.ts';

const common = { access: 'session', module: 'chat' } as const;

/**
 * Who of those who are in the conversation now has seen a message, without its sender: a page of them by id, and how many they
 * are. `members`: all who are in it and were when it was sent (of a thread: all who follow it), without its sender, whether they
 * show what they see or not.
 * Who has seen a campaign is told to nobody here (NO_PERMISSION).
 * `hidden`: the caller does not show it, so nobody is named and nothing is counted.
 */
export const listSeen = endpoint({
  ...common,
  name: 'chat.seen.list',
  method: 'GET',
  path: '/chat/seen/list',
  rate: 'read',
  input: v.strictObject({ message_id: id, cursor: v.optional(cursor), limit: v.optional(queryLimit(100)) }),
  output: v.strictObject({
    hidden: v.boolean(),
    items: v.array(id),
    seen: count,
    members: count,
    next_cursor: v.nullable(v.string()),
  }),
  refs: { message_id: 'message' },
  errors: { MESSAGE_NOT_FOUND: 404 },
});

/** Whether others are shown what the caller has seen, from now on: what is read while it is hidden is not told later. */
export const showSeen = endpoint({
  ...common,
  name: 'chat.seen.update',
  method: 'POST',
  path: '/chat/seen/update',
  rate: 'write',
  queue: true,
  input: v.strictObject({ shown: v.boolean() }),
  output: v.strictObject({ shown: v.boolean(), events }),
});

/** Personal: whether I show what I have seen. What follows from it is told in each direct conversation (`chat.seen`). */
export const seenShown = event({
  name: 'chat.seen_shown',
  topic: 'employee',
  payload: v.strictObject({ shown: v.boolean() }),
});
/** In a direct conversation: what its two people see of each other from now on, each as their `seen_seq`. Of one alone if only that moved. */
export const seen = event({
  name: 'chat.seen',
  topic: 'conversation',
  payload: v.strictObject({ seen: v.array(v.strictObject({ employee_id: id, seen_seq: v.nullable(count) })) }),
});
