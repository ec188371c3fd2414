import { expect, test } from 'vitest';
import { auditActions } from '#contract/audit.ts';
import { actionsOf, areas, askedIn, filtersOf } from './filters.ts';

test('an address asks for what it says, and nothing else of it counts', () => {
  const person = '0199a1b2-1111-7222-8333-444455556666';
  expect(askedIn({ area: 'people', person, from: '2026-11-01', to: '2026-11-09', page: 2 })).toEqual({
    area: 'people',
    person,
    from: '2026-11-01',
    to: '2026-11-09',
  });
  expect(askedIn({ q: ' Kwame  inactive ', area: 'people', action: 'people.changed' })).toEqual({
    q: 'Kwame  inactive',
    area: 'people',
    action: 'people.changed',
  });
  expect(askedIn({ q: ' ', area: 'people', action: 'auth.signed_in' })).toEqual({ area: 'people' });
  expect(askedIn({ q: 7, action: 'people.changed' })).toEqual({});
  expect(askedIn({ area: 'chat', person: 'Ines', from: 'yesterday', to: '2026-99-99x' })).toEqual({});
});

test('both days are whole, by the clock of this device', () => {
  expect(filtersOf({ from: '2026-11-01', to: '2026-11-30' })).toEqual({
    from: new Date(2026, 10, 1).toISOString(),
    to: new Date(2026, 11, 1).toISOString(),
  });
  expect(filtersOf({ area: 'auth' })).toEqual({ areas: ['auth'] });
  expect(filtersOf({ q: 'night', area: 'auth', action: 'auth.signed_in' })).toEqual({
    words: 'night',
    areas: ['auth'],
    actions: ['auth.signed_in'],
  });
});

test('every action is one of its area, under a name of its own', () => {
  const all = (Object.keys(areas) as (keyof typeof areas)[]).flatMap(actionsOf);
  expect(all.map(([action]) => action).toSorted()).toEqual(auditActions.toSorted());
  expect(new Set(all.map(([, name]) => name)).size).toBe(all.length);
});
