// What counts as changed of a person, and how it is sent.
import { expect, test } from 'vitest';
import { changesIn, changesText, fieldsOf, problemsText, wire } from './draft.ts';

const read = fieldsOf(
  {
    first_name: 'Callum',
    position_title: 'Driver',
    skills: ['lifts', 'trucks'],
    group_ids: ['chosen', 'ruled'],
    birth_date: '1990-01-02',
  },
  new Set(['chosen', 'other']),
);

test('only what differs from what was read is a change', () => {
  expect(changesIn({ first_name: 'Cal', position_title: 'Driver' }, read)).toEqual({ first_name: 'Cal' });
  // Put back in another order.
  expect(changesIn({ skills: ['trucks', 'lifts'] }, read)).toEqual({});
  expect(changesIn({ skills: ['trucks'] }, read)).toEqual({ skills: ['trucks'] });
  expect(changesIn({ profile_url: null, manager_id: 'somebody' }, read)).toEqual({ manager_id: 'somebody' });
});

test('a group by criteria is none that somebody could be taken out of', () => {
  expect(read.group_ids).toEqual(['chosen']);
  expect(changesIn({ group_ids: ['chosen'] }, read)).toEqual({});
  expect(changesIn({ group_ids: [] }, read)).toEqual({ group_ids: [] });
});

test('an empty date is sent as none, an empty text as one', () => {
  expect(wire({ birth_date: '', employee_number: ' ', location: '' })).toEqual({
    birth_date: null,
    employee_number: null,
    location: '',
  });
});

test('one and several', () => {
  expect([changesText(1), changesText(2), problemsText(1), problemsText(3)]).toEqual([
    '1 unsaved change',
    '2 unsaved changes',
    '1 field to fix',
    '3 fields to fix',
  ]);
});
