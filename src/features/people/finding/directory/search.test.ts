import { expect, test } from 'vitest';
import { askedOf, isNarrowed, readSearch, widened } from './search.ts';

const ID = '01890000-0000-7000-8000-000000000001';

test('an address says what is asked for, and what does not fit is left out', () => {
  const whole = { q: 'ovens', sites: ['Mill Lane'], departments: [ID], available: true, view: 'departments' } as const;
  expect(readSearch(whole)).toEqual(whole);
  expect(
    readSearch({
      q: 7,
      sites: ['', 3, 'x'.repeat(121)],
      departments: ['all'],
      available: 'yes',
      view: 'chart',
      more: 1,
    }),
  ).toEqual({});
  expect(readSearch({ q: 'x'.repeat(200), sites: 'Mill Lane' })).toEqual({ q: 'x'.repeat(100) });
});

test('everybody is everybody in either view', () => {
  expect(isNarrowed({ view: 'departments' })).toBe(false);
  for (const one of [{ q: 'a' }, { sites: ['a'] }, { departments: [ID] }, { available: true }] as const)
    expect(isNarrowed(one)).toBe(true);
  expect(widened({ q: 'a', available: true, view: 'departments' })).toEqual({ view: 'departments' });
});

test('the server is asked for what is chosen, and for nothing else', () => {
  expect(askedOf({ view: 'departments' })).toEqual({});
  expect(askedOf({ q: 'a', sites: ['b'], departments: [ID], available: true })).toEqual({
    query: 'a',
    filters: { locations: ['b'], department_ids: [ID], available: true },
  });
  expect(askedOf({}, null)).toEqual({ filters: { department_id: null } });
});
