// The message that a draft brought as an answer to: which one is known at once, what it says is looked up.
import { useQuery } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useEffect } from 'react';
import { type Address, listMessages, type Quote } from '#contract/chat.ts';
import { app } from '#src/realtime/app.ts';
import { useLine } from '#src/realtime/hooks.ts';
import { addressKey } from '../../address.ts';
import { keepReply } from '../../live/drafts.ts';
import { messagesKey } from '../../live/keys.ts';
import type { Messages } from '../../live/live-messages.ts';
import { quoteOf } from '../../mutations.ts';

export interface Answering {
  readonly address: Address;
  /** What is being answered. */
  readonly reply: Quote | undefined;
  readonly onReply: Dispatch<SetStateAction<Quote | undefined>>;
}

/** What the composer says in the place of words that it does not know. */
const UNKNOWN = '…';
/** It is answered all the same. */
const NOT_HERE = 'This message is not on this device.';

/** What was looked up, whatever it says; and what stands in for what could not be. */
const lookedUp = new WeakSet<Quote>();
const notHere = new WeakSet<Quote>();

/** As it is shown. Where it was a stand-in, its words replace it, and only it: never what was chosen meanwhile. */
export function useAnswered({ address, reply, onReply }: Answering): Quote | undefined {
  const key = addressKey(address);
  const isStandIn = reply && (notHere.has(reply) || (reply.text === UNKNOWN && !lookedUp.has(reply)));
  const standIn = isStandIn ? reply : undefined;
  const found = useFound(address, standIn);
  useEffect(() => {
    if (!standIn || found === undefined) return;
    if (!found) keepReply(key);
    else if (!notHere.has(found)) lookedUp.add(found);
    onReply((now) => (now === standIn ? (found ?? undefined) : now));
  }, [key, standIn, found, onReply]);
  return found ?? reply;
}

/** Null if it may not be read, undefined while it is on its way. */
function useFound(address: Address, wanted: Quote | undefined): Quote | null | undefined {
  const offline = useLine() === 'offline';
  const key = addressKey(address);
  const run = useQuery<Messages>({ queryKey: messagesKey(key) });
  const here = run.data?.items.find((one) => one.message_id === wanted?.message_id);
  const seq = String(wanted?.seq);
  // Somebody may have read far up when they answered.
  const there = useQuery({
    queryKey: ['chat', 'answered', key, seq],
    queryFn: ({ signal }) => app.call(listMessages, { ...address, around_seq: seq, limit: '1' }, { signal }),
    enabled: wanted !== undefined && run.data !== undefined && !here,
    meta: { keep: false },
  });
  if (!wanted) return undefined;
  const message = here ?? there.data?.items.find((one) => one.message_id === wanted.message_id);
  if (message) return quoteOf(message);
  if (there.data) return null;
  if (notHere.has(wanted) || !(offline || there.error || run.error)) return undefined;
  const made = { ...wanted, text: NOT_HERE };
  notHere.add(made);
  return made;
}
