// Topics and revisions on the wire: catching up over HTTP, and what is said on the socket.
import * as v from 'valibot';
import { endpoint } from './kernel/endpoint.ts';
import { count, empty, frame } from './kernel/fields.ts';

const topicName = v.pipe(
  v.string(),
  v.regex(/^(company|(employee|space|conversation|community):[0-9a-f-]{36})$/, 'Not a topic'),
);

/** How many topics one call may ask for, and how many events one topic is told before it must be read anew. */
export const SYNC_MAX_TOPICS = 2000;
export const SYNC_MAX_EVENTS = 500;

/**
 * What happened since the revisions held. Per topic: `ok` with the missing events (none if nothing changed), `reset`
 * when it moved too far (read it anew), `gone` when the caller may not see it (any more) or it never was.
 */
export const sync = endpoint({
  name: 'sync.topic.list',
  method: 'POST',
  path: '/sync',
  access: 'session',
  rate: 'read',
  idempotency: 'none',
  limit: 262_144,
  input: v.strictObject({
    topics: v.pipe(v.record(topicName, count), v.maxEntries(SYNC_MAX_TOPICS)),
  }),
  output: v.strictObject({
    topics: v.array(
      v.strictObject({
        topic: v.string(),
        status: v.picklist(['ok', 'reset', 'gone']),
        revision: count,
        events: v.array(frame),
      }),
    ),
  }),
});

/** A ticket for one WebSocket: single use, 30 seconds, bound to the session; sent as the socket's first message. */
export const ticket = endpoint({
  name: 'sync.ticket.new',
  method: 'POST',
  path: '/realtime/ticket',
  access: 'session',
  rate: 'ticket',
  idempotency: 'none',
  input: empty,
  output: v.strictObject({ ticket: v.string() }),
});

/** Where the socket is, below the API base. */
export const REALTIME_PATH = '/realtime';
/** The client pings this often; either side gives up after two silent intervals. Milliseconds. */
export const PING_MS = 20_000;

/** The close code of a socket whose place another one took. */
export const REPLACED = 4409;
/** Close codes: 4401 the session is over; 4408 no ticket in time; 4409 another socket of this client, or too many others of its session, took over; 4413 too slow a reader; 4429 too many frames. */
export const close = { session: 4401, ticket: 4408, replaced: REPLACED, slow: 4413, flood: 4429 } as const;

/** What a client may say on its socket. */
export const fromClient = v.variant('type', [
  v.strictObject({ type: v.literal('hello'), ticket: v.string(), client_id: v.string() }),
  v.strictObject({ type: v.literal('ping') }),
  v.strictObject({ type: v.literal('active'), active: v.boolean() }),
  v.strictObject({ type: v.literal('typing'), conversation_id: v.string() }),
]);
export type FromClient = v.InferOutput<typeof fromClient>;

export type Presence = 'Available' | 'Busy' | 'Appear Offline';

/**
 * What the server says. `ready`: subscribed from now on (so: sync once), with everybody who is not offline.
 * `event`: one change of a topic. `presence`, `typing`: not stored, no revision. `pong` answers `ping`.
 */
export type FromServer =
  | { type: 'ready'; presence: Record<string, Presence> }
  | { type: 'event'; topic: string; revision: number; name: string; payload: unknown }
  | { type: 'presence'; employee_id: string; presence: Presence }
  | { type: 'typing'; conversation_id: string; employee_id: string }
  | { type: 'pong' };
