// A message as tests need one: nothing of it stands out but what they say.
import type { Message } from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';

export const messageOf = (seq: number, more: Partial<Message> = {}): Message => ({
  message_id: `m${seq}`,
  conversation_id: 'talk',
  seq,
  sender_id: 'ines',
  type: 'text',
  body: docOf(`said ${seq}`),
  created_at: new Date(Date.UTC(2026, 10, 21, 9, 0, seq)).toISOString(),
  edited_at: null,
  deleted_at: null,
  reactions: [],
  reply_to: null,
  forwarded: null,
  attachments: [],
  previews: [],
  pinned: null,
  scheduled_for: null,
  thread: null,
  ...more,
});
