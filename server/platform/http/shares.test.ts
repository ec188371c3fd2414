// How much a company may take where there is not enough for all.
import { expect, test } from 'vitest';
import { createShares } from './shares.ts';

function setUp() {
  const state = { now: 0, busy: true };
  const shares = createShares(
    () => state.busy,
    1,
    () => state.now,
  );
  const given = (company: string, calls: number) => {
    let taken = 0;
    for (let n = 0; n < calls; n++) {
      try {
        shares.take(company);
        taken++;
      } catch (error) {
        expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 1 });
      }
    }
    return taken;
  };
  return { state, given };
}

test('two hundred a second where others call, too, and calls wait', () => {
  const { state, given } = setUp();
  expect(given('quiet', 1)).toBe(1);
  expect(given('loud', 500)).toBe(200);
  expect(given('quiet', 150)).toBe(150);
  state.now = 1000;
  expect(given('loud', 500)).toBe(200);
});

test('who is alone may have all of it', () => {
  const { state, given } = setUp();
  expect(given('loud', 500)).toBe(500);
  state.now = 1000;
  expect(given('loud', 500)).toBe(500);
  expect(given('quiet', 1)).toBe(1);
  expect(given('loud', 500)).toBe(0);
  state.now = 2000;
  expect(given('loud', 500), 'the other one was there a second ago').toBe(200);
  state.now = 3000;
  expect(given('loud', 500), 'and is gone').toBe(500);
});

test('nobody is kept from what nobody waits for', () => {
  const { state, given } = setUp();
  state.busy = false;
  expect([given('quiet', 1), given('loud', 500)]).toEqual([1, 500]);
});
