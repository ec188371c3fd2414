// A run of messages of one conversation as a screen has it: server data, what waits on top, how far each is on its way.
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { isPassing } from '#src/api/errors.ts';
import { useClient, useLine, usePredicted } from '#src/realtime/hooks.ts';
import type { Delivery, ShownMessage } from '../components/rows/rows.ts';
import { isWindow } from '../live/keys.ts';
import type { ShownMessage as LiveMessage, Messages } from '../live/live-messages.ts';
import { messages } from '../live.ts';

const nothing: Messages = {
  conversation_id: null,
  root: null,
  revision: 0,
  items: [],
  has_before: false,
  has_after: false,
};

export interface Run {
  readonly data: Messages | undefined;
  readonly shown: readonly ShownMessage[];
  /** Nothing of it is on this device, and either nobody to ask or something of one's own to show: there is only that. */
  readonly missing: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** `key`: a `messagesKey` or a `windowKey`. `seenSeq`: how far the other person has read; null where that is not told. */
export function useMessages(key: QueryKey, seenSeq: number | null): Run {
  const { context } = useClient();
  const query = useQuery<Messages>({ queryKey: key });
  const line = useLine();
  const predicted = usePredicted(messages, key, query.data ?? nothing);
  // What waits stays on the screen when the connection comes back, also while all the rest is still on its way; it stands behind
  // the latest messages, and nowhere else.
  const stays = query.isPending && !isWindow(key) && predicted.items.length > 0;
  const missing = query.data === undefined && (line === 'offline' || stays);
  const data = query.data || missing ? predicted : undefined;
  // Nobody else asks again: what was never read follows no events. A refusal stays one.
  const askAgain = useEffectEvent(() => {
    if (isPassing(query.error)) void query.refetch();
  });
  useEffect(() => {
    if (line === 'online') askAgain();
  }, [line]);
  const shown = useMemo(
    () => (data?.items ?? []).map((message) => shownOf(message, context.self, seenSeq)),
    [data, context, seenSeq],
  );
  return {
    data,
    shown,
    missing,
    isPending: query.isPending && !missing,
    error: data ? null : query.error,
    retry: () => void query.refetch(),
  };
}

/** One object per message as long as nothing about it changes, so that a new message does not draw all others again. */
const remembered = new WeakMap<LiveMessage, ShownMessage>();

export function shownOf(message: LiveMessage, self: string, seenSeq: number | null): ShownMessage {
  const send = message.pending?.find(({ kind }) => kind === 'send');
  const waits = message.pending?.some(({ kind, state }) => kind !== 'send' && state === 'queued') ?? false;
  const next = {
    message,
    delivery: deliveryOf(message, send?.state, self, seenSeq),
    error_code: send?.error_code ?? null,
    pending: waits,
    refused: message.pending?.findLast(({ kind, state }) => kind === 'edit' && state === 'failed')?.outbox_id,
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
