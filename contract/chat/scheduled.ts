// Scheduled messages: written now, sent at a time. Until then they are the sender's alone.
import * as v from 'valibot';
import { address, addressRefs, chatErrors } from '../chat.ts';
import { endpoint, event } from '../kernel/endpoint.ts';
import { count, events, id, moment, newId } from '../kernel/fields.ts';
import { richTextSchema } from '../rich-text.ts';
import { attachInput, attachment } from './attachment.ts';

const common = { access: 'session', module: 'chat' } as const;

/** A message that waits for its time. */
export const scheduled = v.strictObject({
  /** The message's own, once it is sent. */
  message_id: id,
  address: v.strictObject(address),
  /** May be blank with attachments. */
  body: richTextSchema,
  attachments: v.array(attachment),
  /** The message that it answers. */
  reply_to: v.nullable(id),
  due_at: v.string(),
  /** Why it could not be sent when it was due; it waits for its sender then. Null while it waits for its time. */
  error_code: v.nullable(v.string()),
});
export type Scheduled = v.InferOutput<typeof scheduled>;

/** Milliseconds from now: the least and the most that a message may be put off. The server lets a clock be half a minute off. */
export const SCHEDULE_MIN_MS = 60_000;
export const SCHEDULE_MAX_MS = 366 * 86_400_000;

const scheduleOutput = v.strictObject({ events });

/**
 * `message_id` is made by the client. `due_at`: a minute to a year from now (SCHEDULE_TIME). At most 1,000 wait. It is sent as
 * chat.send would send it then: what stands against it by then is kept with it.
 */
export const schedule = endpoint({
  ...common,
  name: 'chat.scheduled.new',
  method: 'POST',
  path: '/chat/scheduled/new',
  rate: 'message',
  queue: true,
  limit: 131_072,
  input: v.strictObject({
    ...address,
    message_id: newId,
    body: richTextSchema,
    attachments: v.optional(attachInput),
    reply_to: v.optional(id),
    due_at: moment,
  }),
  output: scheduleOutput,
  refs: { ...addressRefs, reply_to: 'message', 'attachments[].file_id': 'file' },
  errors: {
    ...chatErrors,
    MESSAGE_EMPTY: 400,
    MESSAGE_NOT_FOUND: 404,
    FILE_NOT_FOUND: 404,
    CONVERSATION_READ_ONLY: 409,
    SCHEDULE_TIME: 409,
    SUB_SPACE_ARCHIVED: 409,
    TOO_MANY_SCHEDULED: 409,
  },
});

/** What is not given stays, and the files stay; one that could not be sent needs a new time. SCHEDULED_NOT_FOUND once it is sent or deleted. */
export const reschedule = endpoint({
  ...common,
  name: 'chat.scheduled.update',
  method: 'POST',
  path: '/chat/scheduled/update',
  rate: 'message',
  queue: true,
  limit: 131_072,
  input: v.strictObject({ message_id: id, body: v.optional(richTextSchema), due_at: v.optional(moment) }),
  output: scheduleOutput,
  refs: { message_id: 'scheduled' },
  errors: { MESSAGE_EMPTY: 400, SCHEDULE_TIME: 409, SCHEDULED_NOT_FOUND: 404 },
});

export const unschedule = endpoint({
  ...common,
  name: 'chat.scheduled.delete',
  method: 'DELETE',
  path: '/chat/scheduled/delete',
  rate: 'message',
  queue: true,
  input: v.strictObject({ message_id: id }),
  output: scheduleOutput,
  refs: { message_id: 'scheduled' },
  errors: { SCHEDULED_NOT_FOUND: 404 },
});

/** Sends it at once, instead of at its time. */
export const sendScheduled = endpoint({
  ...common,
  name: 'chat.scheduled.send',
  method: 'POST',
  path: '/chat/scheduled/send',
  rate: 'message',
  queue: true,
  input: v.strictObject({ message_id: id }),
  output: scheduleOutput,
  refs: { message_id: 'scheduled' },
  errors: { ...chatErrors, MESSAGE_NOT_FOUND: 404, SCHEDULED_NOT_FOUND: 404, SUB_SPACE_ARCHIVED: 409 },
});

/** Everything of the caller that waits, the next one first. `revision`: the caller's personal topic. */
export const listScheduled = endpoint({
  ...common,
  name: 'chat.scheduled.list',
  method: 'GET',
  path: '/chat/scheduled/list',
  rate: 'read',
  input: v.strictObject({}),
  output: v.strictObject({ items: v.array(scheduled), revision: count }),
});

/** Personal: new, or other than it was; whole. */
export const scheduledChanged = event({ name: 'chat.scheduled_changed', topic: 'employee', payload: scheduled });
/** Personal: sent, or deleted. */
export const scheduledRemoved = event({
  name: 'chat.scheduled_removed',
  topic: 'employee',
  payload: v.strictObject({ message_id: id }),
});
