// What the worker writes to the outbox from a notification is what a page would write.

import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import * as chat from '#contract/chat.ts';
import { updateDevice } from '#contract/notifications/device.ts';
import type { PushData } from '#contract/notifications/push.ts';
import { docOf } from '#contract/rich-text.ts';
import { addressKey } from '#src/features/chat/address.ts';
import { readPrediction, sendPrediction } from '#src/features/chat/live/predictions.ts';
import { SHOWING } from '#src/features/chat/mutations.ts';
import { names, paths, readOf, replyOf } from '#sw/notification-writes.ts';

const [id, other, sub] = [uuid(), uuid(), uuid()];
const about = (address: NonNullable<PushData['message']>['address']) => ({
  message_id: uuid(),
  conversation_id: other,
  seq: 7,
  address,
});

test('the names are those of the contract', () => {
  expect(paths).toEqual({ send: chat.send.path, read: chat.markRead.path, device: updateDevice.path });
  expect(names).toEqual({ sent: chat.messageCreated.name, read: chat.read.name });
});

describe('Reply', () => {
  for (const address of [
    { entity_type: 'employee', entity_id: other },
    { entity_type: 'space', entity_id: other, sub_space_id: sub },
    { entity_type: 'thread', entity_id: other },
  ] as const)
    test(`in a ${address.entity_type}`, () => {
      const text = 'One\n\ntwo \0\ud800';
      const write = replyOf(about(address), text, id, 'me');
      const created_at = (write.predicted[0]?.payload as { created_at?: string } | undefined)?.created_at ?? '';
      expect(write).toEqual({
        id,
        method: chat.send.method,
        path: chat.send.path,
        scope: addressKey(address),
        body: JSON.stringify({ ...address, message_id: id, body: docOf(text) }),
        predicted: sendPrediction({
          message_id: id,
          sender_id: 'me',
          body: docOf(text),
          created_at,
          attachments: [],
        }),
        ...(address.entity_type === 'thread' && { target: other }),
      });
    });
});

test('Mark read', () => {
  expect(readOf(about({ entity_type: 'employee', entity_id: other }), id)).toEqual({
    id,
    method: chat.markRead.method,
    path: chat.markRead.path,
    scope: SHOWING,
    body: JSON.stringify({ conversation_id: other, read_seq: 7 }),
    replaces: `read/${other}`,
    predicted: readPrediction(other, 7),
  });
});
