// The files of a conversation: a part of the chat contract. What a message carries is in attachment.ts.
import * as v from 'valibot';
import { address, addressRefs, chatErrors } from '../chat.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { count, cursor, id, queryCount, queryLimit } from '../kernel/fields.ts';
import { attachment } from './attachment.ts';

/**
 * Of a list that can also be had of a whole space, which is all its sub-spaces that the caller is in: with the address of a space
 * without a sub-space. What pages of one conversation go on by is refused with it.
 */
export const wholeSpace = { whole_space: v.optional(v.literal('true')), cursor: v.optional(cursor) };
/** Of a whole space only: where to go on, null at the end. */
export const nextInSpace = { next_cursor: v.optional(v.nullable(v.string())) };

/**
 * What was attached in a conversation, latest first, by message; of those before `before_seq`, if it is given. Of a whole
 * space each says where it stands, and `next_cursor` goes on.
 */
export const listFiles = endpoint({
  access: 'session',
  module: 'chat',
  name: 'chat.file.list',
  method: 'GET',
  path: '/chat/file/list',
  rate: 'read',
  input: v.strictObject({
    ...address,
    ...wholeSpace,
    before_seq: v.optional(queryCount),
    limit: v.optional(queryLimit(50)),
  }),
  output: v.strictObject({
    items: v.array(
      v.strictObject({
        message_id: id,
        /** Of a whole space only. */
        conversation_id: v.optional(id),
        seq: count,
        sender_id: id,
        created_at: v.string(),
        attachments: v.array(attachment),
      }),
    ),
    has_before: v.boolean(),
    ...nextInSpace,
  }),
  refs: addressRefs,
  errors: chatErrors,
});
