// Chat ("connect"): conversations, messages, reactions, read cursors. Spaces have their own file.
import * as v from 'valibot';
import { attachInput, attachment, labelOf } from './chat/attachment.ts';
import { emoji, emojiOrFormer } from './chat/emoji.ts';
import { group } from './chat/group.ts';
import { preview } from './chat/previews/preview.ts';
import { threadSummary } from './chat/thread-summary.ts';
import { endpoint, event } from './kernel/endpoint.ts';
import { count, empty, events, id, moment, newId, queryCount, queryLimit } from './kernel/fields.ts';
import { plainText, richTextSchema } from './rich-text.ts';
import { spaceRole } from './spaces/space-role.ts';

/** What a row of the list can be of. */
export const entryType = v.picklist(['employee', 'space', 'group', 'campaign']);

/**
 * Where a conversation is, seen by the caller: a colleague, a space with one of its sub-spaces (default: the default one), or
 * the thread of a message, by that message's id: known before anybody has answered in it; a group, by its conversation; a campaign.
 */
export const address = {
  entity_type: v.picklist(['employee', 'space', 'thread', 'group', 'campaign']),
  entity_id: id,
  sub_space_id: v.optional(id),
};
export type Address = v.InferOutput<v.ObjectSchema<typeof address, undefined>>;
/** Of a row of the list. */
export type EntryAddress = Address & { entity_type: v.InferOutput<typeof entryType> };

export const messageType = v.picklist(['text', 'audio', 'video']);
export const reaction = v.strictObject({ emoji: v.string(), employee_ids: v.array(id) });

/** What a reply quotes, as that stands now; without text once it was deleted. `label`: what it has besides text. */
export const quote = v.strictObject({
  message_id: id,
  seq: count,
  sender_id: id,
  text: v.string(),
  label: v.string(),
  deleted: v.boolean(),
});
export type Quote = v.InferOutput<typeof quote>;

export const message = v.strictObject({
  message_id: id,
  conversation_id: id,
  /** 1, 2, 3 … without a gap within the conversation. */
  seq: count,
  sender_id: id,
  type: messageType,
  /** null once deleted; blank where there are only attachments. */
  body: v.nullable(richTextSchema),
  attachments: v.array(attachment),
  /** Of the first few links of the body, in their order; the server finds them later. */
  previews: v.array(preview),
  created_at: v.string(),
  edited_at: v.nullable(v.string()),
  deleted_at: v.nullable(v.string()),
  /** The time that its sender had chosen, if it was sent late; null if not. */
  scheduled_for: v.nullable(v.string()),
  /** In the order in which each emoji first came; within an emoji in the order of the people. */
  reactions: v.array(reaction),
  reply_to: v.nullable(quote),
  /** Who wrote first what was forwarded, and when. */
  forwarded: v.nullable(v.strictObject({ sender_id: id, created_at: v.string() })),
  pinned: v.nullable(v.strictObject({ employee_id: id, at: v.string() })),
  /** null as long as nobody has answered in a thread of it, and for messages of threads. */
  thread: v.nullable(threadSummary),
});
export type Message = v.InferOutput<typeof message>;

/** One conversation as the list needs it. Unread = last_seq − read_seq − those that do not count among them. */
export const conversationState = v.strictObject({
  conversation_id: id,
  sub_space_id: v.nullable(id),
  /** What this state is at: the conversation topic's revision. */
  revision: count,
  last_seq: count,
  read_seq: count,
  /** Seqs after `read_seq` that do not count, rising: deleted, or one's own (if the marker was set back before them). */
  deleted_seqs: v.array(count),
  /** Seqs after `read_seq` in which others mention the caller or everybody, rising. */
  mention_seqs: v.array(count),
  /**
   * How far the other person of a direct conversation has shown to have read (sending reads, too); null in spaces, in one's own
   * notes, and where one of the two does not show it.
   */
  seen_seq: v.nullable(count),
  latest: v.nullable(
    v.strictObject({
      message_id: id,
      seq: count,
      sender_id: id,
      type: messageType,
      text: v.string(),
      /** What it has besides: "Photo", "Voice message". */
      label: v.string(),
      time: v.string(),
      deleted: v.boolean(),
    }),
  ),
});
export type ConversationState = v.InferOutput<typeof conversationState>;

