// SQL of the table `push`: what is to be sent to devices.
import type { PushData } from '#contract/notifications/push.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Urgency } from '../../../platform/push/outcome.ts';
import type { DeviceKey } from './device-repo.ts';

/** What a push says, as it is kept. */
export interface PushContent {
  readonly kind: string;
  readonly title: string;
  /** Cut to what fits. */
  readonly body: string;
  /** Below the origin: where a tap leads. */
  readonly path: string;
  readonly silent?: boolean;
  /** Said instead where the lock screen is to say nothing. */
  readonly hidden?: { readonly title: string; readonly body: string };
  readonly message?: PushData['message'];
  /** Of the message that it is about, also where there is no Reply to it. */
  readonly message_id?: string;
  /** Of the list's entry that it is about. */
  readonly notification_id?: string;
  /** Tags that are to be taken down, besides those of what was read: these are added when it is sent. */
  readonly clear?: readonly string[];
  readonly urgency?: Urgency;
}

/** With what is known only when it is sent. */
export interface SentContent extends PushContent {
  /** All that is unread. */
  readonly badge: number;
  /** Up to where they have read, there where the message stands that it is about. */
  readonly read_seq?: number;
}

export interface PushRow extends DeviceKey {
  readonly company_id: string;
  readonly push_id: string;
  readonly employee_id: string;
  readonly tag: string;
  readonly content: PushContent;
  /** How often it was taken, this time included. Below 0, in the table alone: a later one has its place. */
  readonly attempts: number;
  /** ISO 8601. */
  readonly created_at: string;
  /** Whole seconds until nobody wants it any more; negative once that is so. */
  readonly seconds_left: number;
}

const INSERT = `INSERT INTO push (company_id, session_id, device_id, push_id, employee_id, tag, content, expires_at)
  SELECT $1, d.session_id, d.device_id, n.push_id, n.employee_id, n.tag, n.content, now() + make_interval(secs => n.ttl)
  FROM jsonb_to_recordset($2::jsonb) AS n(push_id uuid, employee_id uuid, tag text, content jsonb, ttl integer)
  JOIN device d ON d.company_id = $1 AND d.employee_id = n.employee_id AND d.address IS NOT NULL
  RETURNING 1 AS one`;

export interface PushToInsert {
  readonly push_id: string;
  readonly employee_id: string;
  readonly tag: string;
  readonly content: PushContent;
  readonly ttl: number;
}

/** One for each device that their person has. Returns how many. */
export const insertPushes = async (tx: Tx, pushes: readonly PushToInsert[]): Promise<number> =>
  (await tx.query(INSERT, [tx.company_id, JSON.stringify(pushes)])).length;

const SAME = (a: string, b: string) =>
  `${a}.company_id = ${b}.company_id AND ${a}.session_id = ${b}.session_id AND ${a}.device_id = ${b}.device_id`;

// Nobody waits for the network with a row held: whoever takes one has it to himself for a minute, and then it is due again.
// Only the first one of each device that is not replaced can be taken, so a device gets them in order, and one that cannot be reached
// takes one place.
// Materialized: the planner may run a subquery again for each row of the table, and each time it would find another one.
const TAKE = `WITH d AS MATERIALIZED (SELECT q.company_id, q.session_id, q.device_id, q.push_id FROM push q
    WHERE q.due_at <= now() AND q.employee_id <> ALL($1::uuid[]) AND q.attempts >= 0
      AND NOT EXISTS (SELECT 1 FROM push e WHERE ${SAME('e', 'q')} AND e.push_id < q.push_id AND e.attempts >= 0)
    ORDER BY q.due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  UPDATE push p SET attempts = p.attempts + 1, due_at = clock_timestamp() + interval '1 minute' FROM d
  WHERE ${SAME('p', 'd')} AND p.push_id = d.push_id
  RETURNING p.company_id, p.session_id, p.device_id, p.push_id, p.employee_id, p.tag, p.content, p.attempts, p.created_at,
    floor(extract(epoch FROM p.expires_at - now()))::float8 AS seconds_left`;

/** Of all companies, but for these people. Needs a system transaction. */
export async function takePush(tx: Tx, but_of: readonly string[]): Promise<PushRow | undefined> {
  return (await tx.query<PushRow>(TAKE, [but_of]))[0];
}

const OF_DEVICE = 'company_id = $1 AND session_id = $2 AND device_id = $3';
const END = `DELETE FROM push WHERE ${OF_DEVICE} AND push_id = $4`;
const END_ALL = `DELETE FROM push WHERE ${OF_DEVICE} AND (push_id = $4 OR (push_id < $4 AND tag = $5 AND attempts < 0))`;
const POSTPONE = `UPDATE push SET due_at = clock_timestamp() + make_interval(secs => $4) WHERE ${OF_DEVICE} AND attempts >= 0`;
// What the push service would replace if it had it already. It is kept until the push service has the later one: that may be deleted by
// then, or unwanted, and nobody would be told of either. It is never due: those that are must be found at once.
const REPLACE = `UPDATE push p SET attempts = -1, due_at = 'infinity' WHERE p.company_id = $1 AND p.session_id = $2 AND p.device_id = $3 AND EXISTS (
  SELECT 1 FROM push n WHERE ${SAME('n', 'p')} AND n.tag = p.tag AND n.push_id > p.push_id) AND p.attempts >= 0`;
const GIVE_BACK = `UPDATE push SET attempts = 0, due_at = now() WHERE ${OF_DEVICE} AND push_id = (SELECT push_id FROM push
  WHERE ${OF_DEVICE} AND push_id < $4 AND tag = $5 AND attempts < 0 ORDER BY push_id DESC LIMIT 1)`;

const key = (tx: Tx, { session_id, device_id }: DeviceKey) => [tx.company_id, session_id, device_id];

type Ended = DeviceKey & Pick<PushRow, 'push_id' | 'tag'>;

/** It is not sent: what it had the place of is looked at instead. */
export async function dropPush(tx: Tx, push: Ended): Promise<void> {
  const it = [...key(tx, push), push.push_id];
  await tx.query(END, it);
  await tx.query(GIVE_BACK, [...it, push.tag]);
}

/** The push service has it: so it is done with, and with what it has the place of. */
export const endPush = (tx: Tx, push: Ended): Promise<object[]> =>
  tx.query(END_ALL, [...key(tx, push), push.push_id, push.tag]);

/** All that waits for the device waits so many seconds longer; of what has one tag, the latest has the place of all. */
export async function postponePushes(tx: Tx, device: DeviceKey, seconds: number): Promise<void> {
  await tx.query(REPLACE, key(tx, device));
  await tx.query(POSTPONE, [...key(tx, device), seconds]);
}
