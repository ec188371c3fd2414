// What people change of their notifications: what they want to be told of, and what they have read.
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { events, id, time } from '../kernel/fields.ts';
import { entityType, level, levels, settings } from '../notifications.ts';
import { week } from '../week.ts';

export const updateSettings = endpoint({
  name: 'notifications.settings.update',
  method: 'POST',
  path: '/notification/settings/update',
  access: 'session',
  rate: 'write',
  queue: true,
  input: v.strictObject({
    levels: v.optional(v.partial(levels)),
    awake: v.optional(v.nullable(week)),
    paused_until: v.optional(v.nullable(time)),
    hide_text: v.optional(v.boolean()),
    mail_digest: v.optional(v.boolean()),
  }),
  output: v.strictObject({ settings, events }),
});

/** `level` null: as its kind. At most 2,000 exceptions. */
export const setLevel = endpoint({
  name: 'notifications.level.update',
  method: 'POST',
  path: '/notification/level/update',
  access: 'session',
  rate: 'write',
  queue: true,
  input: v.strictObject({ entity_type: entityType, entity_id: id, level: v.nullable(level) }),
  output: v.strictObject({ events }),
  refs: { entity_id: 'entity' },
  errors: { CONVERSATION_NOT_FOUND: 404, TOO_MANY_LEVELS: 409 },
});

/** Some of them, or all up to now. What is read stays read. */
export const read = endpoint({
  name: 'notifications.list.read',
  method: 'POST',
  path: '/notification/read',
  access: 'session',
  rate: 'write',
  idempotency: 'natural',
  queue: true,
  input: v.strictObject({
    notification_ids: v.optional(v.pipe(v.array(id), v.maxLength(200))),
    /** All that were made up to then. */
    until: v.optional(time),
  }),
  output: v.strictObject({ events }),
  refs: { 'notification_ids[]': 'notification' },
});
