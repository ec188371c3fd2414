// What events cannot bring up to date is read anew: whoever watches it, a few at a time, and each once.
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import type { Call } from '../api/call.ts';
import { accountOf, cacheDatabase } from '../offline/databases.ts';
import { createEngine } from './engine.ts';
import { createLiveCache, type LiveCacheOptions } from './live-cache.ts';
import type { LiveQuery } from './live-query.ts';

interface Data {
  readonly revision: number;
  readonly said: readonly number[];
}
const context = { self: 'me' };
let reads = 0;
let answer: () => Promise<Data>;
const query: LiveQuery<Data> = {
  prefix: ['talk'],
  fetch: () => {
    reads++;
    return answer();
  },
  topics: ({ revision }, key) => [[`conversation:${String(key[1])}`, revision]],
  reduce: (data, { revision, payload }) => ({ revision, said: [...data.said, payload as number] }),
};
const key = (id: string) => ['talk', id];
const at = (revision: number, ...said: number[]): Data => ({ revision, said });

const ends: (() => void)[] = [];
let accounts = 0;
function start(more: Partial<LiveCacheOptions> = {}) {
  const client = new QueryClient();
  const db = cacheDatabase(accountOf({ company_id: 'anew', employee_id: `${accounts++}` }));
  const cache = createLiveCache({
    queryClient: client,
    live: [query as LiveQuery],
    context,
    call: (() => Promise.reject(new Error('Not used'))) as Call,
    db,
    onSet: () => undefined,
    ...more,
  });
  ends.push(() => {
    cache.stop();
    client.clear();
    db.close();
  });
  return { client, cache };
}

afterEach(() => {
  for (const end of ends.splice(0)) end();
  reads = 0;
});

/** Answers that are let go by hand. */
const hold = () => {
  const held: ((data: Data) => void)[] = [];
  answer = () => new Promise((done) => held.push(done));
  return held;
};

test('what is only watched, and reads nothing by itself, is read anew, too', async () => {
  const { client, cache } = start();
  client.setQueryData(key('a'), at(1, 1));
  const end = new QueryObserver(client, { queryKey: key('a'), enabled: false }).subscribe(() => undefined);
  answer = () => Promise.resolve(at(9, 9));
  cache.refetch(cache.idOf(key('a')));
  await expect.poll(() => client.getQueryData(key('a'))).toEqual(at(9, 9));
  end();
});

test('what is under way or waits for its turn is neither ended nor asked for twice', async () => {
  const { client, cache } = start();
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const name of names) client.setQueryData(key(name), at(1, 1));
  const held = hold();
  const ask = () => names.forEach((name) => cache.refetch(cache.idOf(key(name))));
  const end = async () => {
    const now = held.splice(0);
    for (const done of now) done(at(2, 2));
    await expect.poll(() => client.isFetching() - held.length).toBe(0);
    return now.length;
  };
  for (let round = 0; round < 3; round++) ask();
  expect(reads, 'a few at a time').toBe(4);
  await end();
  await expect.poll(() => held.length).toBe(2);
  await end();
  expect(reads).toBe(names.length);
  expect(names.map((name) => client.getQueryData(key(name)))).toEqual(names.map(() => at(2, 2)));
  cache.refetch(cache.idOf(key('a')));
  expect(reads, 'again, once it is over').toBe(names.length + 1);
  await end();
});

test('an answer from before a reset is not the last word', async () => {
  const { client, cache } = start({ onSet: (id, verify) => engine.check(id, verify) });
  const reset = { topic: 'conversation:a', status: 'reset', revision: 5, events: [] } as const;
  const engine = createEngine({ cache, context, sync: () => Promise.resolve([reset]), waitMs: 1 });
  client.setQueryData(key('a'), at(1, 1));
  const held = hold();
  cache.refetch(cache.idOf(key('a')));
  await engine.syncAll();
  expect(reads).toBe(1);
  held.shift()?.(at(2, 2));
  await expect.poll(() => held.length, { message: 'it is seen to be too old' }).toBe(1);
  held.shift()?.(at(5, 5));
  await expect.poll(() => client.getQueryData(key('a'))).toEqual(at(5, 5));
  engine.stop();
  expect(reads).toBe(2);
});

test('what the server has cut off is read anew once a socket is ready, whenever it came from the disk; nothing else is', async () => {
  const long = { ...query, isCut: (data?: Data) => data?.said.length === 2 };
  const db = cacheDatabase(accountOf({ company_id: 'anew', employee_id: 'cut' }));
  const before = start({ db, live: [long as LiveQuery] });
  before.client.setQueryData(key('cut'), at(1, 1, 2));
  before.client.setQueryData(key('whole'), at(1, 1));
  await before.cache.flush();
  answer = () => Promise.resolve(at(1, 3, 4));
  const isAnew = async ({ client, cache }: typeof before) => {
    await expect.poll(() => client.getQueryData(key('cut'))).toEqual(at(1, 3, 4));
    await expect.poll(() => cache.isReading()).toBe(false);
    expect([reads, client.getQueryData(key('whole'))]).toEqual([1, at(1, 1)]);
    reads = 0;
  };
  const after = start({ db, live: [long as LiveQuery] });
  after.cache.beginEpoch();
  await after.cache.restore().all;
  await isAnew(after);
  before.cache.beginEpoch();
  await isAnew(before);
});
