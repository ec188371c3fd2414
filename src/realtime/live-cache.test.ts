// Live queries between the query client and the disk: restored at once, kept as they change, never overwritten by older data.
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { Call } from '../api/call.ts';
import { ApiError, NetworkError } from '../api/errors.ts';
import { accountOf, CACHE_SHAPE, cacheDatabase } from '../offline/databases.ts';
import { createLiveCache, type LiveCache, type LiveCacheOptions } from './live-cache.ts';
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
  trim: (data) => ({ ...data, said: data.said.slice(-3) }),
  most: 5,
};
const key = (id: string | number) => ['talk', String(id)];
const at = (revision: number, ...said: number[]): Data => ({ revision, said });

interface Opened {
  client: QueryClient;
  cache: LiveCache;
  set: [string, boolean][];
  stop: () => void;
}
const open: Opened[] = [];
let accounts = 0;
const newAccount = () => accountOf({ company_id: 'live', employee_id: `${accounts++}` });

function start(account: string, more: Partial<LiveCacheOptions> = {}): Opened {
  const client = new QueryClient();
  const db = cacheDatabase(account);
  const set: [string, boolean][] = [];
  const cache = createLiveCache({
    queryClient: client,
    live: [query as LiveQuery],
    context,
    call: (() => Promise.reject(new Error('Not used'))) as Call,
    db,
    onSet: (id, verify) => set.push([id, verify]),
    ...more,
  });
  const opened = {
    client,
    cache,
    set,
    stop: () => {
      cache.stop();
      client.clear();
      db.close();
    },
  };
  open.push(opened);
  return opened;
}
const kept = async (account: string) => {
  const records = await cacheDatabase(account).run((db) => db.getAll('live'));
  return records.map(({ json }) => ({ data: JSON.parse(json) as Data }));
};

afterEach(() => {
  vi.useRealTimers();
  for (const one of open.splice(0)) one.stop();
  answer = () => Promise.resolve(at(1, 1));
  reads = 0;
});

test('what was read, what the engine set and what a screen set is there after a restart, without a read', async () => {
  const account = newAccount();
  const first = start(account);
  answer = () => Promise.resolve(at(1, 1));
  await first.client.ensureQueryData({ queryKey: key('a') });
  await first.client.ensureQueryData({ queryKey: key('b') });
  first.cache.set(first.cache.idOf(key('a')), at(2, 1, 2));
  first.client.setQueryData(key('b'), at(1, 7));
  await first.cache.flush();
  first.stop();

  const second = start(account);
  await second.cache.restore().all;
  expect([second.client.getQueryData(key('a')), second.client.getQueryData(key('b'))]).toEqual([at(2, 1, 2), at(1, 7)]);
  reads = 0;
  expect(await second.client.fetchQuery({ queryKey: key('a') })).toEqual(at(2, 1, 2));
  expect(reads).toBe(0);
});

test('a first read waits for the disk', async () => {
  const account = newAccount();
  const first = start(account);
  first.client.setQueryData(key('a'), at(3, 1, 2, 3));
  await first.cache.flush();
  first.stop();
  const second = start(account);
  const restored = second.cache.restore().all;
  reads = 0;
  expect(await second.client.ensureQueryData({ queryKey: key('a') })).toEqual(at(3, 1, 2, 3));
  await restored;
  expect(reads).toBe(0);
});

test('what is looked at is there first, the others follow', async () => {
  const account = newAccount();
  const first = start(account);
  for (let n = 0; n < 4; n++) first.client.setQueryData(key(n), at(1, n), { updatedAt: 1000 + n });
  await first.cache.flush();
  first.stop();
  const second = start(account);
  const restored = second.cache.restore((id) => id === second.cache.idOf(key(1)));
  await restored.first;
  expect([0, 1, 2, 3].map((n) => second.client.getQueryData(key(n)))).toEqual([
    undefined,
    at(1, 1),
    undefined,
    undefined,
  ]);
  await restored.all;
  expect([0, 1, 2, 3].map((n) => second.client.getQueryData(key(n)))).toEqual([0, 1, 2, 3].map((n) => at(1, n)));
});

test('only the latest part of it is kept, of the latest queries', async () => {
  const account = newAccount();
  const first = start(account);
  for (let n = 0; n < 8; n++) first.client.setQueryData(key(n), at(4, 1, 2, 3, 4), { updatedAt: 1000 + n });
  await first.cache.flush();
  first.stop();
  const second = start(account);
  await second.cache.restore().all;
  await second.cache.flush();
  expect(second.client.getQueryData(key(7))).toEqual(at(4, 2, 3, 4));
  expect(second.client.getQueryData(key(2))).toBeUndefined();
  expect(await kept(account)).toHaveLength(5);
});

