import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepRounds, type RoundsOptions } from './rounds.ts';

const failed: unknown[] = [];
const log = { error: (given: unknown) => failed.push(given) } as unknown as RoundsOptions['log'];
const options = { log, what: 'a test', every_ms: 1_000 };

beforeEach(() => {
  failed.length = 0;
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test('one at a time; what wakes it meanwhile begins the next, however often', async () => {
  let [rounds, at] = [0, 0];
  let end = () => {};
  const { wake, stop } = keepRounds(options, async () => {
    rounds++;
    expect(++at, 'at once').toBe(1);
    await new Promise<void>((done) => (end = done));
    at--;
  });
  await vi.advanceTimersByTimeAsync(1);
  expect(rounds).toBe(1);
  for (let n = 0; n < 5; n++) wake();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(rounds).toBe(1);
  end();
  await vi.advanceTimersByTimeAsync(1);
  expect(rounds).toBe(2);
  end();
  await vi.advanceTimersByTimeAsync(500);
  expect(rounds).toBe(2);
  const stopped = stop();
  wake();
  await stopped;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(rounds).toBe(2);
});

test('goes on at once for as long as there is more, and ends in the middle of it', async () => {
  let rounds = 0;
  const { stop } = keepRounds({ ...options, first_ms: 300 }, async (isOver) => {
    if (++rounds === 4) void stop();
    expect(isOver()).toBe(rounds === 4);
    return true;
  });
  await vi.advanceTimersByTimeAsync(299);
  expect(rounds).toBe(0);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(rounds).toBe(4);
});

test('what fails is for the log, and for the next time', async () => {
  let rounds = 0;
  const { stop } = keepRounds(options, async () => {
    if (++rounds === 1) throw new Error('Once');
  });
  await vi.advanceTimersByTimeAsync(500);
  expect([rounds, failed.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([rounds, failed.length]).toEqual([2, 1]);
  await stop();
});

test('what woke it during a round that fails is heard after a pause, once, and not after the end', async () => {
  let rounds = 0;
  let wake = () => {};
  const kept = keepRounds({ ...options, every_ms: 600_000 }, async () => {
    if (++rounds > 2) return;
    await new Promise((done) => setTimeout(done, 10));
    wake();
    throw new Error('Twice');
  });
  wake = kept.wake;
  await vi.advanceTimersByTimeAsync(900);
  expect([rounds, failed.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([rounds, failed.length]).toEqual([2, 2]);
  // Whoever wakes it in the pause does not wait, and it is not gone through a second time for that.
  wake();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([rounds, failed.length]).toEqual([3, 2]);
  rounds = 0;
  wake();
  await vi.advanceTimersByTimeAsync(100);
  await kept.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rounds).toBe(1);
});
