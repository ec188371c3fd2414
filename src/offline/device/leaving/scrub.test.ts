// Forgetting for good is in nobody's way afterwards.
import { deleteDB } from 'idb';
import { afterEach, expect, test, vi } from 'vitest';
import { forget } from './scrub.ts';

const PUT = IDBObjectStore.prototype.put;
afterEach(() => {
  IDBObjectStore.prototype.put = PUT;
});

const soon = <T>(work: Promise<T>): Promise<T | 'still waiting'> =>
  Promise.race([work, new Promise<'still waiting'>((done) => setTimeout(done, 2_000, 'still waiting'))]);

test('where there was no room, the next one that leaves need not wait', async () => {
  IDBObjectStore.prototype.put = vi.fn(() => {
    throw new DOMException('No room', 'QuotaExceededError');
  });
  await forget();
  IDBObjectStore.prototype.put = PUT;
  expect(await soon(forget())).toBeUndefined();
});

test('two tabs that leave in the same moment do not wait for each other', async () => {
  expect(await soon(Promise.all([forget(), forget()]))).toEqual([undefined, undefined]);
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('limelight-scrub-0');
  expect(await soon(deleteDB('limelight-scrub-0'))).toBeUndefined();
});
