// The files of a conversation: a part of the chat contract. What a message carries is in attachment.ts.
import * as v from 'valibot';
import { address, addressRefs, chatErrors } from '../chat.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { count, id, queryCount, queryLimit } from '../kernel/fields.ts';
import { attachment } from './attachment.ts';

/** What was attached in a conversation, latest first, by message; of those before `before_seq`, if it is given. */
export const listFiles = endpoint({
  access: 'session',
  module: 'chat',
  name: 'chat.file.list',
  method: 'GET',
  path: '/chat/file/list',
  rate: 'read',
  input: v.strictObject({ ...address, before_seq: v.optional(queryCount), limit: v.optional(queryLimit(50)) }),
  output: v.strictObject({
    items: v.array(
      v.strictObject({
        message_id: id,
        seq: count,
        sender_id: id,
        created_at: v.string(),
        attachments: v.array(attachment),
      }),
    ),
    has_before: v.boolean(),
  }),
  refs: addressRefs,
  errors: chatErrors,
});
