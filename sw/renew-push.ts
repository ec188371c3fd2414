// The browser has given this device another address for pushes, or taken its own away, perhaps with every page closed: the server
// is told at once, by the outbox. Whatever goes wrong here, the next start of a page mends.
import { v7 as uuid } from 'uuid';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import type { updateDevice } from '#contract/notifications/device.ts';
import { accountOf } from '#src/offline/databases.ts';
import { readTold } from '#src/offline/device/told.ts';
import { writeFromWorker } from '#src/offline/outbox/worker-write.ts';
import { readMirror } from '#src/offline/session-mirror.ts';
import { paths } from './notification-writes.ts';
import { worker } from './worker.ts';

/** Of the Push API, what the WebWorker library of TypeScript leaves out. */
interface Change extends ExtendableEvent {
  readonly newSubscription?: PushSubscription | null;
}

export function renewPushes(): void {
  worker.addEventListener('pushsubscriptionchange', (event: Event) => {
    const change = event as Change;
    change.waitUntil(renew(change));
  });
}

async function renew({ newSubscription }: Change): Promise<void> {
  const mirror = await readMirror();
  const told = mirror && (await readTold(mirror));
  if (!told) return;
  const { vapid_public_key: key } = told;
  const record = told.record as RequestOf<typeof updateDevice>;
  // An address of Firebase is a token, which only a page can ask for.
  if (record.device_info.push.transport !== 'web') return;
  const { pushManager } = worker.registration;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const made = newSubscription ?? (await pushManager.getSubscription()) ?? (await pushManager.subscribe(options));
  const { endpoint, keys: { p256dh, auth } = {} } = made.toJSON();
  if (!endpoint || !p256dh || !auth) return;
  const push = { ...record.device_info.push, endpoint, keys: { p256dh, auth } };
  await writeFromWorker(accountOf(mirror.session), __APP_VERSION__, {
    id: uuid(),
    scope: 'device',
    method: 'POST',
    path: paths.device,
    body: JSON.stringify({ ...record, device_info: { ...record.device_info, push } }),
    replaces: 'device',
    predicted: [],
  });
}
