// Marks of chat: what people set on messages and conversations. Pins, earlier versions, how far one wants to have read, silence, a place on top.
import * as v from 'valibot';
import { address, addressRefs, chatErrors, message, wishes } from '../../chat.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { count, events, id, queryLimit } from '../../kernel/fields.ts';
import { richTextSchema } from '../../rich-text.ts';
import { nextInSpace, wholeSpace } from '../attachments.ts';
import { entryOf } from './events.ts';

const common = { access: 'session', module: 'chat' } as const;

/** What a message said before, oldest first; `at`: since when. Empty if it was never edited. */
export const history = endpoint({
  ...common,
  name: 'chat.message.history',
  method: 'GET',
  path: '/chat/message/history',
  rate: 'read',
  input: v.strictObject({ message_id: id }),
  output: v.strictObject({ versions: v.array(v.strictObject({ body: richTextSchema, at: v.string() })) }),
  refs: { message_id: 'message' },
  errors: { MESSAGE_NOT_FOUND: 404 },
});

const pinInput = v.strictObject({ message_id: id });
const pinOutput = v.strictObject({ message, events });
/** Any member may pin and take down; at most 100 of a conversation. */
export const pin = endpoint({
  ...common,
  name: 'chat.pin.new',
  method: 'POST',
  path: '/chat/pin/new',
  rate: 'write',
  queue: true,
  input: pinInput,
  output: pinOutput,
  refs: { message_id: 'message' },
  errors: { MESSAGE_NOT_FOUND: 404, TOO_MANY_PINS: 409, CONVERSATION_READ_ONLY: 409, SUB_SPACE_ARCHIVED: 409 },
});
export const unpin = endpoint({
  ...common,
  name: 'chat.pin.delete',
  method: 'DELETE',
  path: '/chat/pin/delete',
  rate: 'write',
  queue: true,
  input: pinInput,
  output: pinOutput,
  refs: { message_id: 'message' },
  errors: { MESSAGE_NOT_FOUND: 404 },
});
/** What is pinned in a conversation, latest pin first; of a whole space at most `limit` (default 50), and `next_cursor` goes on. */
export const listPins = endpoint({
  ...common,
  name: 'chat.pin.list',
  method: 'GET',
  path: '/chat/pin/list',
  rate: 'read',
  input: v.strictObject({ ...address, ...wholeSpace, limit: v.optional(queryLimit(100)) }),
  output: v.strictObject({ items: v.array(message), ...nextInSpace }),
  refs: addressRefs,
  errors: chatErrors,
});

/** Sets the caller's marker back: what comes after `read_seq` is unread again. Does nothing if it stands there or before. */
export const markUnread = endpoint({
  ...common,
  name: 'chat.read.back',
  method: 'POST',
  path: '/chat/read/back',
  rate: 'write',
  queue: true,
  input: v.strictObject({ conversation_id: id, read_seq: count }),
  output: v.strictObject({ events }),
  refs: { conversation_id: 'conversation' },
  errors: { CONVERSATION_NOT_FOUND: 404 },
});

/** What the caller wants of an entry of their list; what is not given stays. */
export const updateEntry = endpoint({
  ...common,
  name: 'chat.entry.update',
  method: 'POST',
  path: '/chat/entry/update',
  rate: 'write',
  queue: true,
  input: v.strictObject({ ...entryOf, ...v.partial(v.strictObject(wishes)).entries }),
  output: v.strictObject({ ...wishes, events }),
  refs: { entity_id: 'entity' },
  errors: { CONVERSATION_NOT_FOUND: 404 },
});
