import { expect, test } from 'vitest';
import { createTurnstile } from './turnstile.ts';

test('lets two in, makes some wait, and sends the rest away with a time to come back', async () => {
  const turnstile = createTurnstile({ running: 2, waiting: 3, seconds: 5 });
  let inside = 0;
  let most = 0;
  const finishers: (() => void)[] = [];
  const work = async () => {
    most = Math.max(most, ++inside);
    await new Promise<void>((done) => finishers.push(done));
    inside--;
    return 'done';
  };
  const five = [1, 2, 3, 4, 5].map(() => turnstile.run(work));
  await expect(turnstile.run(work)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 5 });
  while (finishers.length || inside) {
    finishers.shift()?.();
    await new Promise((next) => setImmediate(next));
  }
  expect(await Promise.all(five)).toEqual(Array(5).fill('done'));
  expect(most).toBe(2);
});

test('work that fails gives its place free', async () => {
  const turnstile = createTurnstile({ running: 1, waiting: 1, seconds: 5 });
  const fail = () => Promise.reject(new Error('no'));
  const failures = await Promise.allSettled([turnstile.run(fail), turnstile.run(fail)]);
  expect(failures.map((f) => f.status)).toEqual(['rejected', 'rejected']);
  expect(await turnstile.run(async () => 'in')).toBe('in');
});

/** Work that ends when it is told to, on a clock that goes on only then. */
function workshop() {
  const finishers: (() => void)[] = [];
  let time = 0;
  return {
    now: () => time,
    work: () => new Promise<void>((done) => finishers.push(done)),
    /** Ends one after the other, each of which takes so long, until all of these are through. */
    finish: async (ones: readonly Promise<unknown>[], takes: number) => {
      let through = 0;
      for (const one of ones) void one.catch(() => {}).then(() => through++);
      while (through < ones.length) {
        await new Promise((next) => setImmediate(next));
        const finisher = finishers.shift();
        if (finisher) time += takes;
        finisher?.();
      }
    },
  };
}
const wait = (refused: Promise<unknown>): Promise<number> =>
  refused.then(
    () => 0,
    (error: { retryAfter: number }) => error.retryAfter,
  );

test('those who are sent away stand in a line outside, which is as long as work takes now', async () => {
  const { now, work, finish } = workshop();
  const turnstile = createTurnstile({ running: 1, waiting: 10, seconds: 2, code: 'FULL', now });
  const some = () => Array.from({ length: 11 }, () => turnstile.run(work));
  // By then it knows that each takes half a second; longer than that counts as that.
  for (let n = 0; n < 4; n++) await finish(some(), 5_000);
  const held = some();
  await expect(turnstile.run(work)).rejects.toMatchObject({ code: 'FULL', retryAfter: 5 });
  const told: number[] = [];
  for (let n = 0; n < 200; n++) told.push(await wait(turnstile.run(work)));
  expect(told.slice(0, 4)).toEqual([6, 6, 7, 7]);
  expect(Math.max(...told)).toBe(60);
  // Once nobody waits any more the line is over, however many never came back.
  await finish(held, 20);
  const again = some();
  expect(await wait(turnstile.run(work))).toBeLessThan(6);
  // What is refused inside at once says nothing about how long work takes.
  await finish(again, 0);
  const last = some();
  expect(await wait(turnstile.run(work))).toBeGreaterThanOrEqual(2);
  await finish(last, 0);
});

test('nobody fills it for all others: whoever comes from elsewhere takes the place of the last of the crowd', async () => {
  const { now, work, finish } = workshop();
  const turnstile = createTurnstile({ running: 1, waiting: 4, seconds: 2, now });
  const crowd = Array.from({ length: 5 }, () => turnstile.run(work, 'crowd'));
  const refused = crowd.map((one) => one.then(() => false).catch(() => true));
  const others = ['a', 'b', 'c'].map((from) => turnstile.run(work, from));
  // By now two of the crowd wait, and one each of three: no place is better than another.
  expect(await wait(turnstile.run(work, 'crowd'))).toBe(2);
  expect(await wait(turnstile.run(work, 'd'))).toBe(2);
  await finish([...crowd, ...others], 10);
  expect(await Promise.all(others.map(wait))).toEqual([0, 0, 0]);
  expect(await Promise.all(refused)).toEqual([false, false, true, true, true]);
});
