// Who may do what to whom, case by case.
import { describe, expect, test } from 'vitest';
import { covers, mayBecome, mayEdit, mayEnd, maySeeHidden, unseen } from './policy.ts';
import { type BuiltIn, standing } from './roles/roles.ts';

const of = (...keys: BuiltIn[]) => standing(keys.map((built_in) => ({ built_in, permissions: [] })));
const holding = (...held: string[]): ReadonlySet<string> => new Set(held);

describe('mayEdit', () => {
  const own = ['profile_url', 'phone_number', 'location', 'time_zone', 'pronouns', 'skills', 'birth_date'];
  const alone = ['employee_status', 'hidden_fields'];
  const record = ['first_name', 'last_name', 'position_title', 'joining_date', 'manager_id', 'work_email_id'];

  test('everybody: the harmless fields of their own, and nothing of others', () => {
    expect(mayEdit(holding(), true, [...own, ...alone])).toBe(true);
    for (const field of [...record, 'role_ids']) expect(mayEdit(holding(), true, [field]), field).toBe(false);
    for (const field of [...own, ...alone, ...record]) expect(mayEdit(holding(), false, [field]), field).toBe(false);
    expect(mayEdit(holding(), true, ['pronouns', 'first_name'])).toBe(false);
  });

  test('who manages people: everything of anyone but roles, and never how somebody wants to be seen', () => {
    const manages = holding('people.manage');
    for (const field of [...record, ...own]) expect(mayEdit(manages, false, [field]), field).toBe(true);
    for (const field of alone) expect(mayEdit(manages, false, [field]), field).toBe(false);
    expect(mayEdit(manages, false, ['role_ids'])).toBe(false);
    expect(mayEdit(holding('roles.manage'), false, ['role_ids'])).toBe(true);
  });
});

describe('covers', () => {
  test.each([
    ['owner', 'owner', true],
    ['owner', 'admin', true],
    ['admin', 'admin', true],
    ['admin', 'owner', false],
    ['admin', 'people_manager', true],
    ['people_manager', 'people_manager', true],
    ['people_manager', 'admin', false],
    ['people_manager', 'communicator', false],
    ['employee', 'people_manager', false],
  ] as const)('%s over %s: %s', (here, there, answer) => {
    expect(covers(of(here), of(there))).toBe(answer);
  });

  test('nobody is below somebody without roles', () => {
    expect(covers(of(), of())).toBe(true);
    expect(covers(of(), of('employee'))).toBe(false);
  });
});

test.each([
  ['owner', 'owner', true],
  ['admin', 'owner', false],
  ['admin', 'admin', true],
  ['people_manager', 'communicator', true],
  ['people_manager', 'people_manager', true],
  ['people_manager', 'admin', false],
  ['people_manager', 'owner', false],
] as const)('%s ends the account of %s: %s', (here, there, answer) => {
  expect(mayEnd(of(here), of(there))).toBe(answer);
});

test('what is hidden is for oneself and for who manages people; the year of birth also where nothing is', () => {
  for (const [held, self] of [
    [holding(), true],
    [holding('people.manage'), false],
  ] as const) {
    expect(maySeeHidden(held, self)).toBe(true);
    expect([...unseen(held, self, ['skills', 'birth_date'])]).toEqual([]);
  }
  const others = holding('roles.manage', 'spaces.manage');
  expect(maySeeHidden(others, false)).toBe(false);
  expect([...unseen(others, false, [])].toSorted()).toEqual(['birth_date', 'hidden_fields']);
  expect([...unseen(others, false, ['skills'])]).toContain('skills');
  expect([...unseen(others, false, ['birth_date'])]).toContain('birthday');
});

test('the way of an account', () => {
  const states = ['INVITED', 'ACTIVE', 'INACTIVE', 'SUSPENDED'];
  const ways = (accepted: boolean) =>
    states.flatMap((from) =>
      states.flatMap((to) => (from !== to && mayBecome(from, to, accepted) ? [`${from} → ${to}`] : [])),
    );
  const off = [
    'INVITED → INACTIVE',
    'INVITED → SUSPENDED',
    'ACTIVE → INACTIVE',
    'ACTIVE → SUSPENDED',
    'INACTIVE → SUSPENDED',
    'SUSPENDED → INACTIVE',
  ];
  expect(ways(true).toSorted()).toEqual([...off, 'INACTIVE → ACTIVE', 'SUSPENDED → ACTIVE'].toSorted());
  expect(ways(false).toSorted()).toEqual([...off, 'INACTIVE → INVITED', 'SUSPENDED → INVITED'].toSorted());
  expect(states.every((state) => mayBecome(state, state, true))).toBe(true);
});
