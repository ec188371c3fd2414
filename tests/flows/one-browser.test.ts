// One browser with several tabs and a worker, against the real server: one holds the socket and sends for all, all show the
// same, and somebody takes over at once.
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Session } from '#contract/auth.ts';
import * as chat from '#contract/chat.ts';
import { docOf, plainText } from '#contract/rich-text.ts';
import { conversationsKey, messagesKey } from '#src/features/chat/live/keys.ts';
import type { Messages } from '#src/features/chat/live/live-messages.ts';
import { sendPrediction } from '#src/features/chat/live/predictions.ts';
import { conversations, effects, messages } from '#src/features/chat/live.ts';
import { sendFromWorker } from '#src/offline/outbox/worker-drain.ts';
import { writeMirror } from '#src/offline/session-mirror.ts';
import type { LiveRegistry } from '#src/realtime/live-query.ts';
import { createOverlay } from '#src/realtime/overlay.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import type { TestClient } from '#tests/kit/client.ts';
import { addPerson, registerCompany, type TestCompany } from '#tests/kit/factory.ts';
import { type LiveClient, startLiveClient } from '#tests/kit/live-client.ts';
import { type FaultProxy, startFaultProxy } from '#tests/kit/outside/fault-proxy.ts';
import { randomFrom } from '#tests/kit/random.ts';

const registry: LiveRegistry = { live: [conversations, messages], effects };

let app: TestApp;
let company: TestCompany;
let me: TestClient;
let colleague: TestClient;
let proxy: FaultProxy;
let tabs: LiveClient[];
/** Tabs that somebody looks at. */
let visible: Set<number>;

