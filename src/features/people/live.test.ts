// Directory and events give what a fresh read would.
import { expect, test } from 'vitest';
import type { EventFrame } from '#contract/kernel/endpoint.ts';
import type { Person } from '#contract/people.ts';
import { directory } from './live.ts';

const person = (id: string, first_name: string): Person => ({
  employee_id: id,
  first_name,
  last_name: 'X',
  position_title: '',
  profile_url: null,
  employee_account_status: 'ACTIVE',
});
const frame = (name: string, revision: number, payload: unknown): EventFrame => ({
  topic: 'company',
  revision,
  name,
  payload,
});
const context = { self: 'me' };
const key = ['people', 'directory'];

test('people come, change and go', () => {
  let data = { people: { a: person('a', 'Ada') }, revision: 1 };
  const apply = (f: EventFrame) => {
    data = directory.reduce(data, f, context, key) as typeof data;
  };
  apply(frame('people.changed', 2, person('b', 'Ben')));
  apply(frame('people.changed', 3, person('a', 'Adele')));
  apply(frame('people.removed', 4, { employee_id: 'b' }));
  apply(frame('company.config_changed', 5, {}));
  expect(data).toEqual({ people: { a: person('a', 'Adele') }, revision: 5 });
  expect([...directory.topics(data, key, context)]).toEqual([['company', 5]]);
});
