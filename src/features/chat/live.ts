// How chat's live queries follow the events of chat and spaces, and how they look with what waits in the outbox. Pure:
// cache + events equals a fresh read. What a conversation and a message become is in live-state.ts and live-messages.ts.
import * as following from '#contract/chat/threads.ts';
import * as chat from '#contract/chat.ts';
import type { PayloadOf } from '#contract/kernel/endpoint.ts';
import type { Effect, LiveQuery } from '#src/realtime/live-query.ts';
import { type Around, conversationsKey, messagesKey, threadsKey } from './live/keys.ts';
import {
  type Conversations,
  goneFromList,
  latestAddresses,
  listTopics,
  predictInList,
  reduceList,
} from './live/live-list.ts';
import { type Messages, predictAround, predictInMessages, reduceMessages, trimMessages } from './live/live-messages.ts';
import { isCut, type Threads } from './live/live-threads.ts';

/** How many messages of a conversation a first read brings, and a device keeps. */
const FIRST = 50;

/** The output of chat.listConversations. */
export const conversations: LiveQuery<Conversations> = {
  prefix: conversationsKey,
  fetch: (_key, { call, signal }) => call(chat.listConversations, {}, { signal }),
  topics: (data, _key, context) => listTopics(data, context),
  reduce: reduceList,
  gone: goneFromList,
  ahead: (data) => [threadsKey, ...latestAddresses(data).map((addressKey) => messagesKey(addressKey))],
  predict: (data, _key, item, context) => predictInList(data, item, context),
};

/**
 * A run of messages that has no gap; with `has_after: false` it ends with the latest one and grows with each new one. Of each
 * conversation there is one that always does, and while somebody reads further back another one (`windowKey`).
 */
export const messages: LiveQuery<Messages> = {
  prefix: ['chat', 'messages'],
  fetch: (key, { call, signal }) =>
    call(chat.listMessages, { ...addressIn(key), ...(key[3] as Around | undefined), limit: String(FIRST) }, { signal }),
  topics: ({ conversation_id, revision }) => (conversation_id ? [[`conversation:${conversation_id}`, revision]] : []),
  reduce: reduceMessages,
  // The first message between two people or in a thread: the conversation that was empty begins where the list says.
  begin: (data, key, peek) => {
    if (data.conversation_id !== null) return data;
    const root_id = rootIn(key);
    if (root_id) {
      const found = (peek(threadsKey) as Threads | undefined)?.items.find(({ root }) => root.message_id === root_id);
      return found ? { ...data, conversation_id: found.state.conversation_id, revision: 0 } : data;
    }
    const list = peek(conversationsKey) as Conversations | undefined;
    const entry = list?.items.find(({ entity_type, entity_id }) => `${entity_type}/${entity_id}` === key[2]);
    const conversation_id = entry?.conversations[0]?.conversation_id;
    return conversation_id ? { ...data, conversation_id, revision: 0 } : data;
  },
  predict: (data, key, item, context) =>
    item.scope === key[2] ? predictInMessages(data, item, context) : predictAround(data, String(key[2]), item),
  trim: trimMessages,
  isKept: (key) => key.length === messagesKey('').length,
  most: 300,
};

function addressIn(key: readonly unknown[]): chat.Address {
  const [entity_type, entity_id = '', sub_space_id] = String(key[2]).split('/');
  return { entity_type: entity_type as chat.Address['entity_type'], entity_id, ...(sub_space_id && { sub_space_id }) };
}

/** The message whose thread it is. */
const rootIn = (key: readonly unknown[]): string | undefined => /^thread\/(.*)/.exec(String(key[2]))?.[1];

export const effects: readonly Effect[] = [
  // Whoever has a thread open without following it hears nothing of it but this.
  {
    event: following.threadUpdated.name,
    run: ({ payload }, { queryClient }) => {
      const { message_id, revision } = payload as PayloadOf<typeof following.threadUpdated>;
      const queryKey = messagesKey(`thread/${message_id}`);
      const held = queryClient.getQueryData<Messages>(queryKey);
      const followed = queryClient.getQueryData<Threads>(threadsKey)?.items;
      if (held && held.revision < revision && !followed?.some(({ root }) => root.message_id === message_id))
        void queryClient.invalidateQueries({ queryKey, exact: true });
    },
  },
  // What was said in a space that one is no longer in goes from the device.
  { event: chat.entryRemoved.name, run: (_frame, { recheck }) => recheck() },
  {
    event: chat.messageCreated.name,
    run: ({ payload }, { queryClient, stopTyping }) => {
      const { conversation_id, sender_id } = payload as PayloadOf<typeof chat.messageCreated>;
      stopTyping(conversation_id, sender_id);
      const followed = queryClient.getQueryData<Threads>(threadsKey);
      // Said in neither list, where that of threads is cut off: a thread behind its end, which comes first now.
      if (
        isCut(followed) &&
        !JSON.stringify([followed, queryClient.getQueryData(conversationsKey)]).includes(conversation_id)
      )
        void queryClient.invalidateQueries({ queryKey: threadsKey, exact: true });
    },
  },
];
