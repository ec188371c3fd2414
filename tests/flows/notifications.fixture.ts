// The words in which the tests of notifications speak: that everything which has happened has been looked at, a mention, a list.
import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import type { Address, Message } from '#contract/chat.ts';
import * as chat from '#contract/chat.ts';
import * as company from '#contract/company.ts';
import type { PushPayload } from '#contract/notifications/push.ts';
import { list, type Notification } from '#contract/notifications.ts';
import type { Mention, RichText } from '#contract/rich-text.ts';
import type { Week } from '#contract/week.ts';
import type { TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { registerCompany, type TestCompany } from '#tests/kit/factory.ts';
import type { PushService } from '#tests/kit/outside/push-service.ts';
import type { TestDevice } from './push.fixture.ts';
import type { Replica } from './replica.ts';
import { PATIENCE } from './talk.ts';

// By the clock: `now()` is older than what the statement sees, which may have become due in between.
const WAITING = `
SELECT 'job ' || kind AS what, attempts, due_at FROM notification_job
UNION ALL SELECT 'due', 0, due_at FROM notification_due WHERE due_at <= clock_timestamp()
UNION ALL SELECT 'waiting ' || means, 0, due_at FROM notification_waiting WHERE due_at <= clock_timestamp()
UNION ALL SELECT 'push ' || tag, attempts, due_at FROM push WHERE device_id <> ALL ($1::uuid[])`;

/** Once everybody has been told of all that was committed before, and what was to be pushed has arrived: but at these devices. */
export const told = (app: Pick<TestApp, 'sql'>, but: readonly string[] = []): Promise<void> =>
  expect.poll(() => app.sql<object>(WAITING, [but]), { timeout: 2 * PATIENCE, interval: 20 }).toEqual([]);

/** `all` or people, and a word. */
export function calling(who: 'all' | readonly TestClient[], word = 'look'): RichText {
  const mentions: Mention[] =
    who === 'all'
      ? [{ kind: 'all', id: 'all', label: 'all' }]
      : who.map((one) => ({ kind: 'employee', id: one.employee_id, label: 'You' }));
  const content = mentions.map((attrs) => ({ type: 'mention' as const, attrs }));
  return { type: 'doc', content: [{ type: 'paragraph', content: [...content, { type: 'text', text: ` ${word}` }] }] };
}

export const call = async (
  by: TestClient,
  at: Address,
  who: 'all' | readonly TestClient[],
  word?: string,
): Promise<Message> => (await by.call(chat.send, { ...at, message_id: uuid(), body: calling(who, word) })).message;

export const listed = async (by: TestClient): Promise<Notification[]> => (await by.call(list, {})).items;

/** Awake at any hour, so that no test depends on when it runs. */
export const ALWAYS: Week = Array.from({ length: 7 }, () => ({ from: '00:00', to: '24:00' }));

/** Pushes that it asks for are sent at whatever hour the test runs. */
export async function registerAwake(app: Parameters<typeof registerCompany>[0]): Promise<TestCompany> {
  const registered = await registerCompany(app);
  await registered.owner.call(company.update, { settings: { awake: ALWAYS } });
  return registered;
}

/** What has arrived at a device, in order. */
export const pushedOf = (service: PushService, device: TestDevice): PushPayload['notification'][] =>
  service.received.filter((one) => one.endpoint === device.at.endpoint).map((one) => one.payload.notification);

/** What is held and was brought up to date is what a fresh read gives, once everybody has been told. */
export async function agrees(app: Pick<TestApp, 'sql'>, replica: Replica): Promise<void> {
  await told(app);
  await replica.catchUp();
  expect(replica.whole()).toEqual(await replica.fresh());
}
