// Events that come in another order than they happened in are told in order; what never comes is not waited for for ever.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createInOrder } from './in-order.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function listen() {
  const told: string[] = [];
  const order = createInOrder((company_id, { topic, revision }) => told.push(`${company_id} ${topic} ${revision}`));
  const take = (revision: number, topic: 'company' | 'space:1' = 'company', company_id = 'a') =>
    order.take(company_id, { topic, revision, name: 'x', payload: null });
  return { told, take, revisions: () => told.map((text) => Number(text.split(' ')[2])) };
}

test('in order as they come, out of order as they should have come', () => {
  const { take, revisions } = listen();
  for (const revision of [7, 8, 10, 12, 11, 9, 13]) take(revision);
  expect(revisions()).toEqual([7, 8, 9, 10, 11, 12, 13]);
});

test('what is missing is waited for only for a moment', () => {
  const { take, revisions } = listen();
  for (const revision of [1, 3, 5]) take(revision);
  expect(revisions()).toEqual([1]);
  vi.advanceTimersByTime(100);
  expect(revisions()).toEqual([1, 3, 5]);
  for (const revision of [2, 6]) take(revision);
  expect(revisions()).toEqual([1, 3, 5, 2, 6]);
});

test('topics and companies do not wait for each other', () => {
  const { take, told } = listen();
  take(1);
  take(3);
  take(9, 'space:1');
  take(5, 'company', 'b');
  expect(told).toEqual(['a company 1', 'a space:1 9', 'b company 5']);
});
