// The bytes of files that wait, on a disk that is full: none is lost without a question.
import { afterEach, expect, test } from 'vitest';
import { disk, newAccount, stopAll } from '#tests/kit/outbox-model.ts';
import { cacheDatabase, outboxDatabase } from '../databases.ts';
import { unsavedForms } from '../device/busy.ts';
import { heldFiles } from './held-files.ts';

afterEach(stopAll);

const file = (id: string) => ({ id, blob: new Blob([id]) });
const onDisk = async (account: string) => {
  const db = outboxDatabase(account);
  const ids = await db.run((d) => d.getAllKeys('file'));
  db.close();
  return ids;
};

test('a full disk: leaving the page is asked about until there is room again, for the earlier ones, too', async () => {
  const account = newAccount();
  const held = heldFiles(account);
  expect(await held.put([file('a')])).toBe(true);
  expect(unsavedForms.size).toBe(0);
  disk.full = true;
  expect(await held.put([file('b')])).toBe(false);
  expect(unsavedForms.size).toBe(1);
  expect(await (await held.get('b'))?.text()).toBe('b');
  disk.full = false;
  expect(await held.put([file('c')])).toBe(true);
  expect(await onDisk(account)).toEqual(['a', 'b', 'c']);
  expect(unsavedForms.size).toBe(0);
});

test('one that is sent or taken back is asked about no more', async () => {
  const held = heldFiles(newAccount());
  disk.full = true;
  await held.put([file('a')]);
  disk.full = false;
  await held.remove(['a']);
  expect([unsavedForms.size, await held.get('a')]).toEqual([0, undefined]);
});

test('what can be fetched again makes room', async () => {
  const account = newAccount();
  const cache = cacheDatabase(account);
  await cache.run((d) => d.put('query', 'can be fetched again', 'q'));
  const real = IDBObjectStore.prototype.delete;
  IDBObjectStore.prototype.delete = function (key) {
    disk.full = false;
    return real.call(this, key);
  };
  try {
    disk.full = true;
    expect(await heldFiles(account).put([file('a')])).toBe(true);
  } finally {
    IDBObjectStore.prototype.delete = real;
  }
  expect(await onDisk(account)).toEqual(['a']);
  cache.close();
});
