import { expect, test } from 'vitest';
import { clock } from '#src/kit/ui/format/dates.ts';
import { OFFICE, workingNow } from './working-hours.ts';

const at = (time: string): number => Date.parse(`2026-11-09T${time}:00Z`);

test('at work by the clock of where they are, back by the clock of who reads it', () => {
  // A Monday; Tokyo is nine hours ahead.
  expect(workingNow(OFFICE, 'Asia/Tokyo', at('00:00'))).toBe('Working now');
  expect(workingNow(OFFICE, 'Asia/Tokyo', at('07:59'))).toBe('Working now');
  const back = workingNow(OFFICE, 'Asia/Tokyo', at('08:00'));
  expect(back).toMatch(/^Back (today|on (Monday|Tuesday)) at \d\d:\d\d your time$/);
  expect(back).toContain(clock(Date.parse('2026-11-10T00:00:00Z')));
});

test('who has no hours is not waited for', () => {
  expect(
    workingNow(
      OFFICE.map(() => null),
      'Asia/Tokyo',
      at('00:00'),
    ),
  ).toBeUndefined();
});
