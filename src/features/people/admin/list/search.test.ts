// What of the list stands in its address.
import { expect, test } from 'vitest';
import { askedOf, readSearch } from './search.ts';

const id = '0190d3c8-7dec-71d0-a765-00a0c91e6bf6';

test('what does not fit is left out', () => {
  expect(
    readSearch({
      q: '',
      sort: 'shoe',
      reverse: 'yes',
      departments: [id, 'x', 7],
      statuses: ['GONE', 'ACTIVE'],
      roles: id,
    }),
  ).toEqual({ departments: [id], statuses: ['ACTIVE'] });
});

test('what fits is asked for', () => {
  const search = readSearch({ q: 'ada', sort: 'status', reverse: true, groups: [id], columns: ['role', 'x'] });
  expect(search.columns).toEqual(['role']);
  expect(askedOf(search)).toMatchObject({ query: 'ada', filters: { group_ids: [id] }, sort: 'status', reverse: true });
});
