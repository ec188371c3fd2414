// Takes the card of a link off one's own message, for everybody and for good.
import { v7 as uuid } from 'uuid';
import { messagePreviewed } from '#contract/chat/previews/preview.ts';
import * as contract from '#contract/chat/previews/previews.ts';
import type { Address, Message } from '#contract/chat.ts';
import type { PayloadOf } from '#contract/kernel/endpoint.ts';
import type { Client } from '#src/realtime/client.ts';
import { addressKey } from '../../address.ts';

export function removePreview(client: Client, address: Address, message: Message, url: string): void {
  const { message_id, seq } = message;
  const previews = message.previews.filter((one) => one.url !== url);
  client.outbox.enqueue({
    endpoint: contract.removePreview,
    input: { message_id, url },
    id: uuid(),
    scope: addressKey(address),
    predicted: [
      {
        name: messagePreviewed.name,
        payload: { message_id, seq, previews } satisfies PayloadOf<typeof messagePreviewed>,
      },
    ],
    target: message_id,
  });
}
