// The clock of another place, and UTC for a place that nobody knows.
import { expect, test } from 'vitest';
import { localTime } from './local-time.ts';

const noon = Date.UTC(2026, 0, 15, 12, 5);

test('is the time there, not here', () => {
  expect(localTime('America/New_York', noon)).toEqual({ time: '07:05', zone: 'America/New York' });
  expect(localTime('Asia/Tokyo', noon).time).toBe('21:05');
});

test('falls back to UTC, and says so', () => {
  expect(localTime('Middle/Earth', noon)).toEqual({ time: '12:05', zone: 'UTC' });
});
