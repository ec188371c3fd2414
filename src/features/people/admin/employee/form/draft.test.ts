// What counts as changed of a person, and how it is sent.
import { expect, test } from 'vitest';
import {
  changesIn,
  changesText,
  draftOf,
  type Fields,
  fieldsOf,
  laidOn,
  problemsText,
  unsent,
  valuesOf,
  wire,
} from './draft.ts';

const person = {
  first_name: 'Callum',
  position_title: 'Driver',
  skills: ['lifts', 'trucks'],
  role_ids: ['employee'],
  group_ids: ['chosen', 'ruled'],
  birth_date: '1990-01-02',
};
const choosable = new Set(['chosen', 'other']);
const read = fieldsOf(person, choosable);
const changes = (some: Partial<Fields>) => changesIn(draftOf(some, read), read);

test('only what differs from what was read is a change', () => {
  expect(changes({ first_name: 'Cal', position_title: 'Driver' })).toEqual({ first_name: 'Cal' });
  // Put back in another order.
  expect(changes({ skills: ['trucks', 'lifts'] })).toEqual({});
  expect(changes({ skills: ['trucks', 'maps'] })).toEqual({ skills: { added: ['maps'], removed: ['lifts'] } });
  expect(changes({ profile_url: null, manager_id: 'somebody' })).toEqual({ manager_id: 'somebody' });
});

test('a group by criteria is none that somebody could be taken out of', () => {
  expect(read.group_ids).toEqual(['chosen']);
  expect(changes({ group_ids: ['chosen'] })).toEqual({});
  expect(changes({ group_ids: [] })).toEqual({ group_ids: { added: [], removed: ['chosen'] } });
});

test('what a colleague puts into a list or takes out of it meanwhile stays so', () => {
  const draft = changes({ role_ids: ['employee', 'guide'], group_ids: ['chosen', 'other'] });
  const later = fieldsOf({ ...person, role_ids: ['owner'], group_ids: [] }, choosable);
  expect(valuesOf(later, draft)).toMatchObject({ role_ids: ['owner', 'guide'], group_ids: ['other'] });
  expect(wire(changesIn(draft, later), later)).toEqual({ role_ids: ['owner', 'guide'], group_ids: ['other'] });
  // They have done the same: it is none of ours any more.
  expect(changesIn(draft, fieldsOf({ ...person, role_ids: ['guide'] }, choosable)).role_ids).toBeUndefined();
});

test('what was chosen and is gone is no change', () => {
  const draft = changes({ role_ids: ['employee', 'guide'], group_ids: ['other'] });
  const known = { role_ids: new Set(['employee']), group_ids: new Set(['chosen']) };
  expect(changesIn(draft, read, known)).toEqual({ group_ids: { added: [], removed: ['chosen'] } });
});

test('what was written later is on top, in lists one by one', () => {
  const below = changes({ first_name: 'Cal', location: 'Leeds', skills: ['lifts', 'maps', 'ropes'] });
  const above = { first_name: 'Cally', skills: { added: ['trucks'], removed: ['maps'] } };
  expect(laidOn(below, above)).toEqual({
    first_name: 'Cally',
    location: 'Leeds',
    skills: { added: ['ropes', 'trucks'], removed: ['maps'] },
  });
});

test('what is written while it is saved is left, also where it takes back what is saved', () => {
  const sent = changes({ first_name: 'Cal', location: 'Leeds', group_ids: ['chosen', 'other'] });
  const then = draftOf({ first_name: 'Callum', group_ids: ['chosen'] }, valuesOf(read, sent));
  const saved = valuesOf(read, sent);
  expect(changesIn(unsent(laidOn(sent, then), sent), saved)).toEqual({
    first_name: 'Callum',
    group_ids: { added: [], removed: ['other'] },
  });
});

test('an empty date is sent as none, an empty text as one', () => {
  expect(wire({ birth_date: '', employee_number: ' ', location: '' }, read)).toEqual({
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
