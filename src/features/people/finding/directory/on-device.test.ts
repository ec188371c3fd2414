import { expect, test } from 'vitest';
import type { Person } from '#contract/people.ts';
import { findOnDevice } from './on-device.ts';

const person = (first_name: string, employee_account_status: Person['employee_account_status'] = 'ACTIVE'): Person => ({
  employee_id: first_name,
  first_name,
  last_name: 'X',
  position_title: 'Baker',
  profile_url: null,
  employee_account_status,
});
const department = (department_id: string, parent_id: string | null) => ({
  department_id,
  department_name: department_id,
  parent_id,
  lead_id: null,
  members: 1,
});
const people = [person('Cleo'), person('Ada'), person('Ben'), person('Ivo', 'INVITED')];
const known = new Map([
  ['Ada', { location: 'Quayside', department_id: 'shops' }],
  ['Ben', { location: 'Mill Lane', department_id: 'trade' }],
  ['Ivo', { location: 'Quayside', department_id: null }],
]);
// Those below come first: the order says nothing.
const departments = [department('night', 'shops'), department('shops', 'trade'), department('trade', null)];
const listed = (search: Parameters<typeof findOnDevice>[0], manages = false) =>
  findOnDevice(search, { people, known, departments, manages });
const found = (...asked: Parameters<typeof listed>) => listed(...asked).map((one) => one.first_name);

test('everybody who is active by name, and to who manages people all the others', () => {
  expect(found({})).toEqual(['Ada', 'Ben', 'Cleo']);
  expect(found({}, true)).toEqual(['Ada', 'Ben', 'Cleo', 'Ivo']);
});

test('by name, by site, and by a department with those below; of whom nothing is known is found by the name alone', () => {
  expect(found({ q: 'cl' })).toEqual(['Cleo']);
  expect(found({ sites: ['Quayside'] })).toEqual(['Ada']);
  expect(found({ sites: ['Quayside'] }, true)).toEqual(['Ada', 'Ivo']);
  expect(found({ departments: ['trade'] })).toEqual(['Ada', 'Ben']);
  expect(found({ departments: ['shops'], q: 'ben' })).toEqual([]);
  expect(found({ departments: ['night'] })).toEqual([]);
});

test('who is in no department, and of whom it is not known', () => {
  expect(listed({}, true).map((one) => one.department_id)).toEqual(['shops', 'trade', undefined, null]);
  const elsewhere = new Map([['Ada', { department_id: 'gone' }]]);
  const [ada] = findOnDevice({ q: 'ada' }, { people, known: elsewhere, departments, manages: false });
  expect(ada?.department_id).toBeUndefined();
});
