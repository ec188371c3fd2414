// What is thrown away on the way into the next build, and what the app needs without a network.
import { afterEach, expect, test, vi } from 'vitest';
import { reloadIntoNewBuild } from './new-build.ts';

afterEach(() => void vi.unstubAllGlobals());

test('the caches that are named after parts go; the worker’s own stays, whatever the address of the app', async () => {
  const names = new Set([
    'workbox-precache-v2-https://assets.acme.com/',
    'workbox-precache-v2-https://invite.acme.com/',
    'assets-lazy',
    'vite-old',
    'private-files:company/one',
  ]);
  const reload = vi.fn();
  vi.stubGlobal('caches', { keys: async () => [...names], delete: async (name: string) => names.delete(name) });
  vi.stubGlobal('location', { reload });
  expect(await reloadIntoNewBuild()).toBe(true);
  expect([...names]).toEqual([
    'workbox-precache-v2-https://assets.acme.com/',
    'workbox-precache-v2-https://invite.acme.com/',
    'private-files:company/one',
  ]);
  expect(reload).toHaveBeenCalledOnce();
});
