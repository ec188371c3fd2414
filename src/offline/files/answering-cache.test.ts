import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { openAnswering } from './answering-cache.ts';

/** The browser's, as far as it is asked here: one that is stuck answers nobody, and the next one of that name is another. */
const caches = new Map<string, { match: () => Promise<unknown> }>();
const stuck = { match: () => new Promise(() => undefined) };
const well = () => ({ match: async () => undefined });
vi.stubGlobal('caches', {
  open: async (name: string) => caches.get(name) ?? caches.set(name, well()).get(name),
  delete: async (name: string) => caches.delete(name),
});
afterAll(() => void vi.unstubAllGlobals());
beforeEach(() => caches.clear());

test('one that answers stays', async () => {
  const one = well();
  caches.set('one', one);
  expect(await openAnswering('one', 5)).toBe(one);
});

test('one that nobody gets an answer from is thrown away, and those beside it stay', async () => {
  const other = well();
  caches.set('other', other);
  caches.set('one', stuck);
  const opened = await openAnswering('one', 5);
  expect(opened).not.toBe(stuck);
  expect(caches.get('one')).toBe(opened);
  expect(caches.get('other')).toBe(other);
});

test('one that answers the second time stays', async () => {
  let asked = 0;
  const slow = { match: () => (asked++ ? Promise.resolve() : new Promise(() => undefined)) };
  caches.set('one', slow);
  expect(await openAnswering('one', 5)).toBe(slow);
});

test('several who wait for it at once get the same new one', async () => {
  caches.set('one', stuck);
  const [first, second] = await Promise.all([openAnswering('one', 5), openAnswering('one', 50)]);
  expect(first).toBe(second);
  expect(caches.get('one')).toBe(first);
});

test('what the browser refuses is refused', async () => {
  caches.set('one', { match: () => Promise.reject(new DOMException('Broken', 'UnknownError')) });
  await expect(openAnswering('one', 5)).rejects.toThrow('Broken');
});