beforeAll(async () => {
  app = await startTestApp();
  company = await registerCompany(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  [me, colleague] = await Promise.all([addPerson(app, company.owner), addPerson(app, company.owner)]);
  proxy = await startFaultProxy(app.url, randomFrom(1));
  [tabs, visible] = [[], new Set([0, 1])];
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(tabs.map((tab) => tab.kill()));
  await proxy[Symbol.asyncDispose]();
});

const PATIENCE_MS = 30_000;
const until = async (what: string, fits: () => boolean | Promise<boolean>) => {
  for (const end = Date.now() + PATIENCE_MS; !(await fits()); ) {
    if (Date.now() > end) throw new Error(`Not within ${PATIENCE_MS} ms: ${what}`);
    await new Promise((done) => setTimeout(done, 10));
  }
};
const keyTo = () => messagesKey(`employee/${colleague.employee_id}`);

async function openTab(given?: TestClient['session']): Promise<LiveClient> {
  const nth = tabs.length;
  const session = (given ?? tabs[0]?.session() ?? me.session) as Session;
  const tab = startLiveClient({ url: proxy.url, session, registry, isVisible: () => visible.has(nth) });
  tabs.push(tab);
  await tab.restored;
  return tab;
}
async function openConversation(tab: LiveClient): Promise<void> {
  await tab.queryClient.ensureQueryData({ queryKey: conversationsKey });
  await tab.queryClient.ensureQueryData({ queryKey: keyTo() });
}
const isOnline = (tab: LiveClient) => tab.connection.state.state === 'online';

function say(tab: LiveClient, text: string): string {
  const message_id = uuid();
  const body = docOf(text);
  tab.outbox.enqueue({
    endpoint: chat.send,
    input: { entity_type: 'employee', entity_id: colleague.employee_id, message_id, body },
    id: message_id,
    scope: `employee/${colleague.employee_id}`,
    predicted: sendPrediction({
      message_id,
      sender_id: me.employee_id,
      body,
      created_at: new Date().toISOString(),
    }),
  });
  return message_id;
}
const textOf = ({ body }: chat.Message) => (body ? plainText(body) : '');
/** As the tab shows it: text, and a star while it waits. */
function shown(tab: LiveClient): string[] {
  const data = tab.queryClient.getQueryData<Messages>(keyTo());
  if (!data) return [];
  const { items } = createOverlay(messages, keyTo(), tab.context)(data, tab.outbox.state.items);
  return items.map(
    (message) => textOf(message) + (message.pending?.some(({ state }) => state === 'queued') ? '*' : ''),
  );
}
const arrived = async () => {
  const query = { entity_type: 'employee', entity_id: me.employee_id } as const;
  return (await colleague.call(chat.listMessages, query)).items.map(textOf);
};

describe('two tabs', () => {
  const both = async () => {
    const first = await openTab();
    await until('a leader', () => isOnline(first));
    const second = await openTab();
    await until('both online', () => isOnline(second));
    for (const tab of tabs) await openConversation(tab);
    return [first, second] as const;
  };

  test('one socket serves both: what a colleague says shows in each', async () => {
    const [first, second] = await both();
    const input = { entity_type: 'employee', entity_id: me.employee_id } as const;
    await colleague.call(chat.send, { ...input, message_id: uuid(), body: docOf('good morning') });
    await until('both show it', () => shown(first).length === 1 && shown(second).length === 1);
    expect([shown(first), shown(second)]).toEqual([['good morning'], ['good morning']]);
    expect(second.people.presence).toEqual(first.people.presence);
  });

  test('what the follower writes shows in both and is sent once, by the leader', async () => {
    const [first, second] = await both();
    proxy.offline = true;
    say(second, 'one');
    say(second, 'two');
    await until('the leader shows them', () => shown(first).length === 2);
    expect([shown(first), shown(second)]).toEqual([
      ['one*', 'two*'],
      ['one*', 'two*'],
    ]);
    proxy.offline = false;
    for (const tab of tabs) tab.wake();
    await until('both are settled', () => tabs.every((tab) => shown(tab).join() === 'one,two' && !tab.outbox.unsent()));
    expect(await arrived()).toEqual(['one', 'two']);
  });

  test('the follower takes over at once when the leader is closed, and misses nothing', async () => {
    // Nobody looks every few seconds whether somebody leads: it is the next in line.
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const [first, second] = await both();
    say(first, 'from the first');
    await until('sent', async () => (await arrived()).length === 1);
    await first.kill();
    const input = { entity_type: 'employee', entity_id: me.employee_id } as const;
    await colleague.call(chat.send, { ...input, message_id: uuid(), body: docOf('in between') });
    say(second, 'from the second');
    await until('it hears and sends', () => shown(second).join() === 'from the first,in between,from the second');
    expect(isOnline(second)).toBe(true);
  });

  test('a tab that was put aside catches up when it is shown again, though another leads', async () => {
    const [first, second] = await both();
    second.hide(true);
    second.rest();
    // What is said meanwhile does not reach a page in the back/forward cache.
    const post = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => undefined);
    try {
      const input = { entity_type: 'employee', entity_id: me.employee_id } as const;
      await colleague.call(chat.send, { ...input, message_id: uuid(), body: docOf('while it was away') });
      await until('the others know it', () => shown(first).join() === 'while it was away');
    } finally {
      post.mockRestore();
    }
    second.wake();
    await until('it shows it', () => shown(second).join() === 'while it was away');
    expect(isOnline(first)).toBe(true);
  });

  test('typing is told by the leader for the follower; being there is one answer for both', async () => {
    const [, second] = await both();
    say(second, 'hello');
    await until('there is a conversation', () =>
      Boolean(second.queryClient.getQueryData<Messages>(keyTo())?.conversation_id),
    );
    const { conversation_id } = second.queryClient.getQueryData<Messages>(keyTo()) as Messages;
    const other = startLiveClient({ url: app.url, session: colleague.session as Session, registry });
    tabs.push(other);
    await until('the colleague is online', () => isOnline(other));
    second.tellTyping(conversation_id as string);
    await until('it shows', () => (other.people.typing[conversation_id as string] ?? []).includes(me.employee_id));
    await until('I am there', () => other.people.presence[me.employee_id] === 'Available');
    visible.clear();
    for (const tab of tabs.slice(0, 2)) tab.hide();
    await until('I am gone', () => other.people.presence[me.employee_id] === undefined);
    visible.add(1);
    second.wake();
    await until('I am back', () => other.people.presence[me.employee_id] === 'Available');
    expect(other.people.presence[me.employee_id]).toBe('Available');
  });
});

describe('a tab that takes the lead', () => {
  /** The tabs, in the order in which they lead, and how a colleague sees the person; nobody looks at any of them. */
  const some = async (count: number) => {
    visible.clear();
    for (let nth = 0; nth < count; nth++) {
      const tab = await openTab();
      await until('it is online', () => isOnline(tab));
    }
    for (const tab of tabs) await openConversation(tab);
    say(tabs[0] as LiveClient, 'hello');
    await until('they know each other', async () => (await arrived()).length === 1);
    const other = startLiveClient({ url: app.url, session: colleague.session as Session, registry });
    const seen = () => other.people.presence[me.employee_id];
    await until('the colleague is online', () => isOnline(other));
    return { own: tabs.slice() as [LiveClient, LiveClient, LiveClient], other, seen };
  };

  test('is told which others are looked at', async () => {
    const { own, other, seen } = await some(3);
    tabs.push(other);
    const [first] = own;
    expect(seen()).toBeUndefined();
    // The one that led never heard of it.
    visible.add(2);
    await first.kill();
    await until('I am there', () => seen() === 'Available');
  });

  test('has forgotten those that it knew when it led before', async () => {
    const { own, other, seen } = await some(2);
    tabs.push(other);
    const [first, second] = own;
    visible.add(1);
    second.wake();
    await until('I am there', () => seen() === 'Available');
    first.rest();
    visible.clear();
    first.wake();
    second.hide();
    await until('I am gone', () => seen() === undefined);
    visible.add(1);
    second.wake();
    await until('I am there again', () => seen() === 'Available');
    await second.kill();
    const { conversation_id } = first.queryClient.getQueryData<Messages>(keyTo()) as Messages;
    const typing = () => (other.people.typing[conversation_id as string] ?? []).includes(me.employee_id);
    // That is said on its socket after whether somebody is there.
    await until('it leads', () => {
      first.tellTyping(conversation_id as string);
      return typing();
    });
    await expect.poll(seen, { timeout: PATIENCE_MS }).toBeUndefined();
  });
});

