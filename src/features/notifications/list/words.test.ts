import { expect, test } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import { daysOf, quoteOf, wordsOf } from './words.ts';

const one = (change: Partial<Notification>): Notification => ({
  notification_id: '1',
  kind: 'mention',
  actor_id: 'k',
  count: 1,
  text: 'The seal is on order',
  emoji: null,
  place: '',
  path: '/',
  created_at: new Date(2026, 10, 22, 12).toISOString(),
  read: false,
  ...change,
});
const said = (change: Partial<Notification>) => wordsOf(one(change), 'Kwame Mensah');

test('who did what, where', () => {
  expect(said({})).toBe('Kwame Mensah mentioned you');
  expect(said({ place: 'Ovens' })).toBe('Kwame Mensah mentioned you in Ovens');
  expect(said({ kind: 'thread', place: 'Ovens' })).toBe('Kwame Mensah answered in a thread in Ovens');
  expect(said({ kind: 'reaction', emoji: '🎉' })).toBe('Kwame Mensah reacted 🎉');
  expect(said({ kind: 'reaction', emoji: '🎉', count: 2 })).toBe('Kwame Mensah and 1 other reacted 🎉');
  expect(said({ kind: 'reaction', emoji: '🎉', count: 4 })).toBe('Kwame Mensah and 3 others reacted 🎉');
  expect(said({ kind: 'invitation', text: 'Ovens' })).toBe('Kwame Mensah invited you to Ovens');
  expect(said({ kind: 'join_request', text: 'Ovens' })).toBe('Kwame Mensah asks to join Ovens');
  expect(said({ kind: 'joined', text: 'Ovens' })).toBe('Kwame Mensah let you into Ovens');
  expect([quoteOf(one({})), quoteOf(one({ kind: 'invitation', text: 'Ovens' }))]).toEqual(['The seal is on order', '']);
});

test('day by day, by the clock of this device', () => {
  const at = (...time: [number, number, number, number]) => one({ created_at: new Date(...time).toISOString() });
  const items = [at(2026, 10, 22, 1), at(2026, 10, 21, 23), at(2026, 10, 9, 12), at(2025, 10, 9, 12)];
  const days = daysOf(items, new Date(2026, 10, 22, 9).valueOf());
  expect(days.map(({ label }) => label)).toEqual(['Today', 'Yesterday', 'Monday 9 November', 'Sunday 9 November 2025']);
});
