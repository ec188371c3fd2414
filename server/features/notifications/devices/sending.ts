// From what is to be pushed to what the push service says of it, and what that means for the device.
import type { PushPayload } from '#contract/notifications/push.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Context } from '../../../platform/feature.ts';
import { createFcm } from '../../../platform/push/fcm.ts';
import { loadPushKeys, type PushKeys } from '../../../platform/push/keys.ts';
import type { PushOutcome, Send } from '../../../platform/push/outcome.ts';
import { createWebPush, type Subscription } from '../../../platform/push/web-push.ts';
import type { AppIcon } from '../../company/service.ts';
import { type DeviceKey, type DeviceRow, loseTokens, noteFailed, noteLost, noteSent } from './device-repo.ts';
import type { PushRow, SentContent } from './push-repo.ts';

export interface Sender {
  readonly keys: PushKeys;
  /** As it travels, with the icon of the company's installed app. */
  readonly write: (said: Said) => Promise<PushPayload>;
  readonly send: Send<Destination>;
}

/** Where a device is reached: by Web Push, or by a token of Firebase Cloud Messaging. */
export type Destination = {
  readonly address_hash: Buffer;
  /** Whose push service it is. */
  readonly service: string;
} & ({ readonly subscription: Subscription } | { readonly token: string });

const NO_PROJECT: PushOutcome = { kind: 'gone', status: null, reason: 'No project of Firebase is set up' };

/** With the keys of this server, which are read (and at the first run made) once. */
export function createSender(
  { db, config, log, outbound }: Pick<Context, 'db' | 'config' | 'log' | 'outbound'>,
  appIcon: AppIcon,
) {
  let made: Promise<Sender> | undefined;
  const make = async (): Promise<Sender> => {
    const keys = await loadPushKeys(db);
    const { fcm: project, publicUrl } = config;
    const web = createWebPush({ outbound, keys, publicUrl });
    const fcm = project && createFcm({ outbound, fcm: project, keys });
    // Devices find that at their next start, and subscribe by Web Push.
    if (!fcm) await db.system(loseTokens);
    const send: Sender['send'] = async (to, payload, manner) => {
      if ('subscription' in to) return web(to.subscription, payload, manner);
      return fcm ? fcm(to.token, payload, manner) : NO_PROJECT;
    };
    const write: Sender['write'] = async (said) => {
      // Without it the push has the app's own: that is no reason to be silent.
      const icon = await appIcon(said.company_id).catch((error: unknown) => {
        log.error({ err: error, company_id: said.company_id }, 'push icon');
        return undefined;
      });
      return payloadOf(said, config, icon);
    };
    return { keys, write, send };
  };
  return (): Promise<Sender> => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

type Said = Pick<PushRow, 'company_id' | 'employee_id' | 'tag' | 'created_at'> & {
  readonly content: Omit<SentContent, 'badge'> & { readonly badge?: number };
};

/** `icon`: the address of a picture of the company's, below the origin. */
function payloadOf(said: Said, { publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>, icon?: string): PushPayload {
  const { company_id, employee_id, tag, created_at } = said;
  const {
    kind,
    title,
    body,
    path,
    silent = false,
    message,
    read_seq,
    notification_id,
    clear = [],
    badge,
  } = said.content;
  const origin = publicUrl ?? `http://localhost:${port}`;
  return {
    web_push: 8030,
    mutable: true,
    notification: {
      title,
      body,
      navigate: origin + path,
      tag,
      // With its origin: a browser that shows it by itself may drop the whole push for less.
      ...(icon && { icon: `${origin}${icon}?icon=192` }),
      lang: 'en',
      dir: 'auto',
      silent,
      timestamp: Date.parse(created_at),
      data: {
        kind,
        company_id,
        employee_id,
        path,
        ...(message && { message }),
        ...(message && read_seq !== undefined && { read_seq }),
        ...(notification_id && { notification_id }),
        clear,
      },
    },
    ...(badge === undefined ? {} : { app_badge: badge }),
  };
}

/** Undefined if the device is not reached. */
export function destinationOf({ transport, address, address_hash, p256dh, auth }: DeviceRow): Destination | undefined {
  if (!address || !address_hash) return undefined;
  if (transport === 'fcm') return { address_hash, service: 'Firebase Cloud Messaging', token: address };
  if (!p256dh || !auth) return undefined;
  return { address_hash, service: new URL(address).origin, subscription: { endpoint: address, p256dh, auth } };
}

/** Keeps what became of it with the device, unless that has another address by now. */
export async function note(tx: Tx, device: DeviceKey & { readonly address_hash: Buffer }, outcome: PushOutcome) {
  const { kind, reason } = outcome;
  if (kind === 'accepted') await noteSent(tx, device);
  else if (kind === 'gone') await noteLost(tx, device, reason);
  else await noteFailed(tx, device, reason);
}
