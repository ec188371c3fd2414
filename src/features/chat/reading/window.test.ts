// Runs that grow and are cut, in any order and however late the answers come: never a gap, never too long, and with every event
// what a fresh read of the same run would be.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as chat from '#contract/chat.ts';
import { messageOf } from '../components/rows/message.fixture.ts';
import { messagesKey, windowKey } from '../live/keys.ts';
import { type Messages, MOST } from '../live/live-messages.ts';
import { messages } from '../live.ts';
import { bounded, joinNewer, joinOlder } from './window.ts';

const context = { self: 'me' };
/** What the server answers: every message is one revision. */
const page = (from: number, to: number, last: number): Messages => ({
  conversation_id: 'talk',
  root: null,
  revision: last,
  items: Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => messageOf(from + at)),
  has_before: from > 1,
  has_after: to < last,
});
const seqs = (data: Messages) => data.items.map(({ seq }) => seq);
const created = (data: Messages, seq: number): Messages =>
  messages.reduce(
    data,
    { topic: 'conversation:talk', revision: seq, name: chat.messageCreated.name, payload: messageOf(seq) },
    context,
    messagesKey('employee/ines'),
  );

test('pages are joined where they belong', () => {
  const held = page(50, 60, 90);
  expect(seqs(joinOlder(held, page(40, 49, 90)))).toEqual(seqs(page(40, 60, 90)));
  expect(joinOlder(held, page(1, 49, 90))).toEqual(page(1, 60, 90));
  expect(joinNewer(held, page(61, 90, 90))).toEqual(page(50, 90, 90));
  expect(joinNewer(page(50, 90, 90), page(91, 90, 90))).toEqual(page(50, 90, 90));
});

test('a page that came too late to be next to the run is left out', () => {
  const held = page(50, 60, 90);
  for (const late of [page(30, 39, 90), page(1, 48, 90)]) expect(joinOlder(held, late)).toBe(held);
  for (const late of [page(62, 70, 90), page(80, 90, 90)]) expect(joinNewer(held, late)).toBe(held);
});

test('what overlaps is there once', () => {
  const held = page(50, 60, 90);
  expect(joinOlder(held, page(45, 55, 90))).toEqual(page(45, 60, 90));
  expect(joinNewer(held, page(55, 65, 90))).toEqual(page(50, 65, 90));
});

test('a run that is too long loses what is far from where one reads, and says that there is more', () => {
  const long = page(1, MOST + 50, MOST + 50);
  const [older, newer] = [bounded(long, 'older'), bounded(long, 'newer')];
  expect([older.items[0]?.seq, older.has_before, older.has_after]).toEqual([1, false, true]);
  expect([newer.items.at(-1)?.seq, newer.has_before, newer.has_after]).toEqual([MOST + 50, true, false]);
  for (const one of [older, newer]) expect(one.items.length).toBeLessThanOrEqual(MOST);
  const short = page(1, MOST, MOST);
  expect(bounded(short, 'older')).toBe(short);
});

test('however it grows, is cut and is told of new messages, it equals a fresh read of the same run', () => {
  const step = fc.constantFrom('older', 'newer', 'created', 'cut-older', 'cut-newer');
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), fc.integer({ min: 1, max: 900 }), (steps, begin) => {
      let last = 900;
      let run = page(Math.max(1, begin - 25), Math.min(last, begin + 24), last);
      for (const name of steps) {
        const first = run.items[0]?.seq ?? 1;
        const end = run.items.at(-1)?.seq ?? 0;
        if (name === 'older') run = joinOlder(run, page(Math.max(1, first - 50), first - 1, last));
        else if (name === 'newer') run = joinNewer(run, page(end + 1, Math.min(last, end + 50), last));
        else if (name === 'created') run = created(run, ++last);
        else run = bounded(run, name === 'cut-older' ? 'older' : 'newer');
        expect(run).toEqual(page(run.items[0]?.seq ?? 1, run.items.at(-1)?.seq ?? 0, last));
      }
    }),
  );
});

test('a conversation that nobody looks at does not grow for ever', () => {
  let run = page(1, 50, 50);
  for (let seq = 51; seq <= 2_000; seq++) run = created(run, seq);
  const first = run.items[0]?.seq ?? 0;
  expect(run).toEqual(page(first, 2_000, 2_000));
  expect(run.items.length).toBeLessThanOrEqual(500);
});

test('a window reads around its place and stays off the device', async () => {
  const asked: unknown[] = [];
  const call = (_endpoint: unknown, input: unknown) => {
    asked.push(input);
    return Promise.resolve(page(1, 1, 1));
  };
  const tools = { call, signal: new AbortController().signal } as unknown as Parameters<typeof messages.fetch>[1];
  const key = windowKey('space/s/t', { around_seq: '7' }, 1);
  await messages.fetch(key, tools);
  await messages.fetch(messagesKey('space/s'), tools);
  expect(asked).toEqual([
    { entity_type: 'space', entity_id: 's', sub_space_id: 't', around_seq: '7', limit: '50' },
    { entity_type: 'space', entity_id: 's', limit: '50' },
  ]);
  expect([messages.isKept?.(key), messages.isKept?.(messagesKey('space/s'))]).toEqual([false, true]);
});
