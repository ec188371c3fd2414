// A rule in words.
import { expect, test } from 'vitest';
import { ruleText, searchOptions } from './words.ts';

test('criteria are told one after the other', () => {
  const criteria = [
    { criteria_type: 'department', search_type: 'is', values: ['a'] },
    { criteria_type: 'joining_date', search_type: 'last_days', values: ['30'] },
  ];
  const label = ({ values }: { values: string[] }) => values.join(' or ').toUpperCase();
  expect(ruleText({ match: 'all', criteria }, label)).toBe('Department is A, and Joined in the last 30 days');
  expect(ruleText({ match: 'any', criteria }, label)).toBe('Department is A, or Joined in the last 30 days');
});

test('each kind offers what fits it', () => {
  expect(searchOptions('department').map(({ label }) => label)).toEqual(['is', 'is not']);
  expect(searchOptions('joining_date').map(({ value }) => value)).toEqual(['before', 'after', 'last_days']);
});
