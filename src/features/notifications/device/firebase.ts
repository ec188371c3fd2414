// This browser at Firebase Cloud Messaging. All of Firebase that there is, in a file of its own: loaded only where the server has a
// project. Nothing of it is in the worker, which shows every push the same way (sw/push.ts).
import { getApps, initializeApp } from 'firebase/app';
import { deleteToken, getMessaging, getToken, isSupported, type Messaging } from 'firebase/messaging';
import type { FcmApp } from '#contract/notifications/device.ts';

/** The token of this browser: registers, or renews what has stood for a week. Throws what Firebase says. */
export async function tokenAt(project: FcmApp, registration: ServiceWorkerRegistration): Promise<string> {
  return getToken(await messagingOf(project), optionsOf(project, registration));
}

/** Deletes the token there, and ends the browser's subscription. */
export async function giveUpToken(project: FcmApp, registration: ServiceWorkerRegistration): Promise<void> {
  const messaging = await messagingOf(project);
  // Of the worker that was named last; without one it would look for a worker of its own.
  await getToken(messaging, optionsOf(project, registration));
  await deleteToken(messaging);
}

const optionsOf = ({ vapid_public_key: vapidKey }: FcmApp, serviceWorkerRegistration: ServiceWorkerRegistration) => ({
  vapidKey,
  serviceWorkerRegistration,
});

async function messagingOf({ app_id, api_key, project_id, sender_id }: FcmApp): Promise<Messaging> {
  if (!(await isSupported())) throw new Error('Firebase does not know this browser');
  const options = { appId: app_id, apiKey: api_key, projectId: project_id, messagingSenderId: sender_id };
  return getMessaging(getApps().find(({ name }) => name === app_id) ?? initializeApp(options, app_id));
}