export const subSpace = v.strictObject({
  sub_space_id: id,
  space_id: id,
  company_id: id,
  sub_space_name: v.string(),
  sub_space_description: v.string(),
  is_default: v.boolean(),
  /** Only some of the space's members are in it. */
  is_private: v.boolean(),
  /** By which the sub-spaces of a space stand in order; there may be gaps. */
  position: count,
  /** Since when it can only be read; null while it is in use. */
  archived_at: v.nullable(v.string()),
  created_at: v.string(),
});
export type SubSpace = v.InferOutput<typeof subSpace>;

/** The fields of S3; `revision` is the space topic's. */
export const space = v.strictObject({
  space_id: id,
  space_name: v.string(),
  space_image: v.nullable(v.string()),
  total_members: count,
  space_description: v.string(),
  is_member: v.boolean(),
  role: v.nullable(v.picklist(['admin', 'member'])),
  /** What the caller is besides; of members only. */
  space_role: v.nullable(spaceRole),
  visibility: v.picklist(['public', 'private']),
  /** What whoever joins from now on can read: all that was said before, or only what is said from then on. */
  history: v.picklist(['all', 'joined']),
  join_status: v.nullable(v.picklist(['accepted', 'requested', 'invited'])),
  sub_spaces: v.array(subSpace),
  revision: count,
});
export type Space = v.InferOutput<typeof space>;

/** What the caller wants of an entry: silent; on top of the list. */
export const wishes = { muted: v.boolean(), pinned: v.boolean() };

/** A row of the conversation list: a colleague, a group, a campaign, or a space with all its sub-spaces. The last five are derived by `summarise`. */
export const entry = v.strictObject({
  entity_type: entryType,
  entity_id: id,
  space: v.nullable(space),
  /** Of a campaign its title, when it began, and nobody: an app that knows groups alone calls it by that, and keeps it for its successor. */
  group: v.optional(group),
  /** The caller cannot write in it (CONVERSATION_READ_ONLY); reactions, and marks that are for oneself, are no writing. */
  read_only: v.optional(v.boolean()),
  conversations: v.array(conversationState),
  muted: v.boolean(),
  pinned: v.boolean(),
  latest_message: v.string(),
  latest_message_type: messageType,
  latest_message_time: v.nullable(v.string()),
  unread_message_count: count,
  mention_count: count,
});
export type Entry = v.InferOutput<typeof entry>;

/** What the list is sorted by: the latest message, or when the space, group or campaign was made as long as nothing was said in it. */
export const sortTimeOf = ({ latest_message_time: said, space, group: of }: Entry): string =>
  said ?? (space?.sub_spaces.find((one) => one.is_default) ?? of)?.created_at ?? '';

/** What lists show of a message's text: its first 200 characters. Server and client use this same function. */
export const previewOf = (text: string): string => text.slice(0, 200).replace(/[\uD800-\uDBFF]$/, '');

/** A message as the latest of its conversation. A deleted one has no text. */
export const latestOf = (m: Message): NonNullable<ConversationState['latest']> => ({
  message_id: m.message_id,
  seq: m.seq,
  sender_id: m.sender_id,
  type: m.type,
  text: m.body ? previewOf(plainText(m.body)) : '',
  label: labelOf(m.attachments),
  time: m.created_at,
  deleted: m.deleted_at !== null,
});

/** Unread messages of one conversation. */
export const unreadOf = (c: Pick<ConversationState, 'last_seq' | 'read_seq' | 'deleted_seqs'>): number =>
  Math.max(0, c.last_seq - c.read_seq - c.deleted_seqs.filter((seq) => seq > c.read_seq && seq <= c.last_seq).length);

