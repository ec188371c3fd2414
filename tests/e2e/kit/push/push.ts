// Pushes and notifications by the browser's own tools: no push service can be reached from here, and nobody taps.
import type { BrowserContext, Page, Worker } from 'playwright/test';
import type { PushPayload } from '#contract/notifications/push.ts';
import type { PushService, Subscribed } from '#tests/kit/outside/push-service.ts';
import { findBrowser } from '#tools/lib/browser.mjs';
import { registrationId } from '../worker.ts';

const workerOf = async (page: Page): Promise<Worker> =>
  page.context().serviceWorkers().at(-1) ?? (await page.context().waitForEvent('serviceworker'));

interface Handling {
  /** Resolves when it has arrived, with how it is handled. */
  handled: Promise<{ readonly done: Promise<unknown> }>;
}

/**
 * Hands the worker a push as the browser does when one arrives, and resolves when the worker is done with it: Chromium forgets a
 * notification that is being shown while somebody asks which there are. `page`: any page of the origin; it need not be the app.
 * Fails if the worker has not been given it within `patience` milliseconds: the browser tells nobody, and at times never does it.
 */
export async function deliverPush(page: Page, data: string, patience = 60_000): Promise<void> {
  const worker = await workerOf(page);
  await worker.evaluate(() => {
    interface Extendable {
      waitUntil(work: Promise<unknown>): void;
    }
    const { prototype } = (globalThis as unknown as { PushEvent: { prototype: Extendable } }).PushEvent;
    (globalThis as unknown as Handling).handled = new Promise((resolve) => {
      prototype.waitUntil = function waitUntil(this: Extendable, work) {
        Reflect.deleteProperty(prototype, 'waitUntil');
        this.waitUntil(work);
        resolve({ done: Promise.allSettled([work]) });
      };
    });
  });
  const cdp = await page.context().newCDPSession(page);
  const id = await registrationId(cdp);
  const { origin } = new URL(page.url());
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: id, data });
  const arrived = await worker.evaluate(async (ms) => {
    const late = new Promise<undefined>((done) => setTimeout(() => done(undefined), ms));
    const handling = await Promise.race([(globalThis as unknown as Handling).handled, late]);
    await handling?.done;
    return handling !== undefined;
  }, patience);
  if (!arrived) throw new Error('The worker was not given the push');
  await cdp.detach();
}

/**
 * The same as a browser does that knows declarative pushes: it has read the push itself and hands over what it would show. This one
 * knows none. Resolves with whether the worker has shown something; if not, such a browser shows what the push says.
 */
export async function declarePush(page: Page, payload: PushPayload): Promise<boolean> {
  const worker = await workerOf(page);
  const { app_badge, notification } = payload;
  return worker.evaluate(
    async ({ given, appBadge }) => {
      interface Scope extends EventTarget {
        readonly registration: ServiceWorkerRegistration;
        readonly PushEvent: new (type: string) => Event;
      }
      const scope = globalThis as unknown as Scope;
      const { registration } = scope;
      const event = new scope.PushEvent('push');
      const until: Promise<unknown>[] = [];
      let shown = false;
      const { showNotification } = ServiceWorkerRegistration.prototype;
      registration.showNotification = (title, options) => {
        // As WebKit does.
        if (!(options as { navigate?: string } | undefined)?.navigate) throw new TypeError('navigate is missing');
        shown = true;
        return showNotification.call(registration, title, options);
      };
      Object.defineProperties(event, {
        notification: { value: given },
        appBadge: { value: appBadge },
        waitUntil: { value: (work: Promise<unknown>) => until.push(work) },
      });
      scope.dispatchEvent(event);
      await Promise.all(until);
      Reflect.deleteProperty(registration, 'showNotification');
      return shown;
    },
    { given: notification, appBadge: app_badge ?? null },
  );
}

/** What stands on the lock screen: "title: body", in the order of the titles. */
export async function shownBy(page: Page): Promise<string[]> {
  const all = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return (await registration?.getNotifications())?.map(({ title, body }) => `${title}: ${body}`) ?? [];
  });
  return all.toSorted();
}

interface Tapped {
  /** Windows that the worker asked the browser to open; without a person's tap the browser would refuse. */
  readonly opened: string[];
}

/**
 * Taps the notification (there has to be one), or one of its buttons; resolves when the worker has done what follows. As in Chromium, a
 * tap lets the worker focus a window or open one, once.
 */
