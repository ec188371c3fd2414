// @vitest-environment jsdom
// What the server refused and nobody can try again is said and goes; nothing else does.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { act } from 'react';
import { proxy, ref } from 'valtio/vanilla';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { edit, send } from '#contract/chat.ts';
import { docOf } from '#contract/rich-text.ts';
import { endToast, toasts } from '#src/kit/ui/feedback/toast-store.ts';
import { click, render } from '#src/kit/ui/render.fixture.tsx';
import { ownWordsKey } from '#src/offline/cache/own-words.ts';
import type { OutboxItem } from '#src/offline/outbox/outbox.ts';
import { app } from '#src/realtime/app.ts';
import type { Client } from '#src/realtime/client.ts';
import { conversationsKey, scheduledKey } from '../../live/keys.ts';
import { UnsentHere } from './unsent-here.tsx';
import { useRefused } from './use-refused.ts';

afterEach(() => endToast('closed'));

/** The one conversation in the list. */
const mill = { entity_type: 'space', entity_id: 'mill', space: { sub_spaces: [{ sub_space_id: 'ovens' }] } };

let ids = 0;
const refused = (path: string, error_code: string, more: Partial<OutboxItem> = {}): OutboxItem => {
  ids += 1;
  const item = {
    id: `${path} ${ids}`,
    seq: ids,
    path,
    error_code,
    state: 'failed',
    scope: 'space/mill',
    predicted: [],
  };
  return { ...item, ...more } as unknown as OutboxItem;
};

const Shown = () => {
  useRefused();
  return null;
};

/** What is taken back of them. */
async function taken(...items: OutboxItem[]): Promise<string[]> {
  return takenOf(items);
}

/** `listed`: the scheduled messages that the server has. */
async function takenOf(items: OutboxItem[], listed: readonly string[] = []): Promise<string[]> {
  const { discard } = await shown(items, listed);
  return [...new Set(discard.mock.calls.map(([id]) => id))];
}

/** `show`: what is in the outbox from then on. */
async function shown(items: OutboxItem[], listed: readonly string[] = []) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  queryClient.setQueryData(ownWordsKey, {});
  queryClient.setQueryData(conversationsKey, { items: [mill], revision: 1 });
  queryClient.setQueryData(scheduledKey, { items: listed.map((message_id) => ({ message_id })), revision: 1 });
  const discard = vi.fn((_id: string) => Promise.resolve(true));
  const outbox = { state: proxy({ items: ref(items) }), discard };
  Object.assign(app.state, { client: ref({ outbox, queryClient } as unknown as Client) });
  // After what is rendered is gone: it runs in the reverse order.
  onTestFinished(() => void Object.assign(app.state, { client: null }));
  render(
    <QueryClientProvider client={queryClient}>
      <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
        <Shown />
      </RouterContextProvider>
    </QueryClientProvider>,
  );
  const show = (next: OutboxItem[]) =>
    act(async () => {
      outbox.state.items = ref([...next]);
    });
  // Once more, while what is taken back is still there.
  await show(items);
  return { discard, items, show };
}

test.each([
  ['/chat/reaction/new', 'TOO_MANY_REACTIONS', 'This message has all the reactions it can take.'],
  ['/chat/reaction/delete', 'MESSAGE_NOT_FOUND', 'The message is no longer there.'],
  ['/chat/pin/new', 'TOO_MANY_PINS', 'This conversation has all the pins it can take: take one down first.'],
  ['/chat/pin/delete', 'MESSAGE_NOT_FOUND', 'The message is no longer there.'],
  ['/chat/message/delete', 'CONVERSATION_READ_ONLY', 'Not deleted. Only those who run this campaign can write here.'],
  ['/chat/thread/follow', 'THREAD_NOT_FOUND', 'Nobody has answered in this thread.'],
  ['/chat/read/back', 'CONVERSATION_NOT_FOUND', 'This conversation is no longer open to you.'],
  ['/chat/entry/update', 'CONVERSATION_NOT_FOUND', 'This conversation is no longer open to you.'],
  ['/chat/saved/new', 'TOO_MANY_SAVED', 'You have saved all the messages that can be: remove one first.'],
  [
    '/notification/level/update',
    'TOO_MANY_LEVELS',
    'Your notifications were not changed. You have all the exceptions that can be: take one back in Settings, Notifications.',
  ],
  ['/notification/settings/update', 'INVALID_REQUEST', 'Your notifications were not changed. Invalid request'],
  ['/user-management/employee/meta/update', 'NO_PERMISSION', 'Your status was not changed. Permission not given'],
  ['/notification/read', 'INVALID_REQUEST', undefined],
  ['/chat/read/update', 'CONVERSATION_NOT_FOUND', undefined],
  ['/chat/preview/delete', 'MESSAGE_NOT_FOUND', undefined],
])('%s: it is taken back, and said where somebody asked for it', async (path, code, text) => {
  const item = refused(path, code);
  expect(await taken(item)).toEqual([item.id]);
  expect(toasts.toast?.text).toBe(text);
});

