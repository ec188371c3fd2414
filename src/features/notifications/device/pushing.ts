// How pushes reach this device: the permission, the address (address.ts), and what the server is told of both. Comes when it is
// needed: in the settings, and some seconds after a start.

import { systemOf } from '#contract/agent.ts';
import type { PushInfo } from '#contract/notifications/device.ts';
import * as contract from '#contract/notifications/device.ts';
import { isModuleOn } from '#src/kit/company/modules.ts';
import { noteTold } from '#src/offline/device/told.ts';
import { app } from '#src/realtime/app.ts';
import { type Address, addressNow, giveUpAddress, isKnown, type Known, makeAddress, within } from './address.ts';
import { deviceInfoOf } from './device-info.ts';
import { takeDownRead } from './take-down.ts';
import { noteOfDevice, thisDevice } from './this-device.ts';

const WORKER_MS = 10_000;

/** Why there can be no pushes here; null if there can. */
export function obstacle(): 'install' | 'unsupported' | null {
  if ('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis) return null;
  const { userAgent, maxTouchPoints: touchPoints } = navigator;
  return systemOf({ userAgent, touchPoints }) === 'iOS' && !isInstalled() ? 'install' : 'unsupported';
}

export const permission = (): PushInfo['permission'] => (obstacle() ? 'unsupported' : Notification.permission);

const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

/** The worker in charge. Rejects if there is none after a while. */
export const worker = (): Promise<ServiceWorkerRegistration> => within(navigator.serviceWorker.ready, WORKER_MS);

export const subscription = async (): Promise<PushSubscription | null> =>
  (await worker()).pushManager.getSubscription();

/** What the server knows of this device. */
export const askServer = (): Promise<Known> => app.call(contract.getPush, { device_id: thisDevice().device_id });

/** The address that the browser has now, if any; it may be of no use to the server. */
export const address = async (known: Known): Promise<Address | null> => addressNow(known, await worker());

/**
 * Subscribes, unless there is a subscription that the server can use, and tells the server. To be called when the permission is
 * there. Throws what the browser or the server says.
 */
export function subscribe(): Promise<void> {
  subscribing ??= bringTogether().finally(() => {
    subscribing = undefined;
  });
  return subscribing;
}

/** The repair at the start and whoever looks at the settings may come at once; two would take each other's address away. */
let subscribing: Promise<void> | undefined;

async function bringTogether(): Promise<void> {
  const [known, registration] = await Promise.all([askServer(), worker()]);
  // Who leaves meanwhile has given up their address (offline/device/leaving/traces.ts).
  app.leaving.throwIfAborted();
  if (thisDevice().off) return;
  const made = await makeAddress(known, registration);
  await tell(made, isKnown(made, known), known.vapid_public_key);
}

/**
 * Says what this is and "here" or "not here any more" to the server. `known`: it has this address; told again if something else is
 * new. `vapid_public_key`: the worker looks after the address from now on.
 */
async function tell(made: Address, known: boolean, vapid_public_key = ''): Promise<void> {
  const push: PushInfo = { ...made, permission: permission() };
  const { userAgent, maxTouchPoints: touchPoints } = navigator;
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const device_info = deviceInfoOf({
    userAgent,
    touchPoints,
    installed: isInstalled(),
    push,
    debug: { app_version: __APP_VERSION__, worker: registration?.active?.state ?? 'none', secure: isSecureContext },
  });
  const session_id = app.session.read()?.session_id;
  if (!session_id) return;
  const { transport, permission: allowed } = push;
  const told = JSON.stringify({ session_id, ...device_info, push: { transport, permission: allowed } });
  const { device_id, told: before } = thisDevice();
  const record = { device_id, device_info };
  if (!known || told !== before) {
    await app.call(contract.updateDevice, record);
    noteOfDevice({ told });
  }
  await noteTold(session_id, { record, vapid_public_key });
}

/** After a click only. False if the person, or the browser for them, said no. */
export async function turnOn(): Promise<boolean> {
  const answer = await Notification.requestPermission();
  if (answer !== 'granted') {
    noteOfDevice({ declined: true });
    return false;
  }
  noteOfDevice({ off: false, declined: false, fcm_failed_at: 0 });
  await subscribe();
  return true;
}

export async function turnOff(): Promise<void> {
  noteOfDevice({ off: true });
  // Told first, and without a connection: a new address of the browser's is not to be passed on any more.
  const session_id = app.session.read()?.session_id;
  const passNothingOn = async () => session_id && noteTold(session_id, null);
  await passNothingOn();
  // The repair of the start would leave an address behind.
  if (subscribing) await subscribing.catch(() => undefined).then(passNothingOn);
  const known = await askServer().catch(() => undefined);
  await giveUpAddress(await worker(), known?.fcm ?? null);
  await tell({ transport: 'none' }, false);
}

/** At each start: brings browser and server to one mind. Says nothing; a failure is only logged (S3). */
export async function repair(): Promise<void> {
  try {
    const isWanted = permission() === 'granted' && !thisDevice().off && isModuleOn(app.queryClient, 'push');
    if (isWanted) await subscribe();
    else await tell({ transport: 'none' }, true);
  } catch (error) {
    console.info('The device could not be brought together with the server', error);
  }
  if (permission() === 'granted') await takeDownRead().catch(() => undefined);
}
