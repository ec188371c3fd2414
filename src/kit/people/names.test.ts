// What people and groups go by on the screen.
import { expect, test } from 'vitest';
import { firstName, groupName, nobodyKnown, personName } from './names.ts';

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

test('who is not in the directory has left; without a directory nobody can tell', () => {
  const known = new Map([['Ada', { first_name: 'Ada', last_name: 'Okafor' }]]);
  expect([personName(known, 'Ada'), firstName(known, 'Ada')]).toEqual(['Ada Okafor', 'Ada']);
  expect([personName(known, 'gone'), firstName(known, 'gone')]).toEqual(['Former employee', 'Former employee']);
  expect([personName(nobodyKnown, 'Ada'), firstName(nobodyKnown, 'Ada')]).toEqual(['Colleague', 'Colleague']);
  expect(groupName({ name: '', employee_ids: ['Ada', 'Ben'] }, nobodyKnown, 'Ben')).toBe('Colleague');
  expect(groupName({ name: '', employee_ids: ['Ada', 'Ben', 'Cleo'] }, nobodyKnown, 'Ben')).toBe('2 colleagues');
});