test('a page that ends hands what it has read to the disk before anything else', async () => {
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
  try {
    const tab = await openTab();
    await openConversation(tab);
    // There is a time to be written.
    await until('it is up to date', () => tab.connection.state.lastSyncedAt !== null);
    await tab.cache.flush();
    begun.mockClear();
    tab.queryClient.setQueryData<Messages>(keyTo(), (data) => data && { ...data });
    tab.hide(true);
    // A browser throws away what begins in a page that ends after something that it is still at.
    const order = () => begun.mock.calls.flatMap(([stores]) => stores as string[]);
    await until('both have begun', () => order().includes('meta'));
    expect(order().indexOf('live')).toBeLessThan(order().indexOf('meta'));
    expect(order()).toContain('live');
  } finally {
    begun.mockRestore();
  }
});

describe('the worker, with every tab closed', () => {
  test('sends what waits, in order and once; the next tab knows at once, without a connection', async () => {
    const first = await openTab();
    await openConversation(first);
    proxy.offline = true;
    for (const text of ['one', 'two', 'three']) say(first, text);
    await first.outbox.idle();
    await first.cache.flush();
    await first.kill();
    await writeMirror(first.session(), `${app.url}/api`);
    const drained = await sendFromWorker();
    expect(drained).toMatchObject({ left: 0, stopped: null });
    expect(await arrived()).toEqual(['one', 'two', 'three']);
    expect(await sendFromWorker()).toMatchObject({ left: 0, reached: false });
    const second = await openTab();
    expect(shown(second)).toEqual(['one', 'two', 'three']);
    expect(second.outbox.unsent()).toBe(0);
    expect(await arrived()).toEqual(['one', 'two', 'three']);
  });

  test('keeps everything for another time when the server cannot be reached, and when nobody is signed in', async () => {
    const first = await openTab();
    proxy.offline = true;
    say(first, 'patience');
    await first.outbox.idle();
    await first.kill();
    await writeMirror(first.session(), `${proxy.url}/api`);
    expect(await sendFromWorker()).toMatchObject({ left: 1, stopped: 'unreachable' });
    await writeMirror(null, '');
    expect(await sendFromWorker()).toMatchObject({ left: 0, reached: false });
    proxy.offline = false;
    await openTab();
    await until('it arrives', async () => (await arrived()).length === 1);
  });
});

test('a conversation that was never opened here can be read without a connection', async () => {
  const input = { entity_type: 'employee', entity_id: me.employee_id } as const;
  await colleague.call(chat.send, { ...input, message_id: uuid(), body: docOf('for the train') });
  const first = await openTab();
  await first.queryClient.ensureQueryData({ queryKey: conversationsKey });
  await until('it was read ahead', () => first.queryClient.getQueryData(keyTo()) !== undefined);
  await first.cache.flush();
  await first.kill();
  proxy.offline = true;
  const second = await openTab();
  expect(shown(second)).toEqual(['for the train']);
  expect(second.connection.state.lastSyncedAt).toBeGreaterThan(0);
});

describe('a session that is over', () => {
  test('keeps the unsent for the same person, and for nobody else', async () => {
    let over = 0;
    const session = { ...(me.session as Session), access_token: 'x'.repeat(43) };
    const stale = startLiveClient({ url: app.url, session, registry, onSessionOver: () => over++ });
    tabs.push(stale);
    say(stale, 'before it ended');
    await until('it is noticed', () => over > 0);
    expect(stale.outbox.unsent()).toBe(1);
    await stale.stop({ erase: true });
    const other = startLiveClient({ url: app.url, session: colleague.session as Session, registry });
    tabs.push(other);
    await other.restored;
    expect(other.outbox.state.items).toEqual([]);
    const again = await openTab(me.session);
    await until('it arrives', async () => (await arrived()).length === 1);
    await until('that is known here', () => again.outbox.unsent() === 0);
  });
});
