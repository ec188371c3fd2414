// What another app has shared is for whoever comes for it within a day, and for nobody after that.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sweep } from '../device/leaving/sweep.ts';
import { keepShared, readShared, SHARED } from './shared.ts';

const DAY_MS = 86_400_000;
const ORIGIN = 'https://app.example';
const kept = new Map<string, Response>();
/** The browser's, as far as it is asked here. */
const cache = {
  keys: async () => [...kept.keys()].map((url) => ({ url })),
  match: async (path: string) => kept.get(new URL(path, ORIGIN).href)?.clone(),
  put: async (path: string, answer: Response) => void kept.set(new URL(path, ORIGIN).href, answer),
  delete: async (path: string) => kept.delete(new URL(path, ORIGIN).href),
};

let id: string;
beforeEach(async () => {
  kept.clear();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('caches', { open: async () => cache, keys: async () => [SHARED] });
  vi.stubGlobal('localStorage', { getItem: () => null });
  const form = new FormData();
  form.set('text', 'Look');
  form.append('files', new File(['1'], 'photo.jpg', { type: 'image/jpeg' }));
  id = await keepShared(form, null);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('who comes within a day has it, and who comes later has nothing, nor has the device', async () => {
  vi.setSystemTime(Date.now() + DAY_MS - 1000);
  expect(await readShared(id, 'company/one')).toMatchObject({ text: 'Look', files: [{ name: 'photo.jpg' }] });
  vi.setSystemTime(Date.now() + 2000);
  expect(await readShared(id, 'company/one')).toBeUndefined();
  expect(kept.size).toBe(0);
});

test('a start takes it away after a day, not before', async () => {
  await sweep(null);
  expect(kept.size).toBe(2);
  vi.setSystemTime(Date.now() + DAY_MS + 1000);
  await sweep(null);
  expect(kept.size).toBe(0);
});
