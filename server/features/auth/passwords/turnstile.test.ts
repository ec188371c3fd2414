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

test('those who are sent away are given places in a line, one after the other as work goes through', async () => {
  let time = 0;
  const turnstile = createTurnstile({ running: 1, waiting: 1, seconds: 2, now: () => time });
  const finishers: (() => void)[] = [];
  const work = () => new Promise<void>((done) => finishers.push(done));
  const both = () => [turnstile.run(work), turnstile.run(work)];
  const finish = async (ones: Promise<void>[], takes: number) => {
    let done = 0;
    for (const one of ones) void one.then(() => done++);
    while (done < ones.length) {
      await new Promise((next) => setImmediate(next));
      const finisher = finishers.shift();
      if (finisher) time += takes;
      finisher?.();
    }
  };
  // By then it knows that each takes a second.
  for (let n = 0; n < 40; n++) await finish(both(), 1_000);
  const held = both();
  const told: number[] = [];
  for (let n = 0; n < 700; n++)
    await turnstile.run(work).catch((error: { retryAfter: number }) => told.push(error.retryAfter));
  expect(told.slice(0, 5)).toEqual([2, 3, 4, 5, 6]);
  expect(told).toHaveLength(700);
  expect(told.at(-1)).toBe(600);
  await finish(held, 0);
  time += 700_000;
  const later = both();
  await expect(turnstile.run(work)).rejects.toMatchObject({ retryAfter: 2 });
  await finish(later, 0);
});