export async function tap(page: Page, how: { action?: string; reply?: string } = {}): Promise<Tapped> {
  const worker = await workerOf(page);
  return worker.evaluate(async (init) => {
    interface Scope extends EventTarget {
      readonly registration: ServiceWorkerRegistration;
      readonly clients: {
        openWindow(url: string): Promise<unknown>;
        matchAll(options: object): Promise<readonly { readonly url: string }[]>;
      };
      readonly NotificationEvent: new (type: string, init: object) => Event;
      readonly WindowClient: { readonly prototype: { focus(): Promise<unknown> } };
    }
    const scope = globalThis as unknown as Scope;
    const opened: string[] = [];
    // A page that shows a picture stands for no window at all: through it the tests reach the worker.
    const { clients } = scope;
    const all = Object.getPrototypeOf(clients).matchAll as typeof clients.matchAll;
    clients.matchAll = async (options) => (await all.call(clients, options)).filter(({ url }) => !url.endsWith('.png'));
    let isUsed = false;
    scope.WindowClient.prototype.focus = async function focus() {
      isUsed = true;
      return this;
    };
    clients.openWindow = async (url) => {
      if (isUsed) throw new DOMException('Not allowed to open a window.', 'InvalidAccessError');
      opened.push(url);
    };
    const [notification] = await scope.registration.getNotifications();
    const event = new scope.NotificationEvent('notificationclick', { ...init, notification });
    const until: Promise<unknown>[] = [];
    // Not the browser's own event: it cannot be waited for.
    Object.defineProperty(event, 'waitUntil', { value: (work: Promise<unknown>) => until.push(work) });
    scope.dispatchEvent(event);
    await Promise.all(until);
    return { opened };
  }, how);
}

/** The subscription that the browser has now. */
export interface Standing {
  current: (Subscribed & { readonly key: string }) | null;
}

/**
 * Lets pages of the context subscribe at the push service of the test: the browser's own cannot be reached from here. All else is
 * the real thing, the keys and what is sent to them included.
 */
export async function subscribeAt(service: PushService, context: BrowserContext): Promise<Standing> {
  const standing: Standing = { current: null };
  await context.exposeFunction('pushSubscribed', (key: string | null) => {
    // As browsers do: one subscription, with one key.
    if (key !== null && standing.current && standing.current.key !== key)
      throw new Error('Subscribed with another key');
    if (key !== null) standing.current ??= { ...service.endpointFor(key), key };
    return standing.current;
  });
  await context.exposeFunction('pushEnded', () => {
    standing.current = null;
  });
  await context.addInitScript(() => {
    interface Test {
      pushSubscribed(key: string | null): Promise<Standing['current']>;
      pushEnded(): Promise<void>;
    }
    const given = globalThis as unknown as Test;
    const bytesOf = (key: string) =>
      Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    const textOf = (key: string | BufferSource) => {
      if (typeof key === 'string') return key;
      const bytes = ArrayBuffer.isView(key) ? new Uint8Array(key.buffer) : new Uint8Array(key);
      return btoa(String.fromCharCode(...bytes))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/, '');
    };
    const dressed = (made: Standing['current']) =>
      made && {
        endpoint: made.endpoint,
        options: { userVisibleOnly: true, applicationServerKey: bytesOf(made.key).buffer },
        getKey: (name: 'p256dh' | 'auth') => bytesOf(made.keys[name]).buffer,
        toJSON: () => ({ endpoint: made.endpoint, keys: made.keys }),
        unsubscribe: async () => {
          await given.pushEnded();
          return true;
        },
      };
    Object.assign(PushManager.prototype, {
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string | BufferSource }) =>
        dressed(await given.pushSubscribed(textOf(applicationServerKey))),
      getSubscription: async () => dressed(await given.pushSubscribed(null)),
    });
  });
  return standing;
}

/** Allows notifications once no page is open that was there before `subscribeAt`: it would ask the browser's own push service. */
export async function allowPushes(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  await page.goto('about:blank');
  await page.context().grantPermissions(['notifications'], { origin });
}

/** A browser with windows: the one without has no notifications either. */
export const windowedBrowser = async (): Promise<string | undefined> =>
  (await findBrowser())?.replace('chromium-headless-shell', 'chromium');
