// Forgetting for good is in nobody's way afterwards.
import { deleteDB } from 'idb';
import { afterEach, expect, test, vi } from 'vitest';
import { appDatabase } from '../../databases.ts';
import { wasLeft, writeMirror } from '../../session-mirror.ts';
import { forget } from './scrub.ts';

const PUT = IDBObjectStore.prototype.put;
afterEach(() => {
  IDBObjectStore.prototype.put = PUT;
});

/** What hangs is given up after so long and answered with false: only that takes so long, however busy the machine is. */
const MOST_MS = 30_000;
const leave = () => forget(true, false, MOST_MS);
const soon = <T>(work: Promise<T>): Promise<T | 'still waiting'> =>
  Promise.race([work, new Promise<'still waiting'>((done) => setTimeout(done, MOST_MS, 'still waiting'))]);

test('where there was no room, the next one that leaves need not wait', async () => {
  IDBObjectStore.prototype.put = vi.fn(() => {
    throw new DOMException('No room', 'QuotaExceededError');
  });
  await leave();
  IDBObjectStore.prototype.put = PUT;
  expect(await leave()).toBe(true);
});

test('two tabs that leave in the same moment do not wait for each other', async () => {
  expect(await Promise.all([leave(), leave()])).toEqual([true, true]);
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('limelight-scrub-0');
  expect(await soon(deleteDB('limelight-scrub-0'))).toBeUndefined();
});

test('which session was left is known until the next one begins; the version marks stay unless they are to go', async () => {
  const marked = () => appDatabase().run((db) => db.get('version', 'app_version'));
  await appDatabase().run((db) => db.put('version', 'v1', 'app_version'));
  await writeMirror(null, '', 'left');
  await forget(true);
  expect(await wasLeft('left')).toBe(true);
  expect(await marked()).toBe('v1');
  await forget(false, true);
  expect(await wasLeft('left'), 'to be gone back to').toBe(false);
  expect(await marked()).toBeUndefined();
});
