// Finding people forgives accents, case and order, and hides ended accounts from those who do not manage them.
import { expect, test } from 'vitest';
import type { Person } from '#contract/people.ts';
import { findPeople } from './find-people.ts';

const person = (
  first_name: string,
  last_name: string,
  position_title = '',
  employee_account_status: Person['employee_account_status'] = 'ACTIVE',
): Person => ({
  employee_id: first_name,
  first_name,
  last_name,
  position_title,
  profile_url: null,
  employee_account_status,
});
const all = [
  person('Tomasz', 'Wieliczko', 'Head baker'),
  person('Jonas', 'Aldén'),
  person('Ana-Lucía', 'Moura', 'Driver'),
  person('Old', 'Hand', '', 'INACTIVE'),
];
const names = (query: string, manages = false) => findPeople(all, query, manages).map((p) => p.first_name);

test('by beginnings of words, in any order, without accents', () => {
  expect(names('alden')).toEqual(['Jonas']);
  expect(names('baker tom')).toEqual(['Tomasz']);
  expect(names('lucia')).toEqual(['Ana-Lucía']);
  expect(names('ana-lu')).toEqual(['Ana-Lucía']);
  expect(names('eliczko')).toEqual([]);
});

test('sorted by name; ended accounts only for those who manage people', () => {
  expect(names('')).toEqual(['Ana-Lucía', 'Jonas', 'Tomasz']);
  expect(names('', true)).toEqual(['Ana-Lucía', 'Jonas', 'Old', 'Tomasz']);
});