test('what an older build kept in another shape is dropped, and what is broken', async () => {
  const account = newAccount();
  const db = cacheDatabase(account);
  const old = { shape: CACHE_SHAPE - 1, key: key('a'), json: '{}', at: 1 };
  await db.run((d) => d.put('live', old, 'x'));
  await db.run((d) => d.put('live', { ...old, shape: CACHE_SHAPE, json: '{"broken' }, 'y'));
  db.close();
  const opened = start(account);
  await opened.cache.restore().all;
  await opened.cache.flush();
  expect([opened.client.getQueryData(key('a')), await kept(account)]).toEqual([undefined, []]);
});

test('a tab that is behind does not overwrite what another has written', async () => {
  const account = newAccount();
  const [ahead, behind] = [start(account), start(account)];
  ahead.client.setQueryData(key('a'), at(9, 9));
  await ahead.cache.flush();
  behind.client.setQueryData(key('a'), at(8, 8));
  await behind.cache.flush();
  expect(await kept(account)).toMatchObject([{ data: at(9, 9) }]);
  behind.client.setQueryData(key('a'), at(10, 10));
  await behind.cache.flush();
  expect(await kept(account)).toMatchObject([{ data: at(10, 10) }]);
});

test('a page that ends hands everything over in its last task', async () => {
  const account = newAccount();
  const first = start(account);
  await first.cache.flush();
  first.client.setQueryData(key('a'), at(2, 2));
  first.cache.leave();
  // What it would write by itself a moment later is not written any more.
  first.cache.stop();
  await expect.poll(() => kept(account)).toMatchObject([{ data: at(2, 2) }]);
});

test('a read that began before the socket was ready is to be verified, one that began after is not', async () => {
  const { client, cache, set } = start(newAccount());
  let release: (() => void) | undefined;
  answer = () => new Promise((done) => (release = () => done(at(1, 1))));
  const early = client.fetchQuery({ queryKey: key('early') });
  await new Promise((done) => setTimeout(done, 5));
  cache.beginEpoch();
  release?.();
  await early;
  answer = () => Promise.resolve(at(1, 1));
  await client.fetchQuery({ queryKey: key('late') });
  expect(set).toEqual([
    [cache.idOf(key('early')), true],
    [cache.idOf(key('late')), false],
  ]);
  expect(cache.isReading()).toBe(false);
});

test('what was given up while the server was away is asked for again when it is back, a refusal is not', async () => {
  const { client, cache } = start(newAccount());
  const asked: string[] = [];
  const watch = (name: string, error: Error) => {
    const queryFn = () => {
      asked.push(name);
      return Promise.reject(error);
    };
    return new QueryObserver(client, { queryKey: ['other', name], queryFn, retry: false }).subscribe(() => undefined);
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const ends = [
    watch('away', new NetworkError()),
    watch('refused', new ApiError('FORBIDDEN', 403)),
    watch('busy', new ApiError('SERVICE_UNAVAILABLE', 503, null, 0.6)),
  ];
  await vi.advanceTimersByTimeAsync(100);
  expect([client.isFetching(), asked]).toEqual([0, ['away', 'refused', 'busy']]);
  cache.beginEpoch();
  await vi.advanceTimersByTimeAsync(499);
  expect(asked.slice(3), 'not before the moment that the server has named').toEqual(['away']);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked.slice(3)).toEqual(['away', 'busy']);
  for (const end of ends) end();
});

test('what may no longer be seen goes from memory and disk', async () => {
  const account = newAccount();
  const { client, cache } = start(account);
  client.setQueryData(key('a'), at(1, 1));
  await cache.flush();
  cache.drop(cache.idOf(key('a')));
  await cache.flush();
  expect([client.getQueryData(key('a')), await kept(account)]).toEqual([undefined, []]);
});

