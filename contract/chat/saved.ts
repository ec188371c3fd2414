// Saved for later: messages that somebody wants to find again. Personal: nobody else is told of it.
import * as v from 'valibot';
import { entryType, message } from '../chat.ts';
import { endpoint, event } from '../kernel/endpoint.ts';
import { count, cursor, events, id, queryLimit } from '../kernel/fields.ts';

const common = { access: 'session', module: 'chat' } as const;

export const savedMark = v.strictObject({ message_id: id, saved_at: v.string() });
export type SavedMark = v.InferOutput<typeof savedMark>;

const savedInput = v.strictObject({ message_id: id });
const savedOutput = v.strictObject({ events });

/** Any message that the caller may read and nobody has deleted; at most 1,000. A second time leaves the first. */
export const save = endpoint({
  ...common,
  name: 'chat.saved.new',
  method: 'POST',
  path: '/chat/saved/new',
  rate: 'write',
  queue: true,
  input: savedInput,
  output: savedOutput,
  refs: { message_id: 'message' },
  errors: { MESSAGE_NOT_FOUND: 404, TOO_MANY_SAVED: 409 },
});
export const unsave = endpoint({
  ...common,
  name: 'chat.saved.delete',
  method: 'DELETE',
  path: '/chat/saved/delete',
  rate: 'write',
  queue: true,
  input: savedInput,
  output: savedOutput,
  refs: { message_id: 'message' },
  errors: { MESSAGE_NOT_FOUND: 404 },
});

/** What is saved, the latest first; also what the caller may not read any more. `revision`: the caller's personal topic. */
export const listMarks = endpoint({
  ...common,
  name: 'chat.saved.marks',
  method: 'GET',
  path: '/chat/saved/marks',
  rate: 'read',
  input: v.strictObject({}),
  output: v.strictObject({ items: v.array(savedMark), revision: count }),
});

export const savedItem = v.strictObject({
  message,
  saved_at: v.string(),
  /** Where it stands, or the root of the thread it stands in; without a sub-space in the default one. */
  address: v.strictObject({
    entity_type: entryType,
    entity_id: id,
    sub_space_id: v.optional(id),
  }),
  /** The message whose thread it stands in; its seq is the thread's then. */
  thread_id: v.nullable(id),
});
export type SavedItem = v.InferOutput<typeof savedItem>;

/** A page of what is saved and may be read, the latest first, with the messages as they are now; deleted ones as tombstones. */
export const listSaved = endpoint({
  ...common,
  name: 'chat.saved.list',
  method: 'GET',
  path: '/chat/saved/list',
  rate: 'read',
  input: v.strictObject({ cursor: v.optional(cursor), limit: v.optional(queryLimit(100)) }),
  output: v.strictObject({
    items: v.array(savedItem),
    next_cursor: v.nullable(v.string()),
  }),
});

export const savedAdded = event({ name: 'chat.saved_added', topic: 'employee', payload: savedMark });
export const savedRemoved = event({
  name: 'chat.saved_removed',
  topic: 'employee',
  payload: v.strictObject({ message_id: id }),
});
