// When the outbox is sent again, and when it is left alone.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Drained } from './drain.ts';
import { createPump, type Pump } from './pump.ts';

const sent: Drained = { left: 0, heldMs: Infinity, stopped: null, waitMs: 0, reached: true, stuck: new Set() };
const away: Drained = {
  left: 1,
  heldMs: Infinity,
  stopped: 'unreachable',
  waitMs: 0,
  reached: false,
  stuck: new Set(['a']),
};
const oneStuck: Drained = { ...away, reached: true };

let pump: Pump;
let result: Drained;
let runs: string[];
let hang: boolean;
let mayRun: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  [result, runs, hang, mayRun] = [sent, [], false, true];
  pump = createPump({
    mayRun: () => mayRun,
    run: (signal, skip) => {
      runs.push([...skip].join());
      if (!hang) return Promise.resolve(result);
      return new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
    },
    onEnd: () => undefined,
    random: () => 1,
  });
});
afterEach(() => {
  pump.stop();
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('pauses grow from 1 to 30 seconds, and begin anew with the network', async () => {
  result = away;
  pump.kick('a');
  await pass(0);
  const seen: number[] = [];
  for (let n = 0; n < 7; n++) {
    const before = runs.length;
    let waited = 0;
    for (; runs.length === before; waited += 500) await pass(500);
    seen.push(waited);
  }
  expect(seen).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  pump.restart();
  await pass(1_000);
  expect(runs).toHaveLength(10);
});

test('while nobody is reached, new writes do not start attempts of their own', async () => {
  result = away;
  pump.kick('a');
  await pass(0);
  for (const scope of ['a', 'b', 'c']) pump.kick(scope);
  await pass(0);
  expect(runs).toHaveLength(1);
});

test('a stuck scope has its pause, the others have none', async () => {
  result = oneStuck;
  pump.kick('a');
  await pass(0);
  pump.kick('a');
  await pass(0);
  expect(runs).toEqual(['']);
  pump.kick('b');
  await pass(0);
  expect(runs).toEqual(['', 'a']);
  await pass(1_000);
  expect(runs).toEqual(['', 'a', '']);
});

test("the server's own pause holds, whatever comes back", async () => {
  result = { ...oneStuck, stopped: 'throttled', waitMs: 20_000 };
  pump.kick('a');
  await pass(0);
  pump.restart();
  pump.kick('b');
  await pass(19_000);
  expect(runs).toHaveLength(1);
  await pass(1_500);
  expect(runs).toHaveLength(2);
});

test('a sender that hangs is cut off when the network comes back, but not at once', async () => {
  hang = true;
  pump.kick('a');
  await pass(2_000);
  pump.restart();
  await pass(0);
  expect(runs).toHaveLength(1);
  await pass(4_000);
  hang = false;
  pump.restart();
  await pass(0);
  expect(runs).toHaveLength(2);
});

test('what is asked for while something runs is done afterwards, once', async () => {
  pump.kick('a');
  pump.kick('b');
  pump.kick('c');
  await pass(0);
  expect(runs).toHaveLength(2);
});

test('nothing is sent by a tab that may not, nor after the end', async () => {
  mayRun = false;
  pump.kick('a');
  pump.restart();
  mayRun = true;
  pump.stop();
  pump.restart();
  await pass(60_000);
  expect(runs).toEqual([]);
});

test('a session that is over ends the attempts', async () => {
  result = { ...away, stopped: 'over' };
  pump.kick('a');
  await pass(120_000);
  expect(runs).toHaveLength(1);
});
