// The address at which pushes reach this browser: a subscription of its own, or, where the server has a project, a token of Firebase
// Cloud Messaging, which has a subscription made for it.
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import type { FcmApp, getPush, PushInfo } from '#contract/notifications/device.ts';
import { noteOfDevice, thisDevice } from './this-device.ts';

export type Known = ResponseOf<typeof getPush>;
export type Address = Omit<PushInfo, 'permission'>;
type Registration = ServiceWorkerRegistration;

/** A browser that has no connection to its push service may never answer. */
const ANSWER_MS = 20_000;
/** Where Firebase cannot be reached it is left alone for so long: each try takes the address away that works. */
const FCM_AGAIN_MS = 7 * 86_400_000;

/** What the browser has now; null if there is nothing. */
export async function addressNow({ fcm }: Known, registration: Registration): Promise<Address | null> {
  const has = await registration.pushManager.getSubscription();
  if (!has) return null;
  return fcm && isFor(has, fcm) ? tokenOf(fcm, registration) : asAddress(has);
}

/** The same, made or made anew where the server could not use it. Throws what the browser says. */
export async function makeAddress(known: Known, registration: Registration): Promise<Address> {
  const { fcm } = known;
  if (fcm && pageMayAsk() && Date.now() - (thisDevice().fcm_failed_at ?? 0) > FCM_AGAIN_MS)
    try {
      return await byFcm(fcm, known, registration);
    } catch (error) {
      console.info('Firebase Cloud Messaging does not work here', error);
      noteOfDevice({ fcm_failed_at: Date.now() });
    }
  return byWebPush(known, registration);
}

/** Nothing arrives here any more. `fcm`: the server's project, as far as that is known. */
export async function giveUpAddress(registration: Registration, fcm: FcmApp | null): Promise<void> {
  const { pushManager } = registration;
  const has = await pushManager.getSubscription();
  if (has && fcm && isFor(has, fcm))
    try {
      const { giveUpToken } = await import('./firebase.ts');
      await within(giveUpToken(fcm, registration), ANSWER_MS);
    } catch (error) {
      // Without its subscription the token leads nowhere.
      console.info('Firebase Cloud Messaging keeps a token', error);
    }
  await (await pushManager.getSubscription())?.unsubscribe();
}

/** Whether the server has this address, and sends to it. */
export const isKnown = ({ transport, endpoint, token }: Address, { device }: Known): boolean =>
  device?.transport === transport &&
  device.lost_at === null &&
  device.endpoint === (endpoint ?? null) &&
  (device.token ?? null) === (token ?? null);

/** A page that the worker has kept from before there was a project may not (server/platform/http/static.ts); the next version may. */
function pageMayAsk(): boolean {
  const policy = document.querySelector<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy"]')?.content;
  return !policy || policy.includes('https://fcmregistrations.googleapis.com');
}

async function byFcm(fcm: FcmApp, { device }: Known, registration: Registration): Promise<Address> {
  const has = await registration.pushManager.getSubscription();
  if (has && !isFor(has, fcm)) await has.unsubscribe();
  else if (has && device?.transport === 'fcm' && device.lost_at !== null) {
    const { giveUpToken } = await import('./firebase.ts');
    await within(giveUpToken(fcm, registration), ANSWER_MS);
  }
  return tokenOf(fcm, registration);
}

async function tokenOf(fcm: FcmApp, registration: Registration): Promise<Address> {
  const { tokenAt } = await import('./firebase.ts');
  return { transport: 'fcm', token: await within(tokenAt(fcm, registration), ANSWER_MS) };
}

async function byWebPush({ vapid_public_key: key, device }: Known, { pushManager }: Registration): Promise<Address> {
  let has = await pushManager.getSubscription();
  // What was given up has no address any more; another one came later.
  const isLost = device?.lost_at != null && (device.endpoint ?? has?.endpoint) === has?.endpoint;
  if (has && (isLost || keyOf(has) !== plain(key))) {
    await has.unsubscribe();
    has = null;
  }
  const options = { userVisibleOnly: true, applicationServerKey: key };
  return asAddress(has ?? (await within(pushManager.subscribe(options), ANSWER_MS)));
}

function asAddress(made: PushSubscription): Address {
  const { endpoint, keys: { p256dh, auth } = {} } = made.toJSON();
  return endpoint && p256dh && auth ? { transport: 'web', endpoint, keys: { p256dh, auth } } : { transport: 'none' };
}

const plain = (key: string): string => key.replace(/=+$/, '');

const isFor = (has: PushSubscription, { vapid_public_key }: FcmApp): boolean => keyOf(has) === plain(vapid_public_key);

/** The server's key that a subscription was made with, base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return plain(
    btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_'),
  );
}

/** Rejects if the browser has not answered by then. */
export function within<T>(work: Promise<T>, ms: number): Promise<T> {
  const late = new Promise<never>((_, fail) => setTimeout(fail, ms, new Error('The browser did not answer')));
  return Promise.race([work, late]);
}
