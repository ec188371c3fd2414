// @vitest-environment jsdom
// What stands over a message that was sent late, by the clock of whatever zone the tests run in.
import { expect, test } from 'vitest';
import { find, render } from '#src/kit/ui/render.fixture.tsx';
import { messageOf } from '../rows/message.fixture.ts';
import { MessageMarks } from './message-marks.tsx';

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();
const over = (scheduled_for: string | null, created_at: string) =>
  render(<MessageMarks message={messageOf(1, { scheduled_for, created_at })} nameOf={(id) => `<${id}>`} />).textContent;

test('for when it was meant, with the date if that was another day', () => {
  expect(over(at(21, 9), at(21, 11))).toBe('Scheduled for 09:00, sent late');
  expect(find('p').title).toBe('21 Nov 2026, 09:00');
  expect(over(at(20, 23), at(21, 1))).toBe('Scheduled for 20 Nov 2026, 23:00, sent late');
});

test('nothing over what was sent at its time, or is from before messages said so', () => {
  expect(over(null, at(21, 9))).toBe('');
  const { scheduled_for: _, ...older } = messageOf(1);
  expect(
    render(<MessageMarks message={older as typeof older & { scheduled_for: null }} nameOf={String} />).textContent,
  ).toBe('');
});
