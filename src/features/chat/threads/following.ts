// The writes about threads that are not messages: to follow one, or no longer; and that all of them are read.
import { v7 as uuid } from 'uuid';
import * as contract from '#contract/chat/threads.ts';
import { latestOf, type Message } from '#contract/chat.ts';
import type { PayloadOf } from '#contract/kernel/endpoint.ts';
import type { Client } from '#src/realtime/client.ts';
import type { Messages } from '../live/live-messages.ts';
import { markRead, quoteOf } from '../mutations.ts';
import type { Home } from './use-threads.ts';

interface Followed {
  readonly root: Message;
  readonly home: Home;
  /** The latest messages of the thread. */
  readonly run: Messages;
  readonly conversation_id: string;
}

/** `following`: what it is to be. */
export function setFollowing(client: Client, followed: Followed, following: boolean): void {
  const { root, conversation_id } = followed;
  const { message_id } = root;
  client.outbox.enqueue({
    endpoint: contract.follow,
    input: { message_id, following },
    id: uuid(),
    scope: `thread/${message_id}`,
    predicted: [
      following
        ? { name: contract.threadFollowed.name, payload: threadOf(followed) }
        : {
            name: contract.threadUnfollowed.name,
            payload: { message_id, conversation_id } satisfies PayloadOf<typeof contract.threadUnfollowed>,
          },
    ],
    target: message_id,
    replaces: `follow/${message_id}`,
  });
}

/** As the list will have it: nothing of it is unread. */
function threadOf({ root, home: { address }, run, conversation_id }: Followed): contract.Thread {
  const last = run.items.at(-1);
  const last_seq = last?.seq ?? 0;
  return {
    entity_type: address.entity_type,
    entity_id: address.entity_id,
    sub_space_id: address.entity_type === 'space' ? root.conversation_id : null,
    root: quoteOf(root),
    state: {
      conversation_id,
      sub_space_id: null,
      revision: run.revision,
      last_seq,
      read_seq: last_seq,
      deleted_seqs: [],
      mention_seqs: [],
      seen_seq: null,
      latest: last ? latestOf(last) : null,
    },
  };
}

export function markAllRead(client: Client, threads: readonly contract.Thread[]): void {
  for (const { state } of threads) markRead(client, state.conversation_id, state.last_seq);
}
