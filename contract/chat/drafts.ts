// Drafts: what somebody is writing and has not sent, on all of their devices.
import * as v from 'valibot';
import { address, addressRefs, chatErrors } from '../chat.ts';
import { endpoint, event } from '../kernel/endpoint.ts';
import { count, events, id, moment } from '../kernel/fields.ts';
import { richTextSchema } from '../rich-text.ts';

const common = { access: 'session', module: 'chat' } as const;

/** The message that a draft answers: enough to find it, and nothing of what it says. */
const draftReply = v.strictObject({ message_id: id, seq: count, sender_id: id });

export const draft = v.strictObject({
  address: v.strictObject(address),
  /** Null: there was one; it was sent or taken away. */
  body: v.nullable(richTextSchema),
  /** Null: it answers none, or nothing of it is left. */
  reply_to: v.nullable(draftReply),
  /** When it was typed, by the clock of the device, but never later than the server heard of it. */
  typed_at: v.string(),
});
export type Draft = v.InferOutput<typeof draft>;

/**
 * The latest typing counts: what was typed before that is there already changes nothing. A blank body takes the draft away, with
 * what it answers. `reply_to`: a message of the same conversation, which may be deleted by now; without it the draft answers none.
 */
export const keepDraft = endpoint({
  ...common,
  name: 'chat.draft.update',
  method: 'POST',
  path: '/chat/draft/update',
  rate: 'write',
  // Each is newer than the one before or does nothing: no answer needs to be kept for it.
  idempotency: 'natural',
  queue: true,
  limit: 131_072,
  input: v.strictObject({ ...address, body: richTextSchema, reply_to: v.optional(id), typed_at: moment }),
  output: v.strictObject({ events }),
  refs: { ...addressRefs, reply_to: 'message' },
  errors: { ...chatErrors, CONVERSATION_READ_ONLY: 409, TOO_MANY_DRAFTS: 409 },
});

/** All of the caller, taken away ones included. `revision`: the caller's personal topic. */
export const listDrafts = endpoint({
  ...common,
  name: 'chat.draft.list',
  method: 'GET',
  path: '/chat/draft/list',
  rate: 'read',
  input: v.strictObject({}),
  output: v.strictObject({ items: v.array(draft), revision: count }),
});

export const draftChanged = event({ name: 'chat.draft_changed', topic: 'employee', payload: draft });
