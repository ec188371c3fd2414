// The keys for what is unsent when a session ends: one pair a person, theirs alone; and what is locked with them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealKeys } from '#contract/auth/seal.ts';
import { SEAL_PATH } from '#src/offline/device/seal.ts';
import { lock, ownerOf, unlock } from '#src/offline/device/sealing.ts';
import { startTestApp, type TestApp } from '#tests/kit/app.ts';
import { type Cast, gather } from './talk.ts';

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await startTestApp();
  cast = await gather(app);
});
afterAll(() => app.close());

test('everybody has a pair of their own, and always the same', async () => {
  const many = await Promise.all([1, 2, 3, 4].map(() => cast.ada.call(sealKeys, {})));
  expect(new Set(many.map(({ private_key }) => private_key)).size).toBe(1);
  const others = [cast.ben, cast.owner, cast.stranger].map((one) => one.call(sealKeys, {}));
  const keys = [many[0], ...(await Promise.all(others))].map((pair) => pair?.public_key);
  expect(new Set(keys).size).toBe(4);
  expect(SEAL_PATH).toBe(sealKeys.path);
});

test('what is locked opens for its person and account only, and only if nobody has touched it', async () => {
  const [hers, his] = await Promise.all([cast.ada, cast.ben].map((one) => one.call(sealKeys, {})));
  if (!hers || !his) throw new Error('No keys');
  const bytes = new Uint8Array(100_000).fill(7);
  const locked = await lock('company/ada', hers.public_key, { text: 'später 🎉' }, bytes);
  expect(await unlock('company/ada', hers.private_key, locked)).toEqual({ head: { text: 'später 🎉' }, bytes });
  expect(await unlock('company/ben', hers.private_key, locked)).toBeUndefined();
  expect(await unlock('company/ada', his.private_key, locked)).toBeUndefined();
  const touched = { ...locked, bytes: locked.bytes.map((byte, at) => (at === 5 ? byte ^ 1 : byte)) };
  expect(await unlock('company/ada', hers.private_key, touched)).toBeUndefined();
  expect(await ownerOf('company/ada')).not.toContain('ada');
});
