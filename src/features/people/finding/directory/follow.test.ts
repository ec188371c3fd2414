// What is asked for while colleagues are looked at, and what of them stays.
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { colleaguesQuery } from './data.ts';
import { createFollower } from './follow.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Somebody who has looked through so many pages. */
async function looking(pages: number) {
  const client = new QueryClient();
  const asked: string[] = [];
  const options = {
    ...colleaguesQuery({ available: true }),
    queryFn: async ({ pageParam }: { pageParam: string }) => {
      asked.push(pageParam);
      await sleep(10);
      return { items: [], next_cursor: `${Number(pageParam) + 1}` };
    },
  };
  const open = () => new InfiniteQueryObserver(client, options);
  const list = open();
  const close = list.subscribe(() => undefined);
  await pass(1);
  for (let n = 1; n < pages; n++) {
    void list.fetchNextPage();
    await pass(1);
  }
  const pagesHere = () => client.getQueryData(options.queryKey)?.pages.length;
  asked.length = 0;
  return { client, asked, list, open, close, pagesHere };
}

test('of many who come and go the first pages alone are read anew, with a pause after each time', async () => {
  const { client, asked, pagesHere } = await looking(8);
  const follower = createFollower(client);
  for (let second = 0; second < 30; second++) {
    follower.told();
    await pass(1);
  }
  expect(asked).toEqual(['', '1', '2', '', '1', '2', '', '1', '2']);
  expect(pagesHere()).toBe(3);
  await pass(30);
  expect(asked).toHaveLength(12);
  follower.stop();
  follower.told();
  await pass(30);
  expect(asked).toHaveLength(12);
});

test('nothing goes below whoever is far down; back at the top it is made up for', async () => {
  const { client, asked, pagesHere } = await looking(5);
  const follower = createFollower(client);
  follower.hold(true);
  follower.told();
  await pass(60);
  expect([asked.length, pagesHere()]).toEqual([0, 5]);
  follower.hold(false);
  await pass(1);
  expect([asked.length, pagesHere()]).toEqual([3, 3]);
  follower.stop();
});

test('a page that is being asked for comes first', async () => {
  const { client, asked, list, pagesHere } = await looking(2);
  const follower = createFollower(client);
  await pass(1);
  follower.told();
  void list.fetchNextPage();
  await pass(1);
  expect(asked).toEqual(['2', '', '1', '2']);
  expect(pagesHere()).toBe(3);
  follower.stop();
});

test('a long list of an earlier visit is not read anew as a whole', async () => {
  const { client, asked, open, close, pagesHere } = await looking(9);
  close();
  await pass(60);
  const again = open().subscribe(() => undefined);
  const follower = createFollower(client);
  await pass(5);
  expect(asked).toEqual(['', '1', '2']);
  expect(pagesHere()).toBe(3);
  follower.stop();
  again();
});
