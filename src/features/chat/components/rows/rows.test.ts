// Days, the mark of what is new, and groups come where they belong.
import { expect, test } from 'vitest';
import type { Message } from '#contract/chat.ts';
import { messageOf } from './message.fixture.ts';
import { dayLabel, goalIn, lastToEdit, rowsOf, type ShownMessage } from './rows.ts';

const message = (seq: number, sender_id: string, created_at: string): Message =>
  messageOf(seq, { sender_id, created_at });
const shown = (m: Message, delivery: ShownMessage['delivery'] = 'sent'): ShownMessage => ({
  message: m,
  delivery,
  error_code: null,
  pending: false,
});
const at = (day: number, minute: number) => new Date(2026, 10, day, 12, minute).toISOString();
const sketch = (messages: ShownMessage[], newAfter: number | null = null, online = true) =>
  rowsOf({ messages, newAfter, self_id: 'me', online }).map((row) =>
    row.kind === 'message' ? `${row.shown.message.message_id}${row.first ? '!' : ''}` : row.kind,
  );

test('messages of one person within five minutes form a group; another person, a pause or a day begins anew', () => {
  const list = [
    message(1, 'a', at(9, 0)),
    message(2, 'a', at(9, 4)),
    message(3, 'a', at(9, 10)),
    message(4, 'b', at(9, 11)),
    message(5, 'b', at(10, 0)),
  ];
  expect(sketch(list.map((m) => shown(m)))).toEqual(['day', 'm1!', 'm2', 'm3!', 'm4!', 'day', 'm5!']);
});

test('the mark stands before the first unread message of somebody else, once', () => {
  const list = [
    message(1, 'a', at(9, 0)),
    message(2, 'me', at(9, 1)),
    message(3, 'a', at(9, 2)),
    message(4, 'a', at(9, 3)),
  ];
  expect(
    sketch(
      list.map((m) => shown(m)),
      1,
    ),
  ).toEqual(['day', 'm1!', 'm2!', 'new', 'm3!', 'm4']);
  expect(
    sketch(
      list.map((m) => shown(m)),
      4,
    ),
  ).not.toContain('new');
  expect(
    sketch(
      list.map((m) => shown(m)),
      null,
    ),
  ).not.toContain('new');
});

test('what waits for a connection stands under its own line', () => {
  const list = [
    shown(message(1, 'me', at(9, 0))),
    shown(message(2, 'me', at(9, 1)), 'queued'),
    shown(message(3, 'me', at(9, 1)), 'queued'),
  ];
  expect(sketch(list, null, false)).toEqual(['day', 'm1!', 'waiting', 'm2!', 'm3']);
  // What is just being sent stands where it will stand.
  expect(sketch(list)).toEqual(['day', 'm1!', 'm2', 'm3']);
});

test('days are named as people name them', () => {
  const now = new Date(2026, 10, 21, 9).getTime();
  expect(dayLabel(new Date(2026, 10, 21, 1).toISOString(), now)).toBe('Today');
  expect(dayLabel(new Date(2026, 10, 20, 23).toISOString(), now)).toBe('Yesterday');
  expect(dayLabel(new Date(2026, 10, 9, 12).toISOString(), now)).toBe('Monday 9 November');
  expect(dayLabel(new Date(2025, 10, 9, 12).toISOString(), now)).toBe('Sunday 9 November 2025');
});

test('the mark tells when the last message before it was written', () => {
  const list = [message(1, 'a', at(9, 0)), message(2, 'a', at(9, 2))].map((m) => shown(m));
  const since = (newAfter: number, messages = list) =>
    rowsOf({ messages, newAfter, self_id: 'me', online: true }).find((row) => row.kind === 'new')?.since;
  expect(since(1)).toBe(at(9, 0));
  expect(since(0)).toBeNull();
});

test('what is to be shown is found, or the place where it would be', () => {
  const list = [message(3, 'a', at(9, 0)), message(4, 'a', at(9, 1)), message(5, 'a', at(11, 0))].map((m) => shown(m));
  const rows = rowsOf({ messages: list, newAfter: 3, self_id: 'me', online: true });
  const found = (goal: Parameters<typeof goalIn>[1]) => {
    const place = goalIn(rows, goal);
    return place === undefined ? 'end' : rows[place]?.key;
  };
  expect(found({ kind: 'end' })).toBe('end');
  expect(found({ kind: 'mark' })).toBe('new');
  expect(found({ kind: 'message', seq: 4, message_id: 'm4' })).toBe('m4');
  expect(found({ kind: 'message', seq: 4, message_id: 'other' })).toBe('m4');
  expect(found({ kind: 'message', seq: 9, message_id: 'other' })).toBe('end');
  expect(found({ kind: 'time', at: at(9, 1) })).toBe('m4');
  expect(found({ kind: 'time', at: at(10, 0) })).toMatch(/^day-/);
  expect(found({ kind: 'time', at: at(12, 0) })).toBe('end');
});

test('what one may still change are words of one’s own that the server may get: no deleted, forwarded or refused ones', () => {
  const forwarded = { sender_id: 'b', created_at: at(8, 0) };
  const list = [
    shown(message(1, 'me', at(9, 0))),
    shown(message(2, 'me', at(9, 1))),
    shown(messageOf(3, { sender_id: 'me', forwarded })),
    shown(messageOf(4, { sender_id: 'me', deleted_at: at(9, 3) })),
    shown(message(5, 'me', at(9, 4)), 'failed'),
    shown(message(6, 'a', at(9, 5))),
  ];
  expect(lastToEdit(list, 'me')?.message_id).toBe('m2');
  expect(lastToEdit(list.slice(2), 'me')).toBeUndefined();
});
