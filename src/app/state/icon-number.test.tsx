// @vitest-environment jsdom
import { proxy } from 'valtio/vanilla';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveNumber } from '#src/kit/ui/navigation.ts';
import { createConnection } from '#src/realtime/connection.ts';
import { keepIconNumber, type Told } from './icon-number.ts';

const unread = proxy({ count: 0, isKnown: true });
const listeners = new Set<() => void>();
const number: LiveNumber = {
  read: () => unread.count,
  isKnown: () => unread.isKnown,
  subscribe: (changed) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  },
};
const count = (next: number) => {
  unread.count = next;
  for (const changed of listeners) changed();
};

let set: number[];
let connection: ReturnType<typeof createConnection>;
const wake = vi.fn();
const worker = new EventTarget();
const pushed = () => worker.dispatchEvent(new MessageEvent('message', { data: { type: 'shown', tag: 'c:1' } }));
const seen = () => document.dispatchEvent(new Event('visibilitychange'));
const online = () => connection.socket('ready', 0);
const lost = () => connection.socket('waiting', 1);
/** Valtio tells of what changed in the next microtask. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const keep = (told: Told = { doubtedAt: performance.timeOrigin }) =>
  keepIconNumber({ connection, wake }, [number], told);

beforeEach(() => {
  vi.useFakeTimers();
  set = [];
  wake.mockClear();
  Object.assign(unread, { count: 0, isKnown: true });
  connection = createConnection(() => undefined);
  Object.assign(navigator, {
    setAppBadge: async (next: number) => set.push(next),
    clearAppBadge: async () => set.push(0),
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
});
afterEach(() => {
  for (const name of ['setAppBadge', 'clearAppBadge', 'serviceWorker']) Reflect.deleteProperty(navigator, name);
  vi.useRealTimers();
});

/** Online, and all is known. */
async function started(): Promise<() => void> {
  const end = keep();
  online();
  connection.synced();
  await pass(1);
  return end;
}

test('it is set once it is known to be current, and then when it changes', async () => {
  count(2);
  connection.synced(performance.timeOrigin - 1);
  const end = keep();
  online();
  await pass(60_000);
  count(3);
  expect(set).toEqual([]);
  unread.isKnown = false;
  connection.synced();
  await pass(1);
  expect(set).toEqual([]);
  unread.isKnown = true;
  count(3);
  count(3);
  expect(set).toEqual([3]);
  lost();
  await pass(1);
  count(1);
  connection.synced();
  await pass(1);
  expect(set).toEqual([3, 1]);
  end();
  expect(listeners.size).toBe(0);
});

test('after a push, and when the page is seen again, it is set though it has not changed', async () => {
  const end = await started();
  for (const happens of [pushed, seen]) {
    set = [];
    happens();
    await pass(1);
    expect(set).toEqual([]);
    await pass(60_000);
    expect(set).toEqual([0]);
  }
  expect(wake, 'a page that is seen is awake already').toHaveBeenCalledTimes(1);
  set = [];
  pushed();
  connection.synced(Date.now() + 1);
  await pass(1);
  expect(set, 'at once, when what is counted is current').toEqual([0]);
  await pass(60_000);
  expect(set).toEqual([0]);
  end();
  pushed();
  seen();
  await pass(60_000);
  expect(set).toEqual([0]);
});

test('an old count does not take the place of what a push has said, a new one does', async () => {
  const end = await started();
  set = [];
  pushed();
  await pass(3_000);
  // It was dead, and is found to be.
  lost();
  await pass(60_000);
  expect(set).toEqual([]);
  seen();
  await pass(60_000);
  online();
  await pass(60_000);
  expect(set, 'nothing was asked yet').toEqual([]);
  count(3);
  connection.synced();
  await pass(1);
  expect(set).toEqual([3, 3]);
  end();
});

test('what is doubted stays so when other numbers are counted', async () => {
  const told = { doubtedAt: performance.timeOrigin };
  const end = keep(told);
  online();
  connection.synced();
  await pass(1);
  pushed();
  end();
  const next = keep(told);
  await pass(60_000);
  expect(set).toEqual([0, 0]);
  next();
});
