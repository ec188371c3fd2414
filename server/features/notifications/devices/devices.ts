// The record of a device: what it says of itself, how pushes reach it, what became of them, and one push to try it.
import { v7 as uuid } from 'uuid';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import type { DeviceInfo, getPush, testPush } from '#contract/notifications/device.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { FcmConfig } from '../../../platform/config/fcm.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Afterwards, Context } from '../../../platform/feature.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { type DeviceRow, findDevice, keepDevice } from './device-repo.ts';
import { destinationOf, note, type Sender } from './sending.ts';
import { addressOf } from './subscription.ts';

/** A test is for somebody who is looking at the screen. */
const TEST = { urgency: 'high', ttl: 60 } as const;

/** INVALID_REQUEST for what cannot be the address of a push service. Across companies, so not in the call's transaction. */
export function updateDevice(
  { config, db, outbound }: Pick<Context, 'config' | 'db' | 'outbound'>,
  { company_id, employee_id, session_id }: Actor,
  device_id: string,
  { push, ...info }: DeviceInfo,
): Afterwards<{ device_id: string }> {
  const { transport, permission } = push;
  const address = addressOf(push, { accepts: outbound.accepts, fcm: config.fcm !== undefined });
  const device = { company_id, employee_id, session_id, device_id, info, transport, permission, address };
  return async () => {
    await db.system((tx) => keepDevice(tx, device));
    return { device_id };
  };
}

export async function presentPush(
  tx: Tx,
  { fcm: project }: Context['config'],
  ready: () => Promise<Sender>,
  { session_id }: Actor,
  device_id: string,
): Promise<Afterwards<ResponseOf<typeof getPush>>> {
  const found = await findDevice(tx, { session_id, device_id });
  return async () => {
    const { keys } = await ready();
    return {
      vapid_public_key: keys.publicKey,
      fcm: project ? presentApp(project.app) : null,
      device: found ? presentDevice(found) : null,
    };
  };
}

type Presented = ResponseOf<typeof getPush>;

const presentApp = ({ projectId, appId, apiKey, senderId, vapidPublicKey }: FcmConfig['app']): Presented['fcm'] => ({
  project_id: projectId,
  app_id: appId,
  api_key: apiKey,
  sender_id: senderId,
  vapid_public_key: vapidPublicKey,
});

function presentDevice(found: DeviceRow): Presented['device'] {
  const { transport, address, since, lost_at, last_sent_at, last_error } = found;
  const endpoint = transport === 'web' ? address : null;
  const token = transport === 'fcm' ? address : null;
  return { transport, endpoint, token, since, lost_at, last_sent_at, last_error };
}

/** DEVICE_NOT_FOUND. */
export async function tryPush(
  tx: Tx,
  { db }: Pick<Context, 'db'>,
  ready: () => Promise<Sender>,
  { company_id, employee_id, session_id }: Actor,
  device_id: string,
): Promise<ResponseOf<typeof testPush> | Afterwards<ResponseOf<typeof testPush>>> {
  const device = await findDevice(tx, { session_id, device_id });
  if (!device) throw new AppError('DEVICE_NOT_FOUND');
  const tag = `t:${uuid()}`;
  const to = destinationOf(device);
  if (!to) return { tag, accepted: false, status: null, reason: 'This device has not subscribed' };
  const content = {
    kind: 'test',
    title: 'Limelight',
    body: 'Notifications work on this device.',
    path: '/settings/notifications',
  };
  const said = { company_id, employee_id, tag, content, created_at: new Date().toISOString() };
  return async () => {
    const { send, write } = await ready();
    const outcome = await send(to, await write(said), TEST);
    await db.company(company_id, (again) =>
      note(again, { session_id, device_id, address_hash: to.address_hash }, outcome),
    );
    const { kind, status, reason } = outcome;
    return { tag, accepted: kind === 'accepted', status, reason };
  };
}
