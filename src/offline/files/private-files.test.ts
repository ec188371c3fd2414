import { afterAll, beforeEach, expect, test, vi } from 'vitest';

type Files = typeof import('./private-files.ts');
/** Another page begins with the next test: it knows nothing of what the one before has kept. */
let files: Files;
const nextPage = async () => {
  vi.resetModules();
  files = await import('./private-files.ts');
};

/** Bytes that the disk has for caches. */
let room = Number.POSITIVE_INFINITY;
let broken = false;

/** The browser's, as far as it is asked here: in the order of putting, and full at some time. */
class MemoryCache {
  readonly #kept = new Map<string, Blob>();

  keys = async () => {
    if (broken) throw new DOMException('Broken', 'UnknownError');
    return this.#paths();
  };
  #paths = () => [...this.#kept.keys()].map((path) => new Request(new URL(path, 'https://app.example')));
  match = async (key: string | Request) => {
    const blob = this.#kept.get(pathOf(key));
    return blob && new Response(blob, { headers: { 'content-length': String(blob.size) } });
  };
  delete = async (key: string) => this.#kept.delete(pathOf(key));
  put = async (key: string, answer: Response) => {
    const blob = await answer.blob();
    const taken = [...this.#kept.values()].reduce((sum, { size }) => sum + size, 0);
    if (taken + blob.size > room) throw new DOMException('Full', 'QuotaExceededError');
    this.#kept.delete(pathOf(key));
    this.#kept.set(pathOf(key), blob);
  };
}
const pathOf = (key: string | Request): string => (typeof key === 'string' ? key : new URL(key.url).pathname);

const all = new Map<string, MemoryCache>();
vi.stubGlobal('caches', {
  open: async (name: string) => all.get(name) ?? all.set(name, new MemoryCache()).get(name),
  delete: async (name: string) => all.delete(name),
});
afterAll(() => void vi.unstubAllGlobals());

const account = 'company/one';
const keep = (name: string, size = 10) => files.keepFile(account, name, new Blob(['x'.repeat(size)]));
const there = async (...names: string[]) => {
  const found = await Promise.all(names.map(async (name) => ((await files.keptFile(account, name)) ? name : '')));
  return found.filter(Boolean);
};

beforeEach(async () => {
  room = Number.POSITIVE_INFINITY;
  all.clear();
  broken = false;
  await nextPage();
});

test('on a full disk the older half makes room for the newest', async () => {
  room = 45;
  for (const name of ['a', 'b', 'c', 'd', 'e']) await keep(name);
  expect(await there('a', 'b', 'c', 'd', 'e')).toEqual(['c', 'd', 'e']);
});

test('what does not fit even then leaves room for what must not be lost', async () => {
  room = 45;
  for (const name of ['a', 'b']) await keep(name);
  await keep('large', 100);
  expect(await there('a', 'b', 'large')).toEqual([]);
});

test('room that is asked for comes from the older half, also of what another page has kept', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await keep(name);
  await nextPage();
  await files.dropOlderFiles(account);
  expect(await there('a', 'b', 'c', 'd')).toEqual(['c', 'd']);
  // What is opened again is newer.
  await keep('c');
  await files.dropOlderFiles(account);
  expect(await there('c', 'd')).toEqual(['c']);
  await files.dropOlderFiles(account);
  expect(await there('c')).toEqual([]);
});

test('a disk that refuses to tell is asked again the next time, and holds up nobody who needs room', async () => {
  for (const name of ['a', 'b']) await keep(name);
  await nextPage();
  broken = true;
  await files.dropOlderFiles(account);
  expect(await there('a', 'b')).toEqual(['a', 'b']);
  broken = false;
  await files.dropOlderFiles(account);
  expect(await there('a', 'b')).toEqual(['b']);
});
