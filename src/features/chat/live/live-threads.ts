// How the list of threads that somebody follows goes along with events and with what waits in the outbox. Pure. What is said in
// a thread are messages like any other (live-messages.ts).
import * as marks from '#contract/chat/marks/events.ts';
import * as contract from '#contract/chat/threads.ts';
import * as chat from '#contract/chat.ts';
import type { EventFrame, PayloadOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import * as spaceEvents from '#contract/spaces/events.ts';
import type { OutboxItem } from '#src/offline/outbox/outbox.ts';
import type { LiveContext, LiveQuery } from '#src/realtime/live-query.ts';
import { quoteOf } from '../mutations.ts';
import { messagesKey, threadsKey } from './keys.ts';
import { inState, withSend } from './live-list.ts';
import type { PredictedMessage } from './live-messages.ts';
import { withRead, withUnread } from './live-state.ts';

/** The output of contract.listThreads. */
export type Threads = ResponseOf<typeof contract.listThreads>;
type Items = readonly contract.Thread[];

/** How many threads can be read without a connection though they were never opened on the device. */
const AHEAD = 10;
/** How many of them the server lists. */
const MOST = 500;

/** There may be more, which nothing follows. */
export const isCut = (data?: Threads): boolean => !!data?.items[MOST - 1];

export const threads: LiveQuery<Threads> = {
  prefix: threadsKey,
  fetch: (_key, { call, signal }) => call(contract.listThreads, {}, { signal }),
  topics: ({ items, revision }, _key, { self }) => [
    [`employee:${self}`, revision],
    ...items.map(({ state }) => [`conversation:${state.conversation_id}`, state.revision] as const),
  ],
  reduce: (data, frame, { self }) => {
    const { topic, revision } = frame;
    const [kind, id] = topic.split(':');
    if (kind === 'employee') return { items: sorted(inItems(data.items, frame)), revision };
    const change = (one: contract.Thread): contract.Thread =>
      one.state.conversation_id === id ? inThread(one, frame, self) : one;
    return { ...data, items: sorted(data.items.map(change)) };
  },
  gone: (data, topic) => {
    const id = topic.slice('conversation:'.length);
    return { ...data, items: data.items.filter(({ state }) => state.conversation_id !== id) };
  },
  isCut,
  predict: (data, _key, item, context) => predictInThreads(data, item, context),
  ahead: ({ items }) => items.slice(0, AHEAD).map(({ root }) => messagesKey(`thread/${root.message_id}`)),
};

function inThread(one: contract.Thread, frame: EventFrame, self: string): contract.Thread {
  const state = { ...inState(one.state, frame, self), revision: frame.revision };
  const root =
    frame.name === contract.threadRootUpdated.name
      ? quoteOf(frame.payload as PayloadOf<typeof contract.threadRootUpdated>)
      : one.root;
  return { ...one, root, state };
}

/** Events of the caller's own topic. */
function inItems(items: Items, { name, payload }: Pick<EventFrame, 'name' | 'payload'>): Items {
  const without = (which: (one: contract.Thread) => boolean) => items.filter((one) => !which(one));
  switch (name) {
    case contract.threadFollowed.name: {
      const added = payload as contract.Thread;
      return [...without(({ state }) => state.conversation_id === added.state.conversation_id), added];
    }
    case contract.threadUnfollowed.name: {
      const { conversation_id } = payload as PayloadOf<typeof contract.threadUnfollowed>;
      return without(({ state }) => state.conversation_id === conversation_id);
    }
    case chat.entryRemoved.name: {
      const gone = payload as PayloadOf<typeof chat.entryRemoved>;
      return without(({ entity_type, entity_id }) => entity_type === gone.entity_type && entity_id === gone.entity_id);
    }
    case spaceEvents.subSpaceClosed.name: {
      const gone = payload as PayloadOf<typeof spaceEvents.subSpaceClosed>;
      return without(({ sub_space_id }) => sub_space_id === gone.sub_space_id);
    }
    case chat.read.name: {
      const { conversation_id, read_seq } = payload as PayloadOf<typeof chat.read>;
      return inOne(items, conversation_id, (state) => withRead(state, read_seq));
    }
    case marks.unread.name: {
      const back = payload as PayloadOf<typeof marks.unread>;
      return inOne(items, back.conversation_id, (state) => withUnread(state, back));
    }
    default:
      return items;
  }
}

/** The same array if nothing changes. */
function inOne(items: Items, conversation_id: string, work: (state: chat.ConversationState) => chat.ConversationState) {
  const at = items.findIndex(({ state }) => state.conversation_id === conversation_id);
  const one = items[at];
  const state = one && work(one.state);
  return one && state && state !== one.state ? items.with(at, { ...one, state }) : items;
}

/** With one waiting write. What was refused is told at the message, not here. */
function predictInThreads(data: Threads, { scope, state, predicted }: OutboxItem, { self }: LiveContext): Threads {
  if (state === 'failed') return data;
  let items: Items = data.items;
  const here = items.find(({ root }) => scope === `thread/${root.message_id}`)?.state.conversation_id;
  for (const prediction of predicted) {
    const { name, payload } = prediction;
    items = inItems(items, prediction);
    if (!here) continue;
    items = inOne(items, here, (one) =>
      name === chat.messageCreated.name
        ? withSend(one, payload as PredictedMessage, self)
        : inState(one, prediction, self),
    );
  }
  return items === data.items ? data : { ...data, items: sorted(items) };
}

/** The server's order: latest first, then by id. */
const sorted = (items: Items): contract.Thread[] =>
  items.toSorted((a, b) => {
    const [here, there] = [a.state.latest?.time ?? '', b.state.latest?.time ?? ''];
    if (here !== there) return here < there ? 1 : -1;
    return a.state.conversation_id < b.state.conversation_id ? -1 : 1;
  });