test('what somebody wrote stays where it is shown, and so does what waits', async () => {
  const sent = refused('/chat/message/new', 'SUB_SPACE_ARCHIVED');
  expect(await taken(sent, refused('/chat/reaction/new', 'MESSAGE_NOT_FOUND', { state: 'queued' }))).toEqual([]);
  expect(toasts.toast).toBeUndefined();
});

test.each([
  ['space/mill/ovens', undefined, undefined],
  ['space/mill/closed', 'Not sent. This sub-space is archived: it can only be read.', 'Show'],
  ['space/bakers', 'Not sent. This sub-space is archived: it can only be read.', 'Show'],
  ['employee/kwame', 'Not sent. This sub-space is archived: it can only be read.', 'Show'],
  ['thread/root', undefined, undefined],
])(
  'of a message in %s, where it is not in the list, it is said that it was not sent; it stays',
  async (scope, text, label) => {
    expect(await taken(refused('/chat/message/new', 'SUB_SPACE_ARCHIVED', { scope }))).toEqual([]);
    expect([toasts.toast?.text, toasts.toast?.action?.label]).toEqual([text, label]);
  },
);

test('an answer in a thread whose conversation is closed is shown where the thread was: it may have files', async () => {
  const item = refused('/chat/message/new', 'SPACE_NOT_FOUND', { scope: 'thread/root' });
  expect(await taken(item)).toEqual([]);
  expect([toasts.toast?.text, toasts.toast?.action?.label]).toEqual([
    'Not sent. This space is no longer open to you.',
    'Show',
  ]);
});

test('of several places one is said after the other, for each has its own way', async () => {
  const { items } = await shown(
    ['space/bakers', 'group/night'].map((scope) =>
      refused('/chat/message/new', scope === 'group/night' ? 'GROUP_NOT_FOUND' : 'SPACE_NOT_FOUND', { scope }),
    ),
  );
  expect(items).toHaveLength(2);
  expect(toasts.toast?.text).toBe('Not sent. This space is no longer open to you.');
  await act(async () => endToast('timeout'));
  expect(toasts.toast?.text).toBe('Not sent. This group is no longer open to you.');
  await act(async () => endToast('timeout'));
  expect(toasts.toast).toBeUndefined();
});

test('several are said together, each reason once', async () => {
  const lost = [1, 2].map(() => refused('/chat/reaction/new', 'MESSAGE_NOT_FOUND'));
  const full = refused('/chat/pin/new', 'TOO_MANY_PINS');
  expect(await taken(...lost, full)).toHaveLength(3);
  expect(toasts.toast?.text).toBe(
    'The message is no longer there. This conversation has all the pins it can take: take one down first.',
  );
});

test.each(['delete', 'send'])('%s of a scheduled message that is gone meanwhile', async (what) => {
  const item = refused(`/chat/scheduled/${what}`, 'SCHEDULED_NOT_FOUND', { target: 'm1' });
  expect(await takenOf([item], ['m1'])).toEqual([item.id]);
  expect(toasts.toast?.text).toBe('It was sent or deleted in the meantime.');
});

test('one that is refused for another reason says so in the list, as long as it stands there', async () => {
  const item = refused('/chat/scheduled/send', 'SUB_SPACE_ARCHIVED', { target: 'm1' });
  expect(await takenOf([item], ['m1'])).toEqual([]);
  expect(toasts.toast).toBeUndefined();
});

test('and where it does not stand there, aloud', async () => {
  const item = refused('/chat/scheduled/send', 'SUB_SPACE_ARCHIVED', { target: 'm1' });
  expect(await takenOf([item])).toEqual([item.id]);
  expect(toasts.toast?.text).toBe('This sub-space is archived: it can only be read.');
});

test('one that was to be scheduled or changed keeps its words in the list', async () => {
  expect(
    await takenOf([
      refused('/chat/scheduled/new', 'TOO_MANY_SCHEDULED'),
      refused('/chat/scheduled/update', 'SCHEDULED_NOT_FOUND', { target: 'm1' }),
    ]),
  ).toEqual([]);
});

