// The words in which the tests of pushes speak: devices that subscribe, something to push to people, and what has arrived.
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import { type DeviceInfo, getPush, testPush, updateDevice } from '#contract/notifications/device.ts';
import { buildApp } from '#server/app.ts';
import { enqueuePushes, type NewPush } from '#server/features/notifications/devices/pushing.ts';
import type { TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import type { PushService, Subscribed } from '#tests/kit/outside/push-service.ts';
import { PATIENCE } from './talk.ts';

export interface TestDevice {
  readonly device_id: string;
  readonly at: Subscribed;
  /** What the server has of it. */
  known(): Promise<Awaited<ReturnType<typeof askPush>>['device']>;
  test(): Promise<Awaited<ReturnType<typeof sendTest>>>;
  /** The titles of what `saying` said and has arrived, in order. */
  titles(): string[];
}

const askPush = (by: TestClient, device_id: string) => by.call(getPush, { device_id });
const sendTest = (by: TestClient, device_id: string) => by.call(testPush, { device_id });

type Push = DeviceInfo['push'];
/** What the app itself tells of messages that a test writes is not meant. */
const OURS = 'test:';

export const infoOf = (push: Push): DeviceInfo => ({
  app_type: 'installed',
  os: 'Android',
  browser: 'Chrome',
  browser_version: '150',
  is_mobile: true,
  push,
  notification_debug: { worker: true },
});

/** Subscribes this session's device, to what another has subscribed already if `at` is given. */
export async function subscribe(
  service: PushService,
  by: TestClient,
  { device_id = uuid(), at, ...push }: Partial<Push> & { device_id?: string; at?: Subscribed } = {},
): Promise<TestDevice> {
  const { vapid_public_key } = await askPush(by, device_id);
  const subscribed = at ?? service.endpointFor(vapid_public_key);
  const device_info = infoOf({ transport: 'web', permission: 'granted', ...subscribed, ...push });
  await by.call(updateDevice, { device_id, device_info });
  return {
    device_id,
    at: subscribed,
    known: async () => (await askPush(by, device_id)).device,
    test: () => sendTest(by, device_id),
    titles: () =>
      service.received
        .map((one) => ({ endpoint: one.endpoint, ...one.payload.notification }))
        .filter((one) => one.endpoint === subscribed.endpoint && one.tag.startsWith(OURS))
        .map((one) => one.title),
  };
}

export const saying = (to: Pick<TestClient, 'employee_id'>, title: string, more: Partial<NewPush> = {}): NewPush => ({
  employee_id: to.employee_id,
  kind: 'direct',
  tag: OURS + title,
  title,
  body: 'Bread at four',
  path: '/connect/employee/1',
  ...more,
});

/** Has it pushed, as whoever tells people of something does. */
export const push = (app: TestApp, company_id: string, ...pushes: NewPush[]): Promise<void> =>
  app.app.context.db.company(company_id, (tx) => enqueuePushes(tx, pushes));

/** No push leaves this server any more. */
export async function stopDelivering(app: TestApp): Promise<void> {
  await app.app.features.find((feature) => feature.name === 'notifications')?.stop?.();
}

/** Another server on the same database. */
export const startAnother = (app: TestApp, service: Pick<PushService, 'outbound'>) =>
  buildApp({
    config: app.app.context.config,
    connection: app.connection,
    logLevel: 'fatal',
    outbound: service.outbound,
  });

/** How many wait, of all companies. */
export const waiting = async (app: TestApp): Promise<number> =>
  (await app.sql<{ count: number }>('SELECT count(*)::int AS count FROM push WHERE starts_with(tag, $1)', [OURS]))[0]
    ?.count ?? 0;

export const eventually = (seen: () => unknown, expected: unknown): Promise<void> =>
  expect.poll(seen, { timeout: PATIENCE }).toEqual(expected);
