// Previews of links: found by the server after a message is written, and taken away by whoever wrote it.
import * as v from 'valibot';
import { message } from '../../chat.ts';
import { endpoint } from '../../kernel/endpoint.ts';
import { events, id } from '../../kernel/fields.ts';
import { richTextLimits } from '../../rich-text.ts';

/**
 * The sender's own message is shown without the page behind this link from now on, also after edits. A link that is not in it:
 * nothing happens.
 */
export const removePreview = endpoint({
  access: 'session',
  module: 'chat',
  name: 'chat.preview.delete',
  method: 'POST',
  path: '/chat/preview/delete',
  rate: 'write',
  queue: true,
  /** `url`: as it stands in the message. */
  input: v.strictObject({ message_id: id, url: v.pipe(v.string(), v.minLength(1), v.maxLength(richTextLimits.href)) }),
  output: v.strictObject({ message, events }),
  refs: { message_id: 'message' },
  errors: { MESSAGE_NOT_FOUND: 404, CONVERSATION_READ_ONLY: 409 },
});
