import { expect, test } from 'vitest';
import type { Actor } from '../../../platform/actor.ts';
import { createBus } from '../../../platform/bus/bus.ts';
import { createActorCache, type Found } from './actor-cache.ts';

const actor = (company_id = 'c', employee_id = 'e', session_id = 's'): Actor => ({
  company_id,
  employee_id,
  session_id,
  permissions: new Set(),
  modules: new Set(),
});
const setUp = () => {
  let time = 0;
  const bus = createBus((error) => {
    throw error;
  });
  return { bus, cache: createActorCache(bus, () => time), pass: (ms: number) => void (time += ms) };
};
const found =
  (who = actor(), for_ms = 60_000): (() => Promise<Found>) =>
  async () => ({ actor: who, for_ms });

test('remembers for five seconds, or for as long as the token is good', async () => {
  const { cache, pass } = setUp();
  await cache.load('a', found());
  await cache.load('b', found(actor(), 1000));
  pass(999);
  expect(cache.get('a')).toBeDefined();
  expect(cache.get('b')).toBeDefined();
  pass(1);
  expect(cache.get('b')).toBeUndefined();
  pass(4000);
  expect(cache.get('a')).toBeUndefined();
});

test('nobody is not remembered', async () => {
  const { cache } = setUp();
  expect(await cache.load('a', async () => undefined)).toBeUndefined();
  expect(cache.get('a')).toBeUndefined();
  expect(cache.size).toBe(0);
});

test('whoever asks at the same time shares one look-up, with its successor', async () => {
  const { cache } = setUp();
  let looks = 0;
  const look = async (): Promise<Found> => ({ actor: actor(), for_ms: 1000, fresh: `fresh ${++looks}` });
  const answers = await Promise.all([1, 2, 3].map(() => cache.load('a', look)));
  expect(looks).toBe(1);
  expect(answers.map((answer) => answer?.fresh)).toEqual(['fresh 1', 'fresh 1', 'fresh 1']);
});

test('a failed look-up fails for its callers only', async () => {
  const { cache } = setUp();
  await expect(
    cache.load('a', async () => {
      throw new Error('no database');
    }),
  ).rejects.toThrow('no database');
  expect(await cache.load('a', found())).toBeDefined();
});

test('signals drop what they concern, and nothing else', async () => {
  const { bus, cache } = setUp();
  const all = { one: actor(), other: actor('c', 'e', 's2'), colleague: actor('c', 'e2'), foreign: actor('c2') };
  const fill = async () => {
    for (const [key, who] of Object.entries(all)) await cache.load(key, found(who));
  };
  const left = () => Object.keys(all).filter((key) => cache.get(key));
  await fill();
  bus.signal({ type: 'sessions_ended', company_id: 'c', employee_id: 'e', session_ids: ['s'] });
  expect(left()).toEqual(['other', 'colleague', 'foreign']);
  bus.signal({ type: 'sessions_ended', company_id: 'c', employee_id: 'e' });
  expect(left()).toEqual(['colleague', 'foreign']);
  await fill();
  bus.signal({ type: 'actors_changed', company_id: 'c', employee_id: 'e' });
  expect(left()).toEqual(['colleague', 'foreign']);
  bus.signal({ type: 'actors_changed', company_id: 'c' });
  expect(left()).toEqual(['foreign']);
});

test('what was being read while something changed is not remembered, nor shared with later callers', async () => {
  const { bus, cache } = setUp();
  let finish = () => {};
  const slow = cache.load('a', async () => {
    await new Promise<void>((done) => (finish = done));
    return { actor: actor(), for_ms: 60_000 };
  });
  bus.signal({ type: 'actors_changed', company_id: 'c' });
  let again = 0;
  await cache.load('a', async () => {
    again++;
    return undefined;
  });
  finish();
  expect((await slow)?.actor).toBeDefined();
  expect(again).toBe(1);
  expect(cache.get('a')).toBeUndefined();
});

test('is bounded', async () => {
  const { cache } = setUp();
  for (let i = 0; i < 20_100; i++) await cache.load(String(i), found());
  expect(cache.size).toBe(20_000);
  expect(cache.get('0')).toBeUndefined();
  expect(cache.get('20099')).toBeDefined();
});
