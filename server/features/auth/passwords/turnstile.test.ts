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
