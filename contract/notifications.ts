// Notifications: the list in the app, what one wants to be told of, and when (product.md 3.8). How pushes reach a device stands in
// notifications/device.ts, what people change in notifications/writes.ts: the first page that is loaded needs neither.
import * as v from 'valibot';
import { endpoint, event } from './kernel/endpoint.ts';
import { count, cursor, empty, id, queryLimit, time } from './kernel/fields.ts';
import { week } from './week.ts';

/** `direct` and `group`: messages there. `space`: in sub-spaces. `thread`: answers in a thread that one follows. `reaction`: to one's own message. `invitation`: into a space, or somebody asks to come in. */
export const kinds = ['direct', 'group', 'space', 'thread', 'reaction', 'invitation'] as const;
export type Kind = (typeof kinds)[number];

export const level = v.picklist(['all', 'mentions', 'none']);
export type Level = v.InferOutput<typeof level>;

/** Of one's own settings, what holds where nothing was chosen. Reactions and invitations know no mentions: there it means none. */
export const DEFAULT_LEVELS = {
  direct: 'all',
  group: 'all',
  space: 'mentions',
  thread: 'all',
  reaction: 'none',
  invitation: 'all',
} as const satisfies Record<Kind, Level>;

export const levels = v.strictObject({
  direct: level,
  group: level,
  space: level,
  thread: level,
  reaction: level,
  invitation: level,
});

export const settings = v.strictObject({
  /** Which pushes come, by kind. The list in the app has mentions, threads, reactions and invitations in any case. */
  levels,
  /** Other hours than the company's; null: those of the company. */
  awake: v.nullable(week),
  /** Nothing sounds until then. */
  paused_until: v.nullable(time),
  /** The lock screen says that there is something, not what. */
  hide_text: v.boolean(),
  /** A mail in the morning about what waits, if no device of theirs takes pushes. */
  mail_digest: v.boolean(),
});
export type Settings = v.InferOutput<typeof settings>;

export const entityType = v.picklist(['employee', 'group', 'space', 'sub_space', 'thread', 'campaign']);
/** What one wants of one conversation instead of its kind's level; of a campaign, instead of all. A sub-space goes before its space. */
const exception = v.strictObject({ entity_type: entityType, entity_id: id, level });
export type Exception = v.InferOutput<typeof exception>;

export const getSettings = endpoint({
  name: 'notifications.settings.get',
  method: 'GET',
  path: '/notification/settings/get',
  access: 'session',
  rate: 'read',
  input: empty,
  output: v.strictObject({
    settings,
    exceptions: v.array(exception),
    /** The company's hours. */
    company_awake: week,
    /** The revision of one's own topic that this is at. */
    revision: count,
  }),
});

/** An entry of the list. What it says of a message is that message as it stands now: deleted, it says so no more. */
export const notification = v.strictObject({
  notification_id: id,
  kind: v.picklist(['mention', 'thread', 'reaction', 'invitation', 'join_request', 'joined']),
  /** Who did it; of reactions the latest of `count` people. */
  actor_id: v.nullable(id),
  /** How many people (reactions). */
  count,
  /** Words of the message, the emoji, or the space's name. */
  text: v.string(),
  emoji: v.nullable(v.string()),
  /** Where: the space's or group's name; empty in a direct conversation. */
  place: v.string(),
  /** Below the origin. */
  path: v.string(),
  created_at: v.string(),
  read: v.boolean(),
});
export type Notification = v.InferOutput<typeof notification>;

/** Newest first. */
export const list = endpoint({
  name: 'notifications.list.get',
  method: 'GET',
  path: '/notification/list',
  access: 'session',
  rate: 'read',
  input: v.strictObject({ cursor: v.optional(cursor), limit: v.optional(queryLimit(100)) }),
  output: v.strictObject({
    items: v.array(notification),
    next_cursor: v.nullable(v.string()),
    unread: count,
    revision: count,
  }),
});

// All personal.

/** A new entry, or an entry that says something else now (one more reaction). */
export const notified = event({
  name: 'notifications.notified',
  topic: 'employee',
  payload: v.strictObject({ notification, unread: count }),
});
export const notificationsRead = event({
  name: 'notifications.read',
  topic: 'employee',
  payload: v.strictObject({
    notification_ids: v.array(id),
    until: v.nullable(v.string()),
    unread: count,
  }),
});
/** The message, the reaction or the invitation is gone. */
export const withdrawn = event({
  name: 'notifications.withdrawn',
  topic: 'employee',
  payload: v.strictObject({ notification_ids: v.array(id), unread: count }),
});
export const settingsChanged = event({
  name: 'notifications.settings_changed',
  topic: 'employee',
  payload: settings,
});
export const levelChanged = event({
  name: 'notifications.level_changed',
  topic: 'employee',
  payload: v.strictObject({ entity_type: entityType, entity_id: id, level: v.nullable(level) }),
});
