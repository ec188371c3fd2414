// The copy of what is unsent outlasts a disk that cannot be read, and has nothing that was sent or taken back.
import { deleteDB } from 'idb';
import { subscribe } from 'valtio';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ModelServer, newAccount, type Opened, start, stopAll, write } from '#tests/kit/outbox-model.ts';
import { OUTBOX } from '../databases.ts';
import type { OutboxRecord } from '../outbox/record.ts';

/** The browser's, as far as it is asked here. */
class MemoryCache {
  readonly #kept = new Map<string, Response>();
  match = async (path: string) => this.#kept.get(path)?.clone();
  put = async (path: string, answer: Response) => {
    tries++;
    if (isFull) throw new DOMException('Full', 'QuotaExceededError');
    this.#kept.set(path, answer);
  };
}
let tries = 0;
let isFull = false;
const all = new Map<string, MemoryCache>();

let account: string;
beforeEach(() => {
  isFull = false;
  account = newAccount();
  const [company_id, employee_id] = account.split('/');
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify({ company_id, employee_id }) });
  vi.stubGlobal('caches', {
    open: async (name: string) => all.get(name) ?? all.set(name, new MemoryCache()).get(name),
    delete: async (name: string) => all.delete(name),
  });
});
const { open } = IDBFactory.prototype;
afterEach(async () => {
  IDBFactory.prototype.open = open;
  await stopAll();
});
afterAll(() => void vi.unstubAllGlobals());

/** A page that has just begun: it has read nothing, and knows nothing of what the one before has kept. */
async function nextPage() {
  vi.resetModules();
  const { keepCopy, knownUnsent } = await import('./second-copy.ts');
  const opened: Opened = start(new ModelServer(), account, false, {
    may: () => true,
    records: () => knownUnsent(account, opened.outbox),
    onFilled: () => void opened.outbox.reload(),
  });
  const { outbox } = opened;
  return { ...opened, keep: () => keepCopy(account, outbox), shown: () => textsOf(outbox.state.items) };
}
const say = (page: Opened, ...texts: string[]) =>
  Promise.all(texts.map((text) => page.outbox.enqueue(write('a', text)).saved));
const textsOf = (records: readonly Pick<OutboxRecord, 'body'>[]) =>
  records.map(({ body }) => (JSON.parse(body ?? '') as { text: string }).text);

/** What the copy has once everything that was asked for is done; undefined: there is none. */
async function copied() {
  await new Promise((done) => setTimeout(done, 50));
  const kept = await all.get(`private-unsent:${account}`)?.match('/unsent');
  return kept && textsOf(await kept.json());
}

/** Two that wait, and their copy; the page that knew of them is gone. */
async function left() {
  const page = await nextPage();
  await say(page, 'one', 'two');
  page.keep();
  expect(await copied()).toEqual(['one', 'two']);
  await page.outbox.stop();
}
const refuse = () => {
  IDBFactory.prototype.open = () => {
    throw new DOMException('Internal error', 'UnknownError');
  };
};

test('a disk that cannot be read takes nothing away from it, and it fills the one that comes after', async () => {
  await left();
  const page = await nextPage();
  refuse();
  await page.outbox.reload();
  expect(page.shown()).toEqual([]);
  page.keep();
  expect(await copied()).toEqual(['one', 'two']);
  await say(page, 'in memory');
  page.keep();
  expect(await copied()).toEqual(['one', 'two']);
  IDBFactory.prototype.open = open;
  await deleteDB(OUTBOX + account);
  await page.outbox.reload();
  expect(page.shown()).toEqual(expect.arrayContaining(['one', 'two', 'in memory']));
});

test('what is written before the disk was read does not stand for all there was', async () => {
  await left();
  await deleteDB(OUTBOX + account);
  const page = await nextPage();
  const saying = say(page, 'three');
  page.keep();
  await saying;
  await page.outbox.reload();
  page.keep();
  expect(page.shown()).toEqual(['one', 'two', 'three']);
  expect(await copied()).toEqual(['one', 'two', 'three']);
});

test('what was read by who sends is shown, not forgotten', async () => {
  await left();
  const page = await nextPage();
  refuse();
  await page.outbox.reload();
  IDBFactory.prototype.open = open;
  await page.store.all();
  page.keep();
  expect(await copied()).toEqual(['one', 'two']);
  expect(page.shown()).toEqual(['one', 'two']);
});

test('what was taken back is not in it, nor what was sent before this page began', async () => {
  await left();
  const page = await nextPage();
  await page.outbox.reload();
  page.keep();
  const [one] = page.outbox.state.items;
  await page.outbox.discard(one?.id ?? '');
  page.keep();
  expect(await copied()).toEqual(['two']);
  await page.store.remove((records) => records);
  await page.outbox.stop();
  const next = await nextPage();
  await next.outbox.reload();
  next.keep();
  expect(await copied()).toBeUndefined();
});

test('where it cannot be changed it is tried no more than there is news', async () => {
  await left();
  const page = await nextPage();
  await page.store.remove((records) => records.slice(0, 1));
  await page.outbox.reload();
  isFull = true;
  tries = 0;
  const end = subscribe(page.outbox.state, page.keep);
  page.keep();
  expect(await copied()).toEqual(['one', 'two']);
  end();
  expect(tries).toBeLessThan(5);
});
