// The messages of one conversation as a screen has them: server data, what waits on top, and how to get older ones.
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Address } from '#contract/chat.ts';
import * as contract from '#contract/chat.ts';
import { isPassing } from '#src/api/errors.ts';
import { app } from '#src/realtime/app.ts';
import { useClient, useConnection, usePredicted } from '#src/realtime/hooks.ts';
import { addressKey } from '../address.ts';
import { messagesKey } from '../live/keys.ts';
import type { ShownMessage as LiveMessage, Messages } from '../live/live-messages.ts';
import { messages } from '../live.ts';
import type { Delivery, ShownMessage } from '../rows/rows.ts';

const PAGE = '50';

const nothing: Messages = { conversation_id: null, revision: 0, items: [], has_before: false, has_after: false };

export interface ConversationMessages {
  readonly data: Messages | undefined;
  readonly shown: readonly ShownMessage[];
  /** No connection, and nothing of it was kept on this device: there is only what one writes now. */
  readonly missing: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  readonly older: { readonly has: boolean; readonly loading: boolean; readonly load: () => void };
}

/** `seenSeq`: how far the other person has read; null where that is not told. */
export function useMessages(address: Address, seenSeq: number | null): ConversationMessages {
  const { context } = useClient();
  const scope = addressKey(address);
  const key = useMemo(() => messagesKey(scope), [scope]);
  const query = useQuery<Messages>({ queryKey: key });
  const { state } = useConnection();
  const missing = query.data === undefined && state === 'offline';
  const data = usePredicted(messages, key, (missing ? nothing : query.data) as Messages) as Messages | undefined;
  // Nobody else asks again: what was never read follows no events. A refusal stays one.
  const askAgain = useEffectEvent(() => {
    if (isPassing(query.error)) void query.refetch();
  });
  useEffect(() => {
    if (state === 'online') askAgain();
  }, [state]);
  const shown = useMemo(
    () => (data?.items ?? []).map((message) => shownOf(message, context.self, seenSeq)),
    [data, context, seenSeq],
  );
  const older = useOlder(address, key, query.data);
  return {
    data,
    shown,
    missing,
    isPending: query.isPending && !missing,
    error: data ? null : query.error,
    retry: () => void query.refetch(),
    older,
  };
}

/** One object per message as long as nothing about it changes, so that a new message does not draw all others again. */
const remembered = new WeakMap<LiveMessage, ShownMessage>();

function shownOf(message: LiveMessage, self: string, seenSeq: number | null): ShownMessage {
  const send = message.pending?.find(({ kind }) => kind === 'send');
  const waits = message.pending?.some(({ kind, state }) => kind !== 'send' && state === 'queued') ?? false;
  const next = {
    message,
    delivery: deliveryOf(message, send?.state, self, seenSeq),
    error_code: send?.error_code ?? null,
    pending: waits,
  };
  const before = remembered.get(message);
  // What waits is part of the message object; only how far the other one has read comes from elsewhere.
  if (before?.delivery === next.delivery) return before;
  remembered.set(message, next);
  return next;
}

function deliveryOf(message: LiveMessage, send: string | undefined, self: string, seenSeq: number | null): Delivery {
  if (send === 'queued' || send === 'failed') return send;
  return message.sender_id === self && seenSeq !== null && seenSeq >= message.seq ? 'seen' : 'sent';
}

/** One page at a time, joined to what is there at one revision. */
function useOlder(
  address: Address,
  key: readonly unknown[],
  data: Messages | undefined,
): ConversationMessages['older'] {
  const { engine, cache } = useClient();
  const [loading, setLoading] = useState(false);
  const first = data?.items[0]?.seq;
  const load = useCallback(() => {
    if (loading || first === undefined) return;
    setLoading(true);
    void app
      .call(contract.listMessages, { ...address, before_seq: String(first), limit: PAGE })
      .then((page) => engine.extend<Messages>(cache.idOf(key), page, joinOlder))
      // Scrolling tries again; the connection banner says why.
      .catch(() => undefined)
      .finally(() => setLoading(false));
  }, [address, key, first, loading, engine, cache]);
  return { has: data?.has_before ?? false, loading, load };
}

const joinOlder = (held: Messages, page: Messages): Messages => {
  const first = held.items[0]?.seq ?? Number.POSITIVE_INFINITY;
  const before = page.items.filter(({ seq }) => seq < first);
  return { ...held, items: [...before, ...held.items], has_before: page.has_before };
};
