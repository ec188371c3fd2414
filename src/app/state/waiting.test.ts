// What a person chose shows at once, also while it waits; what was refused does not.
import { expect, test } from 'vitest';
import { update } from '#contract/people.ts';
import { statusIn } from './waiting.ts';

const choice = (status_type: string, state: 'queued' | 'failed' | 'acked' = 'queued') => ({
  path: update.path,
  replaces: 'status',
  state,
  body: JSON.stringify({ employee_id: 'me', employee_status: { status_type } }),
});

test('the last choice counts, whether it was sent already or not', () => {
  expect(statusIn([choice('Busy', 'acked'), choice('Available')])).toBe('Available');
  expect(statusIn([choice('Busy', 'acked')])).toBe('Busy');
});

test('nothing waits, or it was refused, or it is another change of the profile', () => {
  expect(statusIn([])).toBeUndefined();
  expect(statusIn([choice('Busy', 'failed')])).toBeUndefined();
  expect(statusIn([{ ...choice('Busy'), replaces: null }])).toBeUndefined();
});
