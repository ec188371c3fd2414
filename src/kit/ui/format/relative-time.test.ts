import dayjs from 'dayjs';
import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

// Built from local parts, so that the test says the same in every time zone.
const now = dayjs('2026-11-20T12:00:00');
const ago = (amount: number, unit: 'second' | 'minute' | 'hour' | 'day') =>
  relativeTime(now.subtract(amount, unit).toISOString(), now.valueOf());

test('under a minute', () => {
  expect([ago(0, 'second'), ago(59, 'second')]).toEqual(['Just now', 'Just now']);
  expect(relativeTime(now.add(5, 'minute').toISOString(), now.valueOf())).toBe('Just now');
});

test('under an hour, under a day', () => {
  expect([ago(60, 'second'), ago(2, 'minute'), ago(59, 'minute')]).toEqual(['1 mins ago', '2 mins ago', '59 mins ago']);
  expect([ago(60, 'minute'), ago(23, 'hour')]).toEqual(['1 hrs ago', '23 hrs ago']);
  expect(relativeTime(now.subtract(24, 'hour').add(1, 'millisecond').toISOString(), now.valueOf())).toBe('23 hrs ago');
});

test('older: with the year only when it is another one', () => {
  expect([ago(24, 'hour'), ago(2, 'day')]).toEqual(['Nov 19', 'Nov 18']);
  expect(relativeTime('2025-11-18T09:00:00', now.valueOf())).toBe('Nov 18, 2025');
});

test('yesterday evening counts in hours until it is a whole day ago', () => {
  expect(relativeTime(dayjs('2026-11-19T22:00:00').toISOString(), now.valueOf())).toBe('14 hrs ago');
});

test('what is no time is no text', () => {
  expect(relativeTime('soon', now.valueOf())).toBe('');
});
