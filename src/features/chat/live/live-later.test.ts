// What is kept for later, as events and waiting writes leave it. That the events are the server's is tested over real HTTP
// (tests/flows/sync.test.ts).
import { describe, expect, test } from 'vitest';
import { draftChanged } from '#contract/chat/drafts.ts';
import { savedAdded, savedRemoved } from '#contract/chat/saved.ts';
import { scheduledChanged, scheduledRemoved } from '#contract/chat/scheduled.ts';
import { docOf } from '#contract/rich-text.ts';
import type { OutboxItem } from '#src/offline/outbox/outbox.ts';
import type { Prediction } from '#src/offline/outbox/record.ts';
import type { LiveQuery } from '#src/realtime/live-query.ts';
import { drafts, type Kept, saved, scheduled } from './live-later.ts';

const context = { self: 'me' };
const waiting = (state: OutboxItem['state'], ...predicted: Prediction[]): OutboxItem => ({
  seq: 1,
  id: 'waiting',
  account: 'company/me',
  scope: 'later',
  method: 'POST',
  path: '/later',
  query: null,
  body: '{}',
  app_version: 'test',
  created_at: at(0),
  attempts: 0,
  error_code: null,
  target: null,
  replaces: null,
  frames: [],
  saved: true,
  state,
  predicted,
});
const after = <T>(query: LiveQuery<Kept<T>>, data: Kept<T>, name: string, payload: unknown): Kept<T> =>
  query.reduce(data, { topic: 'employee:me', revision: data.revision + 1, name, payload }, context, []);
const laid = <T>(query: LiveQuery<Kept<T>>, data: Kept<T>, item: OutboxItem): Kept<T> =>
  query.predict?.(data, [], item, context) ?? data;
const at = (minute: number) => `2026-03-02T12:${String(minute).padStart(2, '0')}:00.000Z`;

describe('saved', () => {
  const mark = (message_id: string, minute: number) => ({ message_id, saved_at: at(minute) });
  const data = { items: [mark('b', 2), mark('a', 1)], revision: 5 };

  test('the latest first; a mark that goes leaves the others', () => {
    const more = after(saved, data, savedAdded.name, mark('c', 3));
    expect(more).toEqual({ items: [mark('c', 3), mark('b', 2), mark('a', 1)], revision: 6 });
    expect(after(saved, more, savedRemoved.name, { message_id: 'b' }).items).toEqual([mark('c', 3), mark('a', 1)]);
    expect(after(saved, data, 'people.changed', {})).toEqual({ ...data, revision: 6 });
  });

  test('what waits shows at once, what was refused does not', () => {
    const save = { name: savedAdded.name, payload: mark('c', 3) };
    const shown = laid(saved, data, waiting('queued', save));
    expect(shown.items[0]).toEqual(mark('c', 3));
    // The event came before the answer.
    expect(laid(saved, after(saved, data, savedAdded.name, mark('c', 4)), waiting('queued', save)).items).toHaveLength(
      3,
    );
    expect(laid(saved, data, waiting('failed', save))).toBe(data);
    const unsave = { name: savedRemoved.name, payload: { message_id: 'x' } };
    expect(laid(saved, data, waiting('queued', unsave))).toBe(data);
  });
});

test('scheduled messages stand by their time, and move with it', () => {
  const item = (message_id: string, minute: number) => ({
    message_id,
    address: { entity_type: 'employee' as const, entity_id: 'you' },
    body: docOf(message_id),
    attachments: [],
    reply_to: null,
    due_at: at(minute),
    error_code: null,
  });
  const data = { items: [item('a', 10), item('b', 20)], revision: 1 };
  const ids = ({ items }: typeof data) => items.map((one) => one.message_id).join('');
  const moved = after(scheduled, data, scheduledChanged.name, item('a', 30)) as typeof data;
  expect(ids(moved)).toBe('ba');
  expect(ids(after(scheduled, moved, scheduledChanged.name, item('c', 25)) as typeof data)).toBe('bca');
  expect(ids(after(scheduled, moved, scheduledRemoved.name, { message_id: 'b' }) as typeof data)).toBe('a');
});

describe('drafts', () => {
  const draft = (entity_id: string, text: string | null, minute: number) => ({
    address: { entity_type: 'employee' as const, entity_id },
    body: text === null ? null : docOf(text),
    reply_to: null,
    typed_at: at(minute),
  });
  const data = { items: [draft('a', 'Typed at five', 5)], revision: 1 };

  test('the latest typing counts, whatever comes first', () => {
    const later = draft('a', 'Typed at six', 6);
    expect(after(drafts, data, draftChanged.name, later).items).toEqual([later]);
    const waits = (minute: number) =>
      waiting('queued', { name: draftChanged.name, payload: draft('a', 'Here', minute) });
    expect(laid(drafts, data, waits(6)).items).toEqual([draft('a', 'Here', 6)]);
    expect(laid(drafts, data, waits(4))).toBe(data);
  });

  test('one that was sent stays sent against what was typed before it', () => {
    const sent = after(drafts, data, draftChanged.name, draft('a', null, 7));
    expect(sent.items).toEqual([draft('a', null, 7)]);
    expect(laid(drafts, sent, waiting('queued', { name: draftChanged.name, payload: draft('a', 'Old', 6) }))).toBe(
      sent,
    );
  });

  test('one each conversation, by address', () => {
    const other = { ...draft('a', 'In a space', 1), address: { entity_type: 'space' as const, entity_id: 'a' } };
    const both = after(drafts, data, draftChanged.name, other);
    expect(both.items).toEqual([draft('a', 'Typed at five', 5), other]);
    expect(after(drafts, both, draftChanged.name, draft('0', 'First', 1)).items[0]?.address.entity_id).toBe('0');
  });
});
