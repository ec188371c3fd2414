// SQL of the table `device`.
import type { DeviceInfo, PushInfo } from '#contract/notifications/device.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { PushAddress } from './subscription.ts';

export interface DeviceKey {
  readonly session_id: string;
  readonly device_id: string;
}
export interface NewDevice extends DeviceKey {
  readonly company_id: string;
  readonly employee_id: string;
  readonly info: Omit<DeviceInfo, 'push'>;
  readonly transport: PushInfo['transport'];
  readonly permission: PushInfo['permission'];
  readonly address: PushAddress | null;
}

/** Of one session; a browser has one, unless it has lost its own id. */
const MOST = 5;
const IS_IT = 'company_id = $1 AND session_id = $2 AND device_id = $3';
// Two that name one address at once come one after the other, and the second one has it.
const IN_TURN = "SELECT pg_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 0))";
const TAKE_AWAY = `UPDATE device SET address = NULL, address_hash = NULL, p256dh = NULL, auth = NULL, since = NULL
  WHERE address_hash = $4 AND NOT (${IS_IT})`;
// A repeat writes nothing.
const KEEP = `INSERT INTO device AS d (company_id, session_id, device_id, employee_id, info, transport, permission, address,
    address_hash, p256dh, auth, since)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, CASE WHEN $8::text IS NOT NULL THEN now() END)
  ON CONFLICT (company_id, session_id, device_id) DO UPDATE SET info = excluded.info, transport = excluded.transport,
    permission = excluded.permission, address = excluded.address, address_hash = excluded.address_hash,
    p256dh = excluded.p256dh, auth = excluded.auth,
    since = CASE WHEN d.address_hash = excluded.address_hash THEN d.since ELSE excluded.since END,
    last_error = CASE WHEN d.address_hash = excluded.address_hash THEN d.last_error END,
    lost_at = CASE WHEN excluded.address IS NULL THEN d.lost_at END
  WHERE (d.info, d.transport, d.permission, d.address_hash, d.p256dh, d.auth) IS DISTINCT FROM
    (excluded.info, excluded.transport, excluded.permission, excluded.address_hash, excluded.p256dh, excluded.auth)`;
const NO_MORE = `DELETE FROM device WHERE company_id = $1 AND session_id = $2 AND device_id IN (
  SELECT device_id FROM device WHERE company_id = $1 AND session_id = $2 AND device_id <> $3
  ORDER BY device_id DESC OFFSET ${MOST - 1})`;

/** Needs a system transaction: an address that this device names is taken from whoever had it, in whatever company. */
export async function keepDevice(tx: Tx, device: NewDevice): Promise<void> {
  const { company_id, session_id, device_id, employee_id, info, transport, permission, address } = device;
  const key = [company_id, session_id, device_id];
  if (address) {
    await tx.query(IN_TURN, [address.address_hash]);
    await tx.query(TAKE_AWAY, [...key, address.address_hash]);
  }
  const { p256dh, auth } = address ?? { p256dh: null, auth: null };
  const named = [address?.address ?? null, address?.address_hash ?? null, p256dh, auth];
  await tx.query(KEEP, [...key, employee_id, JSON.stringify(info), transport, permission, ...named]);
  await tx.query(NO_MORE, key);
}

export interface DeviceRow extends Omit<PushAddress, 'address' | 'address_hash'> {
  readonly employee_id: string;
  readonly transport: PushInfo['transport'];
  /** Null: there is none (any more). */
  readonly address: string | null;
  readonly address_hash: Buffer | null;
  readonly since: string | null;
  readonly lost_at: string | null;
  readonly last_sent_at: string | null;
  readonly last_error: string | null;
}

const FIND = `SELECT employee_id, transport, address, address_hash, p256dh, auth, since, lost_at, last_sent_at, last_error
  FROM device WHERE ${IS_IT}`;