/** The derived fields of an entry; server and client use this same function, so they cannot disagree. */
export function summarise(conversations: readonly ConversationState[]) {
  let latest: ConversationState['latest'] = null;
  for (const c of conversations) if (c.latest && (!latest || c.latest.time > latest.time)) latest = c.latest;
  return {
    latest_message: latest?.text || latest?.label || '',
    latest_message_type: latest?.type ?? ('text' as const),
    latest_message_time: latest?.time ?? null,
    unread_message_count: conversations.reduce((sum, c) => sum + unreadOf(c), 0),
    mention_count: conversations.reduce((sum, c) => sum + c.mention_seqs.length, 0),
  };
}

/** What counts of a space's conversations: those in its sub-spaces that are in use. */
export function inUse(space: Space | null, conversations: readonly ConversationState[]): readonly ConversationState[] {
  const archived = new Set(space?.sub_spaces.flatMap((sub) => (sub.archived_at ? sub.sub_space_id : [])));
  return archived.size ? conversations.filter((one) => !archived.has(one.sub_space_id ?? '')) : conversations;
}

export const chatErrors = {
  CAMPAIGN_NOT_FOUND: 404,
  EMPLOYEE_NOT_FOUND: 404,
  GROUP_NOT_FOUND: 404,
  MESSAGE_NOT_FOUND: 404,
  SPACE_NOT_FOUND: 404,
  SUB_SPACE_NOT_FOUND: 404,
} as const;
/** Where nobody writes, or nobody any more. */
const closed = { CONVERSATION_READ_ONLY: 409, SUB_SPACE_ARCHIVED: 409 } as const;
export const addressRefs = { entity_id: 'entity', sub_space_id: 'sub_space' };
const common = { access: 'session', module: 'chat' } as const;

/**
 * Every conversation of the caller, at most 2,000 entries, latest first. `shows_seen`: whether the caller shows others what they
 * have seen. `revision`: the caller's personal topic.
 */
export const listConversations = endpoint({
  ...common,
  name: 'chat.conversation.list',
  method: 'GET',
  path: '/chat/conversation/list',
  rate: 'read',
  input: empty,
  output: v.strictObject({ items: v.array(entry), shows_seen: v.boolean(), revision: count }),
});

/**
 * A run of messages in rising seq: the newest `limit` (default 50), those before / after a seq, those around one, or those around the
 * first of a moment or later (the last one if there is none). `conversation_id` is null while nobody has written to the colleague or in
 * the thread yet. `revision` is the conversation topic's at the time of reading. `root`: the message that a thread is about.
 */
export const listMessages = endpoint({
  ...common,
  name: 'chat.message.list',
  method: 'GET',
  path: '/chat/message/list',
  rate: 'read',
  input: v.strictObject({
    ...address,
    before_seq: v.optional(queryCount),
    after_seq: v.optional(queryCount),
    around_seq: v.optional(queryCount),
    at_time: v.optional(moment),
    limit: v.optional(queryLimit(100)),
  }),
  output: v.strictObject({
    conversation_id: v.nullable(id),
    root: v.nullable(message),
    revision: count,
    items: v.array(message),
    has_before: v.boolean(),
    has_after: v.boolean(),
  }),
  refs: addressRefs,
  errors: chatErrors,
});

/**
 * Sends. `message_id` is made by the client and is the message's for ever: a repeat answers the message that is there and
 * the events of its first time, so nothing needs to be stored for it.
 * `reply_to`: a message of the same conversation. `forward_of`: any that the caller may read; its text and files are sent.
 */
export const send = endpoint({
  ...common,
  name: 'chat.message.new',
  method: 'POST',
  path: '/chat/message/new',
  rate: 'message',
  idempotency: 'natural',
  queue: true,
  limit: 131_072,
  input: v.strictObject({
    ...address,
    message_id: newId,
    /** May be blank with attachments. */
    body: richTextSchema,
    attachments: v.optional(attachInput),
    reply_to: v.optional(id),
    forward_of: v.optional(id),
  }),
  output: v.strictObject({ message, events }),
  refs: { ...addressRefs, reply_to: 'message', forward_of: 'message', 'attachments[].file_id': 'file' },
  errors: { ...chatErrors, ...closed, MESSAGE_EMPTY: 400, FILE_NOT_FOUND: 404 },
});

