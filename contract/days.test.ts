import { expect, test } from 'vitest';
import { isDay } from './days.ts';

test.each(['2026-11-23', '2024-02-29', '1000-01-01', '9999-12-31'])('%s is a day', (text) => {
  expect(isDay(text)).toBe(true);
});

test.each([
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '0000-01-01',
  '0999-12-31',
  '2026-1-1',
  '2026-11-23T00:00Z',
  '23.11.2026',
  '',
])('"%s" is none', (text) => {
  expect(isDay(text)).toBe(false);
});