test('an edit stays beside its message, to which the toast leads; one that was written over goes', async () => {
  const predicted = [{ name: 'chat.message_updated', payload: { message_id: 'm1', seq: 7 } }];
  const edited = (more: Partial<OutboxItem> = {}) =>
    refused('/chat/message/update', 'SUB_SPACE_ARCHIVED', { target: 'm1', predicted, ...more });
  const [first, last, other] = [edited(), edited(), edited({ target: 'm2' })];
  expect(await taken(first, last, other, edited({ target: 'm3', state: 'queued' }))).toEqual([first.id]);
  expect(toasts.toast?.text).toBe('Not changed. This sub-space is archived: it can only be read.');
  expect(toasts.toast?.action?.label).toBe('Show');
});

test('where the message is gone the words are given back, and then it goes', async () => {
  const body = docOf('The oven is cold');
  const predicted = [{ name: 'chat.message_updated', payload: { message_id: 'm1', seq: 7, body } }];
  const writeText = vi.fn((_text: string) => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const item = refused('/chat/message/update', 'MESSAGE_NOT_FOUND', { target: 'm1', predicted } as never);
  const { discard, items } = await shown([item]);
  expect([discard.mock.calls, items]).toEqual([[], [item]]);
  expect(toasts.toast?.text).toBe('Not changed. The message is no longer there.');
  expect(toasts.toast?.action?.label).toBe('Copy text');
  await act(async () => endToast('action'));
  expect(writeText.mock.calls).toEqual([['The oven is cold']]);
  expect(discard.mock.calls).toEqual([[item.id]]);
});

test('one after the other they are said together, as long as the first one stands', async () => {
  const [first, second, third] = [
    refused('/chat/message/delete', 'CONVERSATION_READ_ONLY'),
    refused('/chat/reaction/new', 'MESSAGE_NOT_FOUND'),
    refused('/chat/pin/new', 'TOO_MANY_PINS'),
  ];
  const { show } = await shown([first]);
  await show([second]);
  expect(toasts.toast?.text).toBe(
    'Not deleted. Only those who run this campaign can write here. The message is no longer there.',
  );
  act(() => endToast('closed'));
  await show([third]);
  expect(toasts.toast?.text).toMatch(/^This conversation has all the pins/);
});

test('to a page that nobody looks at nothing is said, and nothing is taken back but what is quiet', async () => {
  const look = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const [quiet, item] = [
    refused('/chat/read/update', 'CONVERSATION_NOT_FOUND'),
    refused('/chat/message/delete', 'CONVERSATION_READ_ONLY'),
  ];
  const { discard } = await shown([quiet, item]);
  expect([...new Set(discard.mock.calls.flat())]).toEqual([quiet.id]);
  expect(toasts.toast).toBeUndefined();
  look.mockReturnValue('visible');
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  expect(discard.mock.calls.flat()).toContain(item.id);
  expect(toasts.toast?.text).toBe('Not deleted. Only those who run this campaign can write here.');
});

/** Under "Not here". */
const written = (id: string, path: string, target: string | null = null): OutboxItem =>
  ({
    id,
    path,
    target,
    state: target ? 'queued' : 'failed',
    scope: 'space/mill',
    predicted: [{ payload: { body: docOf(id) } }],
  }) as unknown as OutboxItem;

const listed = () => [...document.querySelectorAll('li > :first-child')].map((words) => words.textContent);
const discardOf = (words: string) =>
  [...document.querySelectorAll('li')]
    .find((row) => row.textContent.startsWith(words))
    ?.querySelector<HTMLElement>('button:last-child') as HTMLElement;

test('with it go its answers and changes; all of it comes back, or none', () => {
  const discard = vi.fn((_id: string) => Promise.resolve(true));
  const items = [
    written('Flour', send.path),
    written('Whole flour', edit.path, 'Flour'),
    written('The mill stands', send.path),
  ];
  const outbox = { state: proxy({ items: ref(items) }), discard };
  Object.assign(app.state, { client: ref({ outbox } as unknown as Client) });
  onTestFinished(() => void Object.assign(app.state, { client: null }));
  render(<UnsentHere place="space/mill" />);
  expect(listed()).toEqual(['Flour', 'Whole flour', 'The mill stands']);
  click(discardOf('Flour'));
  expect(listed()).toEqual(['The mill stands']);
  act(() => endToast('action'));
  expect(listed()).toEqual(['Flour', 'Whole flour', 'The mill stands']);
  expect(discard).not.toHaveBeenCalled();
  click(discardOf('Flour'));
  click(discardOf('The mill stands'));
  expect(discard.mock.calls).toEqual([['Flour']]);
  act(() => endToast('timeout'));
  expect(discard.mock.calls).toEqual([['Flour'], ['The mill stands']]);
});
