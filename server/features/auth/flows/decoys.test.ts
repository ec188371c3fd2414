import { expect, test } from 'vitest';
import { createDecoys } from './decoys.ts';

test('answers as a real code does: five wrong tries, then dead until a new one is sent', () => {
  let time = 0;
  const decoys = createDecoys(5, () => time);
  const tries = (n: number) => Array.from({ length: n }, () => decoys.isDead('a'));
  expect(tries(7)).toEqual([false, false, false, false, false, true, true]);
  decoys.renew('a', 60_000);
  expect(tries(1)).toEqual([true]);
  time = 60_000;
  decoys.renew('a', 60_000);
  expect(tries(6)).toEqual([false, false, false, false, false, true]);
  expect(decoys.isDead('b')).toBe(false);
});
