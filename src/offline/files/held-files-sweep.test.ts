// Held files go when no record speaks of them any more: never because the records could not be read.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { disk, newAccount } from '#tests/kit/outbox-model.ts';
import { outboxDatabase } from '../databases.ts';
import type { OutboxDraft, OutboxFile } from '../outbox/record.ts';
import { type OutboxStore, openOutbox } from '../outbox/store.ts';
import { bringFiles } from './bring-files.ts';
import { heldFiles } from './held-files.ts';

const HOUR_MS = 3_600_000;
const { get, getAll } = IDBObjectStore.prototype;

let account: string;
let store: OutboxStore;
beforeEach(() => {
  account = newAccount();
  store = openOutbox(account);
});
afterEach(() => {
  disk.full = false;
  Object.assign(IDBObjectStore.prototype, { get, getAll });
  store.close();
});

const fileOf = (id: string): OutboxFile => ({ id, name: id, key: id, file_id: null, there: false, tries: 0 });
const draft = (id: string, files: readonly OutboxFile[]): OutboxDraft => ({
  id,
  account,
  scope: 'a',
  app_version: 'test',
  created_at: new Date().toISOString(),
  method: 'POST',
  path: '/test/say/new',
  query: '',
  body: null,
  attempts: 0,
  state: 'queued',
  error_code: null,
  target: null,
  replaces: null,
  frames: [],
  predicted: [],
  files,
});

/** Waits since so many hours. */
async function hold(id: string, hours: number): Promise<void> {
  const db = outboxDatabase(account);
  await db.run((d) => d.put('file', { blob: new Blob([id]), at: Date.now() - hours * HOUR_MS }, id));
  db.close();
}

/** What a message with files does before its own are sent; it has none left here. Answers which of `ids` are still held. */
async function sweep(ids: readonly string[]): Promise<string[]> {
  const send = () => Promise.reject(new Error('Nothing is sent'));
  expect(
    await bringFiles(
      'https://app.example/api',
      { ...draft('other', []), seq: 0 },
      { account, store, send, judge: () => 'later' },
    ),
  ).toBe(null);
  Object.assign(IDBObjectStore.prototype, { get, getAll });
  const held = await Promise.all(ids.map((id) => heldFiles(account).get(id)));
  return ids.filter((_, at) => held[at] !== undefined);
}

/** Of the store of records alone: the disk reads files. */
function breakReading(broken: (key: unknown) => boolean): void {
  const fail = () => {
    throw new DOMException('Broken', 'DataError');
  };
  IDBObjectStore.prototype.getAll = function (this: IDBObjectStore, ...given) {
    return this.name === 'outbox' ? fail() : getAll.apply(this, given);
  };
  IDBObjectStore.prototype.get = function (this: IDBObjectStore, key) {
    return this.name === 'outbox' && broken(key) ? fail() : get.call(this, key);
  };
}

test('what no record speaks of goes after a day; what one speaks of stays', async () => {
  await store.add(draft('one', [fileOf('wanted')]));
  for (const id of ['wanted', 'loose']) await hold(id, 48);
  await hold('recent', 20);
  expect(await sweep(['wanted', 'loose', 'recent'])).toEqual(['wanted', 'recent']);
});

describe('everything stays', () => {
  test('while the records cannot be read', async () => {
    await store.add(draft('one', [fileOf('wanted')]));
    for (const id of ['wanted', 'loose']) await hold(id, 48);
    breakReading(() => true);
    expect(await sweep(['wanted', 'loose'])).toEqual(['wanted', 'loose']);
    expect(await sweep(['wanted', 'loose'])).toEqual(['wanted']);
  });

  test('while one of them cannot', async () => {
    await store.add(draft('one', [fileOf('first')]));
    const { record } = await store.add(draft('two', [fileOf('second')]));
    for (const id of ['first', 'second', 'loose']) await hold(id, 48);
    breakReading((key) => key === record.seq);
    expect(await sweep(['first', 'second', 'loose'])).toEqual(['first', 'second', 'loose']);
  });
});

test('what only the memory of a tab speaks of stays: of this one always, of another for a day', async () => {
  const other = openOutbox(account);
  disk.full = true;
  expect(await store.add(draft('here', [fileOf('ours')]))).toMatchObject({ saved: false });
  expect(await other.add(draft('there', [fileOf('theirs')]))).toMatchObject({ saved: false });
  disk.full = false;
  await hold('ours', 48);
  await hold('theirs', 20);
  expect(await sweep(['ours', 'theirs'])).toEqual(['ours', 'theirs']);
  other.close();
});
