// After real use, once.
import { expect, test } from 'vitest';
import { isDue, started, type Usage, usageIn } from './usage.ts';

const at = (day: number, hour = 9, minute = 0) => new Date(2026, 10, day, hour, minute);
const over = (...starts: Date[]) => starts.reduce(started, usageIn(undefined));
const sent = (usage: Usage): Usage => ({ ...usage, sent: true });

test('the third day of use, however far apart, and however often a day', () => {
  expect(isDue(over(at(1)))).toBe(false);
  expect(isDue(over(at(1), at(1, 12), at(1, 15), at(1, 18)))).toBe(false);
  expect(isDue(over(at(1), at(2)))).toBe(false);
  expect(isDue(over(at(1), at(2), at(2, 13)))).toBe(false);
  expect(isDue(over(at(1), at(9), at(30)))).toBe(true);
});

test('the next visit after the first message; a reload is none', () => {
  const wrote = sent(over(at(1)));
  expect(isDue(wrote)).toBe(false);
  expect(isDue(started(wrote, at(1, 9, 20)))).toBe(false);
  expect(isDue(started(wrote, at(1, 9, 31)))).toBe(true);
  expect(isDue(started(started(wrote, at(1, 10)), at(1, 10, 5))), 'and it stays so').toBe(true);
});

test('declined is declined', () => {
  const declined = { ...sent(over(at(1), at(2), at(3))), declined: true };
  expect(isDue(declined)).toBe(false);
  expect(isDue(started(declined, at(9)))).toBe(false);
});

test('what is kept is read back, and rubbish is a fresh start', () => {
  const usage = sent(over(at(1), at(2)));
  expect(usageIn(JSON.parse(JSON.stringify(usage)))).toEqual(usage);
  expect(usage.days).toEqual(['2026-11-01', '2026-11-02']);
  for (const rubbish of [null, 7, 'x', [], { days: 3, started_at: 'y', sent: 1, back: null, declined: 'no' }])
    expect(usageIn(rubbish)).toEqual(usageIn(undefined));
  expect(usageIn({ days: [1, null, '2026-11-01'], declined: true })).toMatchObject({
    days: ['2026-11-01'],
    declined: true,
  });
});
