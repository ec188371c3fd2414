// Acked writes: their events reach the data, and they go only when the data on disk has them.
import { proxy, ref } from 'valtio/vanilla';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventFrame } from '#contract/kernel/endpoint.ts';
import type { Outbox, OutboxItem } from '../offline/outbox/outbox.ts';
import { type Acks, followAcks } from './acks.ts';
import type { Engine } from './engine.ts';

const frame: EventFrame = { topic: 'company', revision: 1, name: 'x', payload: null };
const item = (id: string, state: OutboxItem['state'], saved = true): OutboxItem =>
  ({ id, state, saved, frames: [frame], attempts: 1 }) as never;

let story: string[];
let standing: ReturnType<Engine['standing']>;
let asked: number;
let mayRemove: boolean | ((item: OutboxItem) => boolean);
let release: ((isKept?: boolean) => void) | undefined;
let acks: Acks;
let state: { items: readonly OutboxItem[] };

beforeEach(() => {
  vi.useFakeTimers();
  [story, standing, asked, mayRemove, release] = [[], 'held', 0, true, undefined];
  state = proxy<{ items: readonly OutboxItem[] }>({ items: ref([]) });
  const outbox = { state, settle: async (ids: ReadonlySet<string>) => void story.push(`gone ${[...ids].join()}`) };
  acks = followAcks({
    outbox: outbox as Outbox,
    engine: {
      receive: (frames) => void story.push(`received ${frames.length}`),
      standing: (_frames, mark, isAll = true) => (asked > mark ? 'held' : isAll ? standing : 'unknown'),
      mark: () => asked,
    },
    flush: () => {
      story.push('flush');
      return new Promise<boolean>((done) => (release = (isKept = true) => done(isKept)));
    },
    recheck: () => void story.push('recheck'),
    mayRemove: (item) => (typeof mayRemove === 'function' ? mayRemove(item) : mayRemove),
  });
});
afterEach(() => {
  acks.stop();
  vi.useRealTimers();
});
const ack = (...ids: string[]) => {
  state.items = ref(ids.map((id) => item(id, 'acked')));
};

test('their events are received at once and once, whoever got the ack', () => {
  state.items = ref([item('a', 'queued')]);
  expect(story).toEqual([]);
  ack('a');
  ack('a', 'b');
  expect(story).toEqual(['received 1', 'received 1']);
});

test('a record goes after the data is on disk, not before', async () => {
  ack('a');
  acks.look();
  await vi.advanceTimersByTimeAsync(60);
  expect(story).toEqual(['received 1', 'flush']);
  release?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(story.at(-1)).toBe('gone a');
});

test('where the disk refuses the data, what it has of the record stays; what it has not either goes', async () => {
  state.items = ref([item('a', 'acked'), item('b', 'acked', false)]);
  acks.look();
  await vi.advanceTimersByTimeAsync(60);
  release?.(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(story.at(-1)).toBe('gone b');
  acks.look();
  await vi.advanceTimersByTimeAsync(60);
  release?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(story.at(-1)).toBe('gone a,b');
});

test('what came while the disk was written waits for its own turn', async () => {
  ack('a');
  acks.look();
  await vi.advanceTimersByTimeAsync(60);
  ack('a', 'b');
  release?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(story.at(-1)).toBe('gone a');
});

test('a record stays while data is behind, while an older answer may come, and in tabs that do not lead', async () => {
  standing = 'behind';
  ack('a');
  acks.look();
  await vi.advanceTimersByTimeAsync(60);
  expect(story).toEqual(['received 1']);
  standing = 'held';
  mayRemove = false;
  acks.look();
  await vi.advanceTimersByTimeAsync(60);
  expect(story).toEqual(['received 1']);
  mayRemove = true;
  await vi.advanceTimersByTimeAsync(1_100);
  release?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(story.at(-1)).toBe('gone a');
});

test('where only some may be removed, the others wait for their turn', async () => {
  mayRemove = ({ saved }) => !saved;
  state.items = ref([item('stored', 'acked'), item('memory', 'acked', false)]);
  acks.look();
  await vi.advanceTimersByTimeAsync(60);
  release?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(story.at(-1)).toBe('gone memory');
  state.items = ref([item('stored', 'acked')]);
  mayRemove = true;
  await vi.advanceTimersByTimeAsync(1_100);
  release?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(story.at(-1)).toBe('gone stored');
});

test('what no data follows is asked about, but not without a pause', async () => {
  standing = 'unknown';
  ack('a');
  for (let i = 0; i < 10; i++) {
    acks.look();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(story).toEqual(['received 1', 'recheck']);
  asked++;
  acks.look();
  await vi.advanceTimersByTimeAsync(60);
  release?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(story.at(-1)).toBe('gone a');
});

test('a page that ends in between takes nothing away', async () => {
  ack('a');
  acks.look();
  await vi.advanceTimersByTimeAsync(60);
  acks.stop();
  release?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(story).toEqual(['received 1', 'flush']);
});

test('what was sent twice and has no events goes once everything was asked for; what was sent once at once', async () => {
  const [twice, once] = [
    { ...item('twice', 'acked'), frames: [], attempts: 2 },
    { ...item('once', 'acked'), frames: [], attempts: 1 },
  ];
  state.items = ref([twice, once]);
  acks.look();
  await vi.advanceTimersByTimeAsync(60);
  expect(story.at(-2)).toBe('recheck');
  release?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(story.at(-1)).toBe('gone once');
  state.items = ref([twice]);
  asked = 1;
  acks.look();
  await vi.advanceTimersByTimeAsync(60);
  release?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(story.at(-1)).toBe('gone twice');
});
