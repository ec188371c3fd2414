// What is read without a connection while one hides it: what is switched before and after it goes in that order.
// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '#contract/auth.ts';
import { showSeen } from '#contract/chat/seen.ts';
import type * as chat from '#contract/chat.ts';
import { conversationsKey } from '#src/features/chat/live/keys.ts';
import { conversations } from '#src/features/chat/live.ts';
import { markUnread } from '#src/features/chat/message-parts/mutations.ts';
import { showSeen as choose } from '#src/features/chat/message-parts/seen/showing.ts';
import { markRead } from '#src/features/chat/mutations.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { type LiveClient, startLiveClient } from '#tests/kit/live-client.ts';
import { type FaultProxy, noFaults, startFaultProxy } from '#tests/kit/outside/fault-proxy.ts';
import { randomFrom } from '#tests/kit/random.ts';
import { type Cast, gather, pair, say, stateOf, to } from './talk.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startTestApp();
  cast = await gather(app);
});
afterAll(() => app.close());

interface Scene {
  readonly proxy: FaultProxy;
  readonly device: LiveClient;
  readonly message: chat.Message;
  /** How far the other one is shown that the person at the device has read, and how far that is. */
  readonly known: () => Promise<readonly [number | null | undefined, number | undefined]>;
}

/** Somebody at a device without a connection, to whom somebody else has written. */
async function away(hidden: boolean, work: (scene: Scene) => Promise<void>, seed = 1): Promise<void> {
  const [writer, me] = (await pair(app, cast)) as [TestClient, TestClient];
  const message = await say(writer, to(me), 'one');
  if (hidden) await me.call(showSeen, { shown: false });
  await using proxy = await startFaultProxy(app.url, randomFrom(seed));
  const registry = { live: [conversations], effects: [] };
  const device = startLiveClient({ url: proxy.url, session: me.session as Session, registry });
  const known = async () =>
    [(await stateOf(writer, me.employee_id))?.seen_seq, (await stateOf(me, writer.employee_id))?.read_seq] as const;
  try {
    await device.restored;
    await device.queryClient.ensureQueryData({ queryKey: conversationsKey });
    proxy.offline = true;
    await work({ proxy, device, message, known });
  } finally {
    await device.kill();
  }
}

/** What is not sent one after the other comes in any order. */
async function back({ proxy, device }: Scene): Promise<void> {
  await device.outbox.idle();
  proxy.faults = { ...noFaults, late: 1, lateMs: 200 };
  proxy.offline = false;
  device.outbox.kick();
  await expect.poll(() => device.outbox.unsent()).toBe(0);
}

test('hidden, read and shown again, it is not told', () =>
  away(false, async (scene) => {
    const { device, message, known } = scene;
    choose(device, false);
    markRead(device, message.conversation_id, message.seq);
    choose(device, true);
    await back(scene);
    expect(await known()).toEqual([0, 1]);
  }));

test.each([1, 2, 3])('hidden before, read, and shown from then on, it is not told (%i)', (seed) =>
  away(
    true,
    async (scene) => {
      const { device, message, known } = scene;
      markRead(device, message.conversation_id, message.seq);
      for (const shown of [true, false, true]) choose(device, shown);
      await back(scene);
      expect(await known()).toEqual([0, 1]);
    },
    seed,
  ),
);

test('marked unread meanwhile, it stays so', () =>
  away(true, async (scene) => {
    const { device, message, known } = scene;
    markRead(device, message.conversation_id, message.seq);
    choose(device, true);
    markUnread(device, message, [message]);
    await back(scene);
    expect(await known()).toEqual([0, 0]);
  }));

test('of several changes of mind with nothing in between the last one goes', () =>
  away(false, async (scene) => {
    const { device, message, known } = scene;
    for (const shown of [false, true, false]) choose(device, shown);
    expect(device.outbox.state.items).toHaveLength(1);
    markRead(device, message.conversation_id, message.seq);
    await back(scene);
    expect(await known()).toEqual([null, 1]);
  }));
