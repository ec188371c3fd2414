// What is left of a message that was deleted.
import type { Message } from '../chat.ts';

export const tombstone = {
  body: null,
  attachments: [],
  previews: [],
  reactions: [],
  reply_to: null,
  forwarded: null,
  pinned: null,
  scheduled_for: null,
} satisfies Partial<Message>;
