// What of the list stands in its address.
import { expect, test } from 'vitest';
import { askedOf, isNarrowed, readSearch } from './search.ts';

const id = '0190d3c8-7dec-71d0-a765-00a0c91e6bf6';

test('what does not fit is left out', () => {
  expect(
    readSearch({
      q: '',
      sort: 'shoe',
      seen: 'often',
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
  const seen = readSearch({ seen: 'not_month' });
  expect(askedOf(seen).filters).toEqual({ last_seen: 'not_month' });
  expect([seen, { q: 'a' }, { roles: [id] }].map(isNarrowed)).toEqual([true, true, true]);
  expect(isNarrowed({ sort: 'status', columns: [] })).toBe(false);
  expect(askedOf(search)).toMatchObject({ query: 'ada', filters: { group_ids: [id] }, sort: 'status', reverse: true });
});