const REACHED = `SELECT employee_id, session_id FROM device
  WHERE company_id = $1 AND employee_id = ANY($2::uuid[]) AND address IS NOT NULL`;
// Only as long as it has the address that was asked: it may have named another one meanwhile.
const AT_ADDRESS = `${IS_IT} AND address_hash = $4`;
const SENT = `UPDATE device SET last_sent_at = now(), last_error = NULL WHERE ${AT_ADDRESS}`;
const FAILED = `UPDATE device SET last_error = $5 WHERE ${AT_ADDRESS}`;
const LOST = `UPDATE device SET address = NULL, address_hash = NULL, p256dh = NULL, auth = NULL, since = NULL, lost_at = now(),
    last_error = $5
  WHERE ${AT_ADDRESS}`;
const NO_FCM = `UPDATE device SET address = NULL, address_hash = NULL, since = NULL, lost_at = now()
  WHERE transport = 'fcm' AND address IS NOT NULL`;
const FORGET = `DELETE FROM device WHERE ${IS_IT}`;

const COUNT = `SELECT count(DISTINCT device_id)::integer AS devices FROM device
  WHERE company_id = $1 AND employee_id = $2 AND address IS NOT NULL`;
/** How many devices pushes of somebody go to. */
export async function countDevices(tx: Tx, employee_id: string): Promise<number> {
  return (await tx.query<{ devices: number }>(COUNT, [tx.company_id, employee_id]))[0]?.devices ?? 0;
}

const APPS = `SELECT session_id, bool_or(info ->> 'app_type' = 'installed') AS installed, bool_or(address IS NOT NULL) AS takes_pushes
  FROM device WHERE company_id = $1 AND session_id = ANY ($2::uuid[]) GROUP BY session_id`;
/** What runs in these sessions, of those that have said so: the app on a home screen or a page, and whether pushes reach it. */
export const appsOf = (
  tx: Tx,
  session_ids: readonly string[],
): Promise<{ session_id: string; installed: boolean; takes_pushes: boolean }[]> =>
  tx.query(APPS, [tx.company_id, session_ids]);

const DROP = 'DELETE FROM device WHERE company_id = $1 AND employee_id = $2';
/** Nobody knows their addresses any more, nor what was on its way to them. */
export const dropDevices = async (tx: Tx, employee_id: string): Promise<void> =>
  void (await tx.query(DROP, [tx.company_id, employee_id]));

export async function findDevice(tx: Tx, { session_id, device_id }: DeviceKey): Promise<DeviceRow | undefined> {
  return (await tx.query<DeviceRow>(FIND, [tx.company_id, session_id, device_id]))[0];
}

/** The devices of these people that pushes can be sent to, those of sessions that are over among them. */
export const listReached = (
  tx: Tx,
  employee_ids: readonly string[],
): Promise<{ employee_id: string; session_id: string }[]> => tx.query(REACHED, [tx.company_id, employee_ids]);

type At = DeviceKey & { readonly address_hash: Buffer };
const at = (tx: Tx, { session_id, device_id, address_hash }: At) => [
  tx.company_id,
  session_id,
  device_id,
  address_hash,
];

export const noteSent = (tx: Tx, device: At): Promise<object[]> => tx.query(SENT, at(tx, device));
export const noteFailed = (tx: Tx, device: At, reason: string | null): Promise<object[]> =>
  tx.query(FAILED, [...at(tx, device), reason]);
/** Its address is no more. */
export const noteLost = (tx: Tx, device: At, reason: string | null): Promise<object[]> =>
  tx.query(LOST, [...at(tx, device), reason]);

/** Of all companies: this server has no project any more that tokens are of. Needs a system transaction. */
export const loseTokens = (tx: Tx): Promise<object[]> => tx.query(NO_FCM);

/** With all that waits for it. */
export const forgetDevice = (tx: Tx, { session_id, device_id }: DeviceKey): Promise<object[]> =>
  tx.query(FORGET, [tx.company_id, session_id, device_id]);
