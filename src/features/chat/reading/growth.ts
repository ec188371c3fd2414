// How the window of an open conversation grows and is cut: asks the server, and brings the answer and what is held to one
// revision. Fetched when somebody first scrolls that far.
import type { QueryKey } from '@tanstack/react-query';
import type { Address } from '#contract/chat.ts';
import * as contract from '#contract/chat.ts';
import { app } from '#src/realtime/app.ts';
import type { Client } from '#src/realtime/client.ts';
import { addressKey } from '../address.ts';
import { messagesKey, windowKey } from '../live/keys.ts';
import { KEPT, type Messages } from '../live/live-messages.ts';
import { bounded, joinNewer, joinOlder } from './window.ts';

const PAGE = '50';

export interface Growing {
  readonly client: Client;
  readonly address: Address;
  /** The run that is shown. */
  readonly key: QueryKey;
}

const runAt = ({ client }: Growing, key: QueryKey) => client.queryClient.getQueryData<Messages>(key);

/** Resolves with the key under which the longer run is: the conversation's own one only ever has its latest messages. */
export async function grow(growing: Growing, end: 'older' | 'newer'): Promise<QueryKey> {
  const { client, address } = growing;
  const first = runAt(growing, growing.key)?.items[0]?.seq;
  const last = runAt(growing, growing.key)?.items.at(-1)?.seq;
  if (first === undefined || last === undefined) return growing.key;
  const from = end === 'older' ? { before_seq: String(first) } : { after_seq: String(last) };
  const page = await app.call(contract.listMessages, { ...address, ...from, limit: PAGE });
  const key = end === 'older' ? copied(growing) : growing.key;
  await client.engine.extend<Messages>(client.cache.idOf(key), page, end === 'older' ? joinOlder : joinNewer);
  return key;
}

/** Cuts a run that has become too long, far from where somebody reads. Resolves with the key under which the rest is. */
export function cut(growing: Growing, end: 'older' | 'newer'): QueryKey {
  const { client } = growing;
  const key = end === 'older' ? copied(growing) : growing.key;
  const data = runAt(growing, key);
  if (data) client.cache.set(client.cache.idOf(key), bounded(data, end));
  return key;
}

/** The run itself, or one of its own that begins like it: the conversation's latest messages are not more than a device keeps. */
function copied(growing: Growing): QueryKey {
  const { client, address, key } = growing;
  const data = runAt(growing, key);
  if (!data || key.length > messagesKey('').length || data.items.length < KEPT) return key;
  const from = String(data.items[0]?.seq ?? 1);
  const own = windowKey(addressKey(address), { around_seq: from }, performance.now());
  client.queryClient.setQueryData(own, data);
  return own;
}
