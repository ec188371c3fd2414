// A draft that the server did not take (there are too many, or one may not write there any more) is what somebody wrote all the same.
import type { Draft } from '#contract/chat/drafts.ts';
import type { OutboxItem } from '#src/offline/outbox/outbox.ts';
import type { Client } from '#src/realtime/client.ts';
import { addressKey } from '../../address.ts';
import { type Typed, typedQuery } from '../../live/drafts.ts';
import { draftsKey } from '../../live/keys.ts';
import type { Kept } from '../../live/live-later.ts';
import { sameAddress } from '../places.ts';

/** Back to what was typed here, unless something newer is known. It is not sent again before somebody types there. */
export function keepHere({ queryClient, outbox }: Client, { id, scope, predicted }: OutboxItem): void {
  const isWaiting = outbox.state.items.some((one) => one.scope === scope && one.id !== id && one.state === 'queued');
  const known = queryClient.getQueryData<Kept<Draft>>(draftsKey)?.items ?? [];
  for (const { payload } of isWaiting ? [] : predicted) {
    const { address, body: doc, reply_to, typed_at } = payload as Draft;
    // Nothing is left of what was taken away.
    if (!doc || known.some((one) => sameAddress(one.address, address) && one.typed_at > typed_at)) continue;
    const key = addressKey(address);
    // Setting what is there already would draw anew whoever asks, and they ask again.
    const there = queryClient.getQueryData(typedQuery.queryKey)?.[key];
    if (there && there.typed_at >= typed_at) continue;
    const again: Typed = { doc, reply_to, typed_at, refused: true };
    queryClient.setQueryData(typedQuery.queryKey, (here = {}) => ({ ...here, [key]: again }));
  }
}
