// What events and waiting writes do to the list of conversations. Pure.

import { groupUpdated } from '#contract/chat/group.ts';
import * as marks from '#contract/chat/marks/events.ts';
import * as seeing from '#contract/chat/seen.ts';
import * as chat from '#contract/chat.ts';
import type { EventFrame, PayloadOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { callsFor } from '#contract/rich-text.ts';
import * as spaceEvents from '#contract/spaces/events.ts';
import type { SpaceRole } from '#contract/spaces/space-role.ts';
import type { OutboxItem } from '#src/offline/outbox/outbox.ts';
import type { LiveContext } from '#src/realtime/live-query.ts';
import { numbered, type PredictedMessage } from './live-messages.ts';
import { withDeletion, withEdit, withMessage, withRead, withSeen, withUnread } from './live-state.ts';
import { derived, inSubSpaces, withoutSubSpace } from './live-sub-spaces.ts';

/** The output of chat.listConversations. */
export type Conversations = ResponseOf<typeof chat.listConversations>;
type State = chat.ConversationState;
type Items = Conversations['items'];

export function* listTopics({ items, revision }: Conversations, { self }: LiveContext): Iterable<[string, number]> {
  yield [`employee:${self}`, revision];
  for (const { space, conversations } of items) {
    if (space) yield [`space:${space.space_id}`, space.revision];
    for (const state of conversations) yield [`conversation:${state.conversation_id}`, state.revision];
  }
}

/** How many conversations can be read without a connection though they were never opened on the device. */
const AHEAD = 50;

/** Address keys of the conversations in which something was said last, latest first. */
export function latestAddresses({ items }: Conversations): string[] {
  const all = items.flatMap(({ entity_type, entity_id, space, conversations }) =>
    conversations.map(({ sub_space_id, latest }) => {
      const isMain = space?.sub_spaces.some((sub) => sub.sub_space_id === sub_space_id && sub.is_default);
      const parts = [entity_type, entity_id, ...(sub_space_id && !isMain ? [sub_space_id] : [])];
      return { time: latest?.time ?? '', addressKey: parts.join('/') };
    }),
  );
  const latest = all.filter(({ time }) => time).sort((a, b) => (a.time < b.time ? 1 : -1));
  return latest.slice(0, AHEAD).map(({ addressKey }) => addressKey);
}

export function reduceList(data: Conversations, frame: EventFrame, { self }: LiveContext): Conversations {
  const { topic, revision } = frame;
  const [kind, id = ''] = topic.split(':');
  if (kind === 'employee') return { ...shownIn(data, frame), items: inItems(data.items, frame), revision };
  const change =
    kind === 'space'
      ? (entry: chat.Entry) => (entry.space?.space_id === id ? inSpace(entry, frame, self) : entry)
      : (entry: chat.Entry) =>
          inGroup(
            inSubSpaces(
              inConversation(entry, id, (state) => ({ ...inState(state, frame, self), revision })),
              frame,
            ),
            frame,
          );
  return { ...data, items: sorted(mapped(data.items, change)) };
}

/** A conversation or space that may no longer be seen. */
export function goneFromList(data: Conversations, topic: string): Conversations {
  const [, id] = topic.split(':');
  const items = data.items.flatMap((entry) => {
    if (entry.space?.space_id === id) return [];
    const conversations = entry.conversations.filter(({ conversation_id }) => conversation_id !== id);
    if (conversations.length === entry.conversations.length) return [entry];
    if (entry.space) return [withoutSubSpace(entry, id ?? '')];
    return conversations.length ? [derived({ ...entry, conversations })] : [];
  });
  return { ...data, items: sorted(items) };
}

const shownIn = (data: Conversations, { name, payload }: Pick<EventFrame, 'name' | 'payload'>): Conversations =>
  name === seeing.seenShown.name
    ? { ...data, shows_seen: (payload as PayloadOf<typeof seeing.seenShown>).shown }
    : data;

/** Events of the caller's own topic. */
function inItems(items: Items, { name, payload }: EventFrame): Items {
  const others = ({ entity_type, entity_id }: Pick<chat.Entry, 'entity_type' | 'entity_id'>) =>
    items.filter((entry) => entry.entity_type !== entity_type || entry.entity_id !== entity_id);
  if (name === chat.entryAdded.name) return sorted([...others(payload as chat.Entry), payload as chat.Entry]);
  if (name === chat.entryRemoved.name) return others(payload as PayloadOf<typeof chat.entryRemoved>);
  if (name === marks.entryUpdated.name) return withWishes(items, payload as PayloadOf<typeof marks.entryUpdated>);
  if (name === marks.unread.name) {
    const back = payload as PayloadOf<typeof marks.unread>;
    return mapped(items, (entry) => inConversation(entry, back.conversation_id, (state) => withUnread(state, back)));
  }
  if (name === spaceEvents.subSpaceOpened.name || name === spaceEvents.subSpaceClosed.name)
    return sorted(mapped(items, (entry) => inSubSpaces(entry, { name, payload })));
  if (name !== chat.read.name) return items;
  const { conversation_id, read_seq } = payload as PayloadOf<typeof chat.read>;
  return mapped(items, (entry) => inConversation(entry, conversation_id, (state) => withRead(state, read_seq)));
}

const withWishes = (items: Items, { entity_type, entity_id, ...wishes }: PayloadOf<typeof marks.entryUpdated>): Items =>
  mapped(items, (entry) =>
    entry.entity_type === entity_type && entry.entity_id === entity_id ? { ...entry, ...wishes } : entry,
  );

/** Events of a space's topic. */
function inSpace(entry: chat.Entry, { name, payload, revision }: EventFrame, self: string): chat.Entry {
  if (!entry.space) return entry;
  const space = { ...entry.space, revision };
  if (name === spaceEvents.spaceUpdated.name) {
    return { ...entry, space: { ...space, ...(payload as PayloadOf<typeof spaceEvents.spaceUpdated>) } };
  }
  if (name === spaceEvents.memberChanged.name) {
    const { employee_id, role, space_role, total_members } = payload as PayloadOf<typeof spaceEvents.memberChanged>;
    const mine = {
      role,
      space_role,
      is_member: role !== null,
      join_status: role === null ? null : ('accepted' as const),
    };
    return { ...entry, space: { ...space, total_members, ...(employee_id === self && mine) } };
  }
  if (name === spaceEvents.roleChanged.name || name === spaceEvents.roleRemoved.name) {
    const told = payload as SpaceRole;
    if (told.space_role_id === space.space_role?.space_role_id)
      space.space_role = name === spaceEvents.roleChanged.name ? told : null;
  }
  return inSubSpaces({ ...entry, space }, { name, payload });
}

const inGroup = (entry: chat.Entry, { name, topic, payload }: EventFrame): chat.Entry =>
  name === groupUpdated.name && topic === `conversation:${entry.entity_id}`
    ? { ...entry, group: payload as PayloadOf<typeof groupUpdated> }
    : entry;

/** Events of a conversation's topic. */
export function inState(state: State, { name, payload }: Pick<EventFrame, 'name' | 'payload'>, self: string): State {
  if (name === chat.messageCreated.name) return withMessage(state, payload as chat.Message, self);
  if (name === chat.messageUpdated.name) {
    const edited = payload as PayloadOf<typeof chat.messageUpdated>;
    return withEdit(state, edited, edited.sender_id !== self && callsFor(edited.body, self));
  }
  if (name === chat.messageDeleted.name) {
    const { message_id, seq } = payload as PayloadOf<typeof chat.messageDeleted>;
    return withDeletion(state, message_id, seq);
  }
  if (name === seeing.seen.name) return withSeen(state, payload as PayloadOf<typeof seeing.seen>, self);
  return state;
}

/** Of the predictions those that are told on one's own topic, about any conversation. */
const personal: ReadonlySet<string> = new Set([chat.read.name, marks.unread.name, marks.entryUpdated.name]);

/** With one waiting write. What was refused is told at the message, not here. */
export function predictInList(data: Conversations, item: OutboxItem, { self }: LiveContext): Conversations {
  if (item.state === 'failed') return data;
  let { items } = data;
  let shown = data;
  for (const prediction of item.predicted) {
    shown = shownIn(shown, prediction);
    if (!shown.shows_seen) items = mapped(items, unseen);
    if (personal.has(prediction.name)) items = inItems(items, { ...prediction, topic: 'company', revision: 0 });
    else items = predictedAt(items, item.scope, prediction, self);
  }
  return items === data.items ? shown : { ...shown, items: sorted(items) };
}

/** What others have seen is told to nobody who hides it; what they are told again is for the server to say. */
const unseen = (entry: chat.Entry): chat.Entry =>
  entry.conversations.some(({ seen_seq }) => seen_seq !== null)
    ? { ...entry, conversations: entry.conversations.map((state) => ({ ...state, seen_seq: null })) }
    : entry;

/** The entry and the conversation that a scope (`employee/ID`, `space/ID[/SUB]`) means. */
function predictedAt(items: Items, scope: string, prediction: { name: string; payload: unknown }, self: string): Items {
  const [entity_type, entity_id = '', sub_space_id] = scope.split('/');
  const isSend = prediction.name === chat.messageCreated.name;
  let found = false;
  const next = mapped(items, (entry) => {
    if (entry.entity_type !== entity_type || entry.entity_id !== entity_id) return entry;
    found = true;
    const wanted = sub_space_id ?? entry.space?.sub_spaces.find((sub) => sub.is_default)?.sub_space_id ?? null;
    const state = entry.conversations.find((one) => one.sub_space_id === wanted);
    if (!state) return entry;
    return inConversation(entry, state.conversation_id, () =>
      isSend ? withSend(state, prediction.payload as PredictedMessage, self) : inState(state, prediction, self),
    );
  });
  if (found || !isSend || entity_type !== 'employee') return next;
  return [...items, begun(entity_id, prediction.payload as PredictedMessage, self)];
}

/** Unless it is there already: the socket was faster than the answer. */
export const withSend = (state: State, message: PredictedMessage, self: string): State =>
  state.latest?.message_id === message.message_id
    ? state
    : withMessage(state, numbered(message, state.conversation_id, state.last_seq + 1), self);

/** A direct conversation that begins with a message which has not been sent yet. */
function begun(entity_id: string, message: PredictedMessage, self: string): chat.Entry {
  const empty: State = {
    conversation_id: message.message_id,
    sub_space_id: null,
    revision: 0,
    last_seq: 0,
    read_seq: 0,
    deleted_seqs: [],
    mention_seqs: [],
    seen_seq: entity_id === self ? null : 0,
    latest: null,
  };
  const conversations = [withSend(empty, message, self)];
  const plain = { entity_type: 'employee', entity_id, space: null, muted: false, pinned: false } as const;
  return { ...plain, conversations, ...chat.summarise(conversations) };
}

function inConversation(entry: chat.Entry, conversation_id: string, work: (state: State) => State): chat.Entry {
  const at = entry.conversations.findIndex((state) => state.conversation_id === conversation_id);
  const state = entry.conversations[at];
  if (!state) return entry;
  const next = work(state);
  return next === state ? entry : derived({ ...entry, conversations: entry.conversations.with(at, next) });
}

/** The same array if nothing changes. */
function mapped(items: Items, work: (entry: chat.Entry) => chat.Entry): Items {
  let changed = false;
  const next = items.map((entry) => {
    const result = work(entry);
    changed ||= result !== entry;
    return result;
  });
  return changed ? next : items;
}

/** The server's order. */
function sorted(items: Items): Items {
  const isInOrder = items.every((entry, at) => at === 0 || compare(items[at - 1] as chat.Entry, entry) <= 0);
  return isInOrder ? items : items.toSorted(compare);
}

function compare(a: chat.Entry, b: chat.Entry): number {
  const [here, there] = [chat.sortTimeOf(a), chat.sortTimeOf(b)];
  if (here !== there) return here < there ? 1 : -1;
  return a.entity_id < b.entity_id ? -1 : a.entity_id > b.entity_id ? 1 : 0;
}
