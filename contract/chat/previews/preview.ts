// What a page says of itself that is behind a link of a message: a part of the shape of a message.
import * as v from 'valibot';
import { event } from '../../kernel/endpoint.ts';
import { count, id } from '../../kernel/fields.ts';

/** Plain text without control characters. The title is never empty, the others may be. */
export const preview = v.strictObject({
  /** As it stands in the message. */
  url: v.string(),
  title: v.string(),
  description: v.string(),
  /** As it calls itself, which proves nothing: whose page it is stands in `url`. */
  site_name: v.string(),
  /** A small WebP, read like any file of the message: never from the page itself. */
  image: v.nullable(v.strictObject({ file_id: id, size: count, width: count, height: count })),
});
export type Preview = v.InferOutput<typeof preview>;

/** All previews that the message has now. */
export const messagePreviewed = event({
  name: 'chat.message_previewed',
  topic: 'conversation',
  payload: v.strictObject({ message_id: id, seq: count, previews: v.array(preview) }),
});
