// A group goes by its name, or by who else is in it.
import { expect, test } from 'vitest';
import { groupName } from './group-name.ts';

const people = new Map(['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'].map((first_name) => [first_name, { first_name }]));
const named = (...employee_ids: string[]) => groupName({ name: '', employee_ids }, people, 'Ben');

test('its name, or the others by first name; of many only the first', () => {
  expect(groupName({ name: 'Bakers', employee_ids: ['Ada'] }, people, 'Ben')).toBe('Bakers');
  expect(named('Ben', 'Cleo', 'Ada')).toBe('Ada and Cleo');
  expect(named('Ada', 'Ben', 'Cleo', 'Dan')).toBe('Ada, Cleo and Dan');
  expect(named('Ada', 'Ben', 'Cleo', 'Dan', 'Eve')).toBe('Ada, Cleo and 2 others');
  expect(named('Ada', 'Ben', 'gone')).toBe('Ada and Former employee');
  expect([named('Ada', 'Ben'), named('Ben')]).toEqual(['Ada', 'Only you']);
});
