// From what is typed here to the other devices: into the outbox when the hands rest, and when the page is hidden.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { v7 as uuid } from 'uuid';
import type { Draft } from '#contract/chat/drafts.ts';
import * as contract from '#contract/chat/drafts.ts';
import { docOf } from '#contract/rich-text.ts';
import { tooLarge } from '#src/kit/editor/sender.ts';
import type { Client } from '#src/realtime/client.ts';
import { useClient } from '#src/realtime/hooks.ts';
import { flushDraft, sinceTyped, type Typed, typedQuery } from '../../live/drafts.ts';
import { draftsKey } from '../../live/keys.ts';
import type { Kept } from '../../live/live-later.ts';
import { addressIn, sameAddress } from '../places.ts';

/** From the first key to the write, if nobody types any more then. Milliseconds. */
const PACE_MS = 2_000;
/** So long the hands must rest: a write draws the list and the menu anew, and no key shall wait for that … */
const REST_MS = 1_500;
/** … unless somebody never rests. */
const MOST_MS = 20_000;

export function useDraftSync(): void {
  const client = useClient();
  const { data } = useQuery(typedQuery);
  const isNew = Object.keys(data ?? {}).length > 0;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const push = useEffectEvent(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    flushDraft();
    pushDrafts(client);
  });
  useEffect(() => {
    if (!isNew || timer.current) return;
    const from = performance.now();
    const look = () => {
      if (sinceTyped() >= REST_MS || performance.now() - from > MOST_MS) push();
      else timer.current = setTimeout(look, REST_MS);
    };
    timer.current = setTimeout(look, PACE_MS);
  }, [isNew, data]);
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && push();
    document.addEventListener('visibilitychange', hidden);
    addEventListener('pagehide', push);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      removeEventListener('pagehide', push);
      push();
    };
  }, []);
}

function pushDrafts(client: Client): void {
  for (const [key, typed] of Object.entries(client.queryClient.getQueryData(typedQuery.queryKey) ?? {})) {
    // It stays here: the server would refuse it, or has done so. What is typed next is looked at anew.
    if (typed.refused || (typed.doc && tooLarge(typed.doc))) continue;
    if (typed.doc || isKnown(client, key)) void push(client, key, typed);
    else settle(client, key, typed);
  }
}

async function push(client: Client, key: string, typed: Typed): Promise<void> {
  const { doc, reply_to: answered, typed_at } = typed;
  // Nothing of what it says.
  const reply_to = answered
    ? { message_id: answered.message_id, seq: answered.seq, sender_id: answered.sender_id }
    : null;
  const address = addressIn(key);
  const scope = `draft/${key}`;
  const payload: Draft = { address, body: doc, reply_to, typed_at };
  const { saved } = client.outbox.enqueue({
    endpoint: contract.keepDraft,
    input: { ...address, body: doc ?? docOf(''), ...(reply_to && { reply_to: reply_to.message_id }), typed_at },
    id: uuid(),
    scope,
    predicted: [{ name: contract.draftChanged.name, payload }],
    replaces: scope,
  });
  if (await saved) settle(client, key, typed);
}

/** What was typed and sent within moments nobody else has heard of. */
function isKnown({ queryClient, outbox }: Client, key: string): boolean {
  const address = addressIn(key);
  const kept = queryClient.getQueryData<Kept<Draft>>(draftsKey)?.items ?? [];
  const there = kept.find((one) => sameAddress(one.address, address));
  return there?.body != null || outbox.state.items.some(({ scope }) => scope === `draft/${key}`);
}

/** It is in the outbox, unless more was typed meanwhile. */
function settle({ queryClient }: Client, key: string, typed: Typed): void {
  queryClient.setQueryData(typedQuery.queryKey, (here = {}) => {
    if (here[key] !== typed) return here;
    const { [key]: _, ...others } = here;
    return others;
  });
}
