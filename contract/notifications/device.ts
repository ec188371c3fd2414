// The device that one is at, and how pushes reach it (S3 "Device record", S7).
import * as v from 'valibot';
import { endpoint } from '../kernel/endpoint.ts';
import { id, newId, text } from '../kernel/fields.ts';

const key = v.pipe(text(200), v.regex(/^[A-Za-z0-9_-]+=*$/, 'Not base64url'));

/** How pushes reach a device: by the subscription of its browser, by a token of Firebase Cloud Messaging, or not at all. */
export const pushInfo = v.strictObject({
  transport: v.picklist(['web', 'fcm', 'none']),
  permission: v.picklist(['granted', 'denied', 'default', 'unsupported']),
  endpoint: v.optional(v.pipe(text(2000), v.regex(/^https?:\/\/[^\s<>"\\]+$/, 'Not an address'))),
  keys: v.optional(v.strictObject({ p256dh: key, auth: key })),
  token: v.optional(text(4096, 1)),
});
export type PushInfo = v.InferOutput<typeof pushInfo>;

export const deviceInfo = v.strictObject({
  app_type: v.picklist(['web', 'installed']),
  os: text(60),
  browser: text(60),
  browser_version: text(60),
  is_mobile: v.boolean(),
  push: pushInfo,
  /** What helps to find out why nothing arrives; never a secret. */
  notification_debug: v.pipe(
    v.record(text(60), v.union([v.boolean(), v.number(), text(300)])),
    v.check((given) => Object.keys(given).length <= 40, 'Too much'),
  ),
});
export type DeviceInfo = v.InferOutput<typeof deviceInfo>;

/**
 * One record for each device and session: pushes end with the session. An endpoint or token belongs to the device that named it last, in
 * whatever company.
 */
export const updateDevice = endpoint({
  name: 'notifications.device.update',
  method: 'POST',
  path: '/config/device/update',
  access: 'session',
  rate: 'write',
  idempotency: 'natural',
  /** The device makes its id itself and keeps it. */
  input: v.strictObject({ device_id: newId, device_info: deviceInfo }),
  output: v.strictObject({ device_id: id }),
});

/** What a browser registers with at Firebase Cloud Messaging. No secret. */
const fcmApp = v.strictObject({
  project_id: v.string(),
  app_id: v.string(),
  api_key: v.string(),
  sender_id: v.string(),
  /** Of the project, base64url: what a browser subscribes with for it. */
  vapid_public_key: v.string(),
});
export type FcmApp = v.InferOutput<typeof fcmApp>;

/** What this device needs to subscribe, and what the server has of it: for the repair at each start. */
export const getPush = endpoint({
  name: 'notifications.push.get',
  method: 'GET',
  path: '/notification/push/get',
  access: 'session',
  module: 'push',
  rate: 'read',
  input: v.strictObject({ device_id: id }),
  output: v.strictObject({
    /** The server's own VAPID key, base64url. */
    vapid_public_key: v.string(),
    /** Pushes are to take this way, where the browser can; null: there is no such project. */
    fcm: v.nullable(fcmApp),
    device: v.nullable(
      v.strictObject({
        transport: pushInfo.entries.transport,
        /** As the device named it; null where there is none (any more). */
        endpoint: v.nullable(v.string()),
        /** The same of Firebase Cloud Messaging. */
        token: v.nullable(v.string()),
        /** Since when it works. */
        since: v.nullable(v.string()),
        /** The push service said that it is gone. */
        lost_at: v.nullable(v.string()),
        last_sent_at: v.nullable(v.string()),
        last_error: v.nullable(v.string()),
      }),
    ),
  }),
  refs: { device_id: 'device' },
});

/** Sends one push to this device and waits for what the push service says. */
export const testPush = endpoint({
  name: 'notifications.push.test',
  method: 'POST',
  path: '/notification/push/test',
  access: 'session',
  module: 'push',
  rate: 'mail',
  idempotency: 'none',
  input: v.strictObject({ device_id: id }),
  output: v.strictObject({
    /** Comes back in the push, so that the page knows which one was shown. */
    tag: v.string(),
    accepted: v.boolean(),
    /** HTTP status of the push service; null if it could not be reached. */
    status: v.nullable(v.number()),
    reason: v.nullable(v.string()),
  }),
  refs: { device_id: 'device' },
  errors: { DEVICE_NOT_FOUND: 404 },
});