describe('a full disk', () => {
  /** Until something was taken away so often, nothing can be written of what was said. */
  function full(times: number): { readonly taken: string[] } {
    const taken: string[] = [];
    const { put, clear, delete: drop } = IDBObjectStore.prototype;
    const take = (store: IDBObjectStore, what: string) => {
      if (store.name !== 'revisions') taken.push(`${store.name} ${what}`);
    };
    Object.assign(IDBObjectStore.prototype, {
      put(this: IDBObjectStore, ...given: Parameters<typeof put>) {
        if (this.name === 'live' && taken.length < times) throw new DOMException('No room', 'QuotaExceededError');
        return put.apply(this, given);
      },
      clear(this: IDBObjectStore) {
        take(this, 'all');
        return clear.call(this);
      },
      delete(this: IDBObjectStore, id: string) {
        take(this, id);
        return drop.call(this, id);
      },
    });
    undo = () => Object.assign(IDBObjectStore.prototype, { put, clear, delete: drop });
    return { taken };
  }
  let undo = () => {};
  afterEach(() => undo());
  const talk = (id: number) => ['talk', 'in', id];

  /** Conversations 1 to 4, in the order in which something was said in them last, and what the other queries keep. */
  async function filled(account: string) {
    const db = cacheDatabase(account);
    const { client, cache, stop } = start(account);
    await db.run((d) => d.put('query', 'can be fetched again', 'q'));
    for (const id of [1, 2, 3, 4]) client.setQueryData(talk(id), at(1, id), { updatedAt: 1000 * id });
    await cache.flush();
    return { client, cache, db, stop };
  }
  const there = async (account: string) =>
    (await kept(account)).map(({ data }) => data.said[0] ?? 0).toSorted((a, b) => a - b);

  test("costs the other queries' cache first", async () => {
    const account = newAccount();
    const { client, cache, db } = await filled(account);
    const { taken } = full(1);
    client.setQueryData(talk(5), at(1, 5));
    expect(await cache.flush()).toBe(true);
    expect(taken).toEqual(['query q']);
    expect(await there(account)).toEqual([1, 2, 3, 4, 5]);
    expect(await db.run((d) => d.count('query'))).toBe(0);
    db.close();
  });

  test('then the older half of the conversations; the newer ones stay', async () => {
    const account = newAccount();
    const { client, cache, db } = await filled(account);
    // The other queries are not enough, and one conversation.
    full(3);
    client.setQueryData(talk(5), at(1, 5));
    expect(await cache.flush()).toBe(true);
    expect(await there(account)).toEqual([3, 4, 5]);
    expect((await db.run((d) => d.getAllKeys('revisions'))).length).toBe(3);
    db.close();
  });

  test('that refuses all the same: no more goes, however often it is tried, until there is room again', async () => {
    const account = newAccount();
    const { client, cache, db } = await filled(account);
    full(100);
    for (const id of [5, 6]) {
      client.setQueryData(talk(id), at(1, id));
      expect(await cache.flush()).toBe(false);
      expect(await there(account)).toEqual([3, 4]);
    }
    undo();
    client.setQueryData(talk(7), at(1, 7));
    expect(await cache.flush()).toBe(true);
    expect(await there(account)).toEqual([3, 4, 5, 6, 7]);
    db.close();
  });
});

describe('what was asked before there was a cache', () => {
  const list = { path: '/talk/list' } as unknown as Endpoint;
  const asking: LiveQuery<Data> = { ...query, fetch: (_key, { call }) => call(list, {} as never) as Promise<Data> };
  /** Asked by the cache itself are those that end at revision 9. */
  const begin = (answered: Promise<Data>) => {
    const asked = vi.fn(() => Promise.resolve(at(9)));
    const first = new Map([[list.path, answered]]);
    return { ...start(newAccount(), { live: [asking as LiveQuery], call: asked as unknown as Call, first }), asked };
  };

  test('is the first read’s, and no other’s', async () => {
    const { client, set, asked, cache } = begin(Promise.resolve(at(2)));
    expect(await client.fetchQuery({ queryKey: key('a') })).toEqual(at(2));
    expect(await client.fetchQuery({ queryKey: key('b') })).toEqual(at(9));
    expect(asked).toHaveBeenCalledOnce();
    expect(set).toEqual([
      [cache.idOf(key('a')), false],
      [cache.idOf(key('b')), false],
    ]);
  });

  test('may be older than what the socket has told since: then that is asked for', async () => {
    let come = (_: Data) => {};
    const { client, set, cache } = begin(new Promise((done) => (come = done)));
    const read = client.fetchQuery({ queryKey: key('a') });
    await vi.waitFor(() => expect(client.isFetching()).toBe(1));
    await new Promise((done) => setTimeout(done));
    cache.beginEpoch();
    come(at(2));
    expect(await read).toEqual(at(2));
    expect(set).toEqual([[cache.idOf(key('a')), true]]);
  });

  test('is older than a socket that was there before the read began, too', async () => {
    const { client, set, asked, cache } = begin(Promise.resolve(at(2)));
    cache.beginEpoch();
    expect(await client.fetchQuery({ queryKey: key('a') })).toEqual(at(2));
    expect(await client.fetchQuery({ queryKey: key('b') })).toEqual(at(9));
    expect(asked).toHaveBeenCalledOnce();
    expect(set).toEqual([
      [cache.idOf(key('a')), true],
      [cache.idOf(key('b')), false],
    ]);
  });

  test('fails for who takes it, and is asked anew by the next', async () => {
    const { client } = begin(Promise.reject(new NetworkError()));
    await expect(client.fetchQuery({ queryKey: key('a'), retry: false })).rejects.toThrow(NetworkError);
    expect(await client.fetchQuery({ queryKey: key('a') })).toEqual(at(9));
  });
});
