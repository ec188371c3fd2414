// A browser whose session has no ticket left for its socket: what it shows goes on being current, and it is back when the server
// has said.
// @module-tag long
import { v7 as uuid } from 'uuid';
import { afterEach, expect, test, vi } from 'vitest';
import type { Session } from '#contract/auth.ts';
import * as chat from '#contract/chat.ts';
import { docOf, plainText } from '#contract/rich-text.ts';
import { ticket } from '#contract/sync.ts';
import { conversationsKey, messagesKey } from '#src/features/chat/live/keys.ts';
import type { Messages } from '#src/features/chat/live/live-messages.ts';
import { conversations, effects, messages } from '#src/features/chat/live.ts';
import { startTestApp } from '#tests/kit/app.ts';
import { addPerson, registerCompany } from '#tests/kit/factory.ts';
import { type LiveClient, startLiveClient } from '#tests/kit/live-client.ts';

/** What is on a screen is not older: asked for every three seconds. Who is not told of that asks every thirty. */
const STALE_MS = 12_000;

afterEach(() => {
  vi.useRealTimers();
});

test('without a ticket all tabs are told within seconds, and say that they are connecting; then the socket is there', async () => {
  await using strict = await startTestApp({ rateFactor: 1 });
  const { owner } = await registerCompany(strict);
  const [me, colleague] = await Promise.all([addPerson(strict, owner), addPerson(strict, owner)]);
  const say = (text: string) => {
    const to = { entity_type: 'employee', entity_id: me.employee_id } as const;
    return colleague.call(chat.send, { ...to, message_id: uuid(), body: docOf(text) });
  };
  await say('before');
  let given = 0;
  while ((await me.raw(ticket, {})).status === 200) given++;
  expect(given).toBeGreaterThanOrEqual(30);
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });

  // The first one leads, behind the second one, which somebody looks at.
  const key = messagesKey(`employee/${colleague.employee_id}`);
  const open = async (visible: boolean): Promise<LiveClient> => {
    const tab = startLiveClient({
      url: strict.url,
      session: me.session as Session,
      registry: { live: [conversations, messages], effects },
      isVisible: () => visible,
    });
    await tab.restored;
    await tab.queryClient.ensureQueryData({ queryKey: conversationsKey });
    await tab.queryClient.ensureQueryData({ queryKey: key });
    return tab;
  };
  const behind = await open(false);
  const shown = await open(true);
  const texts = (tab: LiveClient) =>
    tab.queryClient.getQueryData<Messages>(key)?.items.map(({ body }) => (body ? plainText(body) : ''));
  const states = () => [behind, shown].map(({ connection }) => connection.state.state);

  await say('meanwhile');
  await vi.waitFor(() => expect(texts(shown)).toEqual(['before', 'meanwhile']), STALE_MS);
  expect(states()).toEqual(['connecting', 'connecting']);
  await say('and again');
  await vi.waitFor(() => expect(texts(shown)).toEqual(['before', 'meanwhile', 'and again']), STALE_MS);
  expect(states()).toEqual(['connecting', 'connecting']);
  expect(shown.connection.state.lastSyncedAt).toBeGreaterThan(Date.now() - STALE_MS);

  // The minute is over in which there are no tickets.
  vi.setSystemTime(Date.now() + 60_000);
  await vi.waitFor(() => expect(states()).toEqual(['online', 'online']), STALE_MS);
  await say('live');
  await vi.waitFor(() => {
    for (const tab of [behind, shown]) expect(texts(tab)?.at(-1)).toBe('live');
  }, STALE_MS);
  await Promise.all([behind.kill(), shown.kill()]);
}, 60_000);
