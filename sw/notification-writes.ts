// What Reply and Mark read of a notification are as writes: the same that a page would make of them (features/chat/mutations.ts).
import type { PushData } from '#contract/notifications/push.ts';
import type { WorkerWrite } from '#src/offline/outbox/worker-write.ts';

// Of the contract only the names: its schemas would put the schema library into the worker. A test compares them.
export const paths = { send: '/chat/message/new', read: '/chat/read/update', device: '/config/device/update' } as const;
export const names = { sent: 'chat.message_created', read: 'chat.read' } as const;

type Message = NonNullable<PushData['message']>;

/** `message_id`: a new UUIDv7; `sender_id`: who answers. */
export function replyOf({ address }: Message, text: string, message_id: string, sender_id: string): WorkerWrite {
  const body = docOf(text);
  const { entity_type, entity_id } = address;
  const sub = 'sub_space_id' in address ? address.sub_space_id : undefined;
  return {
    id: message_id,
    scope: [entity_type, entity_id, sub].filter(Boolean).join('/'),
    method: 'POST',
    path: paths.send,
    body: JSON.stringify({ ...address, message_id, body }),
    ...(entity_type === 'thread' && { target: entity_id }),
    predicted: [
      {
        name: names.sent,
        payload: { message_id, sender_id, body, created_at: new Date().toISOString(), attachments: [] },
      },
    ],
  };
}

/**
 * In the scope of who sees what one has seen: whether a choice about that waits, and what it was before, only a page knows, and
 * here it is in the right order either way.
 */
export function readOf({ conversation_id, seq }: Message, id: string): WorkerWrite {
  return {
    id,
    scope: 'seen',
    method: 'POST',
    path: paths.read,
    body: JSON.stringify({ conversation_id, read_seq: seq }),
    replaces: `read/${conversation_id}`,
    predicted: [{ name: names.read, payload: { conversation_id, read_seq: seq } }],
  };
}

/** A paragraph a line, as contract/rich-text.ts makes it. */
function docOf(text: string) {
  const lines = text
    .toWellFormed()
    .replaceAll('\0', '')
    .split(/\r\n?|\n/);
  return {
    type: 'doc',
    content: lines.map((one) => ({ type: 'paragraph', ...(one && { content: [{ type: 'text', text: one }] }) })),
  };
}