export const edit = endpoint({
  ...common,
  name: 'chat.message.update',
  method: 'POST',
  path: '/chat/message/update',
  rate: 'message',
  queue: true,
  limit: 131_072,
  input: v.strictObject({ message_id: id, body: richTextSchema }),
  output: v.strictObject({ message, events }),
  refs: { message_id: 'message' },
  errors: { ...closed, MESSAGE_NOT_FOUND: 404, MESSAGE_EMPTY: 400 },
});

/** The sender's own, or any in a space where the caller's role allows it. What stays is a tombstone. */
export const remove = endpoint({
  ...common,
  name: 'chat.message.delete',
  method: 'DELETE',
  path: '/chat/message/delete',
  rate: 'message',
  queue: true,
  input: v.strictObject({ message_id: id }),
  output: v.strictObject({ message, events }),
  refs: { message_id: 'message' },
  errors: { MESSAGE_NOT_FOUND: 404, CONVERSATION_READ_ONLY: 409 },
});

export const react = endpoint({
  ...common,
  name: 'chat.reaction.new',
  method: 'POST',
  path: '/chat/reaction/new',
  rate: 'message',
  queue: true,
  input: v.strictObject({ message_id: id, emoji }),
  output: v.strictObject({ message, events }),
  refs: { message_id: 'message' },
  errors: { MESSAGE_NOT_FOUND: 404, TOO_MANY_REACTIONS: 409, SUB_SPACE_ARCHIVED: 409 },
});

export const unreact = endpoint({
  ...common,
  name: 'chat.reaction.delete',
  method: 'DELETE',
  path: '/chat/reaction/delete',
  rate: 'message',
  queue: true,
  input: v.strictObject({ message_id: id, emoji: emojiOrFormer }),
  output: v.strictObject({ message, events }),
  refs: { message_id: 'message' },
  errors: { MESSAGE_NOT_FOUND: 404 },
});

/** Moves the caller's marker forward to `read_seq` (never back, never past the last message). */
export const markRead = endpoint({
  ...common,
  name: 'chat.read.update',
  method: 'POST',
  path: '/chat/read/update',
  rate: 'write',
  queue: true,
  input: v.strictObject({ conversation_id: id, read_seq: count }),
  output: v.strictObject({ read_seq: count, events }),
  refs: { conversation_id: 'conversation' },
  errors: { CONVERSATION_NOT_FOUND: 404 },
});

export const messageCreated = event({ name: 'chat.message_created', topic: 'conversation', payload: message });
export const messageUpdated = event({
  name: 'chat.message_updated',
  topic: 'conversation',
  payload: v.strictObject({
    message_id: id,
    seq: count,
    sender_id: id,
    body: richTextSchema,
    edited_at: v.string(),
  }),
});
export const messageDeleted = event({
  name: 'chat.message_deleted',
  topic: 'conversation',
  payload: v.strictObject({ message_id: id, seq: count, deleted_at: v.string() }),
});
const reactionPayload = v.strictObject({ message_id: id, seq: count, emoji: v.string(), employee_id: id });
export const reactionAdded = event({ name: 'chat.reaction_added', topic: 'conversation', payload: reactionPayload });
export const reactionRemoved = event({
  name: 'chat.reaction_removed',
  topic: 'conversation',
  payload: reactionPayload,
});

/** Personal: a conversation came to the caller's list (first direct message, joined a space); whole, and replaces what was there. */
export const entryAdded = event({ name: 'chat.entry_added', topic: 'employee', payload: entry });
export const entryRemoved = event({
  name: 'chat.entry_removed',
  topic: 'employee',
  payload: v.strictObject({ entity_type: entryType, entity_id: id }),
});
/** Personal: my marker moved, perhaps on another device. */
export const read = event({
  name: 'chat.read',
  topic: 'employee',
  payload: v.strictObject({ conversation_id: id, read_seq: count }),
});
