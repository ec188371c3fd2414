// What is read and marked unread again without a connection: the marker ends where the last of it has put it, on the screen at
// once and on the server later.
// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '#contract/auth.ts';

import * as chat from '#contract/chat.ts';
import { conversationsKey } from '#src/features/chat/live/keys.ts';
import type { Conversations } from '#src/features/chat/live/live-list.ts';
import { conversations } from '#src/features/chat/live.ts';
import { markAllRead, markUnread } from '#src/features/chat/message-parts/mutations.ts';
import { showSeen } from '#src/features/chat/message-parts/seen/showing.ts';
import { markRead, readingOf } from '#src/features/chat/mutations.ts';
import { endToast } from '#src/kit/ui/feedback/toast-store.ts';
import { MOST_HELD_MS } from '#src/offline/outbox/record.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { type LiveClient, startLiveClient } from '#tests/kit/live-client.ts';
import { type FaultProxy, noFaults, startFaultProxy } from '#tests/kit/outside/fault-proxy.ts';
import { randomFrom } from '#tests/kit/random.ts';
import { type Cast, gather, pair, say, stateOf, to } from './talk.ts';

const SAID = 10;

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
  readonly said: readonly chat.Message[];
  /** The marker as the screen has it, and how much it says is unread. */
  readonly shown: () => readonly [marker: number | undefined, unread: number];
  /** The server's marker. */
  readonly known: () => Promise<number | undefined>;
}

/** Somebody at a device without a connection, to whom somebody else has written, and who has read up to `marker`. */
async function away(marker: number, work: (scene: Scene) => Promise<void>): Promise<void> {
  const [writer, me] = (await pair(app, cast)) as [TestClient, TestClient];
  const said: chat.Message[] = [];
  for (let n = 1; n <= SAID; n++) said.push(await say(writer, to(me), `${n}`));
  const conversation_id = said[0]?.conversation_id as string;
  await me.call(chat.markRead, { conversation_id, read_seq: marker });
  await using proxy = await startFaultProxy(app.url, randomFrom(1));
  const registry = { live: [conversations], effects: [] };
  const device = startLiveClient({ url: proxy.url, session: me.session as Session, registry });
  const shown = () => {
    const { items } = device.readShown(conversationsKey) as Conversations;
    const entry = items.find(({ entity_id }) => entity_id === writer.employee_id) as chat.Entry;
    return [entry.conversations[0]?.read_seq, entry.unread_message_count] as const;
  };
  const known = async () => (await stateOf(me, writer.employee_id))?.read_seq;
  try {
    await device.restored;
    await device.queryClient.ensureQueryData({ queryKey: conversationsKey });
    proxy.offline = true;
    await work({ proxy, device, said, shown, known });
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
  await expect.poll(() => device.outbox.unsent(), { timeout: 10_000 }).toBe(0);
}

const ways: Record<string, (scene: Scene, seq: number) => void> = {
  read: ({ device, said }, seq) => markRead(device, said[0]?.conversation_id as string, seq),
  /** The marker stands at `seq` afterwards. */
  unread: ({ device, said }, seq) => markUnread(device, said[seq] as chat.Message, said),
  all: ({ device }) => markAllRead(device),
  undo: () => endToast('action'),
  hide: ({ device }) => showSeen(device, false),
};

test.each([
  [5, 'read 10, unread 7', 7],
  [10, 'unread 7, read 8', 8],
  [5, 'read 10, unread 7, read 8', 8],
  [10, 'unread 7, read 8, unread 6', 6],
  [5, 'unread 7, read 8, unread 6', 6],
  [10, 'unread 7, unread 6', 6],
  [5, 'read 6, read 10', 10],
  [5, 'all, unread 7', 7],
  [5, 'read 6, all, undo', 6],
  [5, 'read 6, all', 10],
  [10, 'unread 7, all, undo', 7],
  [10, 'unread 7, all', 10],
  [10, 'unread 7, all, unread 6', 6],
  [5, 'read 10, hide, unread 7', 7],
])('from %i: %s, it is %i', (marker, acts, end) =>
  away(marker, async (scene) => {
    for (const act of acts.split(', ')) {
      const [way = '', seq] = act.split(' ');
      ways[way]?.(scene, Number(seq));
    }
    endToast('closed');
    await scene.device.outbox.idle();
    expect(scene.shown(), 'without a connection').toEqual([end, SAID - end]);
    await back(scene);
    expect(await scene.known()).toBe(end);
    await expect.poll(scene.shown).toEqual([end, SAID - end]);
  }),
);

test('what a tab that is gone has held for taking back goes before what is marked unread', () =>
  away(5, async (scene) => {
    const { device, said, known, shown } = scene;
    const { conversation_id } = said[0] as chat.Message;
    const replaces = `all/${conversation_id}`;
    device.outbox.enqueue({ ...readingOf(device, conversation_id, SAID), replaces, hold: MOST_HELD_MS });
    markUnread(device, said[7] as chat.Message, said);
    await back(scene);
    expect([await known(), shown()]).toEqual([7, [7, 3]]);
  }));
