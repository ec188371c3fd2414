import * as v from 'valibot';
import { expect, test } from 'vitest';
import { AWAKE } from '#contract/notifications/awake.ts';
import { type Week, week } from '#contract/week.ts';
import { endsAfter, from, linesOf, QUARTERS } from './week.ts';

test('days that are alike stand together', () => {
  const off: Week = AWAKE.map((hours, day) => (day < 5 ? hours : null));
  expect(linesOf(AWAKE)).toEqual(['Every day 08:00 – 22:00']);
  expect(linesOf(off)).toEqual(['Monday to Friday 08:00 – 22:00', 'Saturday and Sunday quiet all day']);
  expect(linesOf(off.with(2, null))).toEqual([
    'Monday and Tuesday 08:00 – 22:00',
    'Wednesday quiet all day',
    'Thursday and Friday 08:00 – 22:00',
    'Saturday and Sunday quiet all day',
  ]);
  const night = { from: '20:00', to: '04:00' };
  expect(linesOf(off.map((hours) => hours && night))[0]).toBe('Monday to Friday 20:00 – 04:00 the next day');
});

test('whichever beginning and end can be chosen, the week is one', () => {
  for (const begin of QUARTERS.slice(0, -1))
    for (const end of QUARTERS.slice(1)) {
      const hours = from({ from: '00:00', to: end }, begin);
      expect(v.is(week, AWAKE.with(3, hours)), `${begin} to ${end}`).toBe(true);
      expect(hours.to).toBe(end > begin ? end : hours.to);
      const night = from({ from: '23:45', to: end }, begin);
      expect(v.is(week, AWAKE.with(3, night)), `${begin} to ${end}, at night`).toBe(true);
    }
  for (const begin of QUARTERS.slice(0, -1))
    for (const to of endsAfter(begin))
      expect(v.is(week, AWAKE.with(0, { from: begin, to })), `${begin} ${to}`).toBe(true);
  expect(endsAfter('20:00')).toHaveLength(QUARTERS.length - 2);
});
