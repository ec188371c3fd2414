import { expect, test } from 'vitest';
import { firstSteps } from './first-steps.ts';

const all = { invite: true, space: true, look: true };
const fresh = { color_theme: 'default', company_logo: null } as const;

function steps(others: readonly ('ACTIVE' | 'INVITED' | 'INACTIVE')[] = [], more: object = {}) {
  const people = new Map(
    ['ACTIVE' as const, ...others].map((status, at) => [String(at), { employee_account_status: status }]),
  );
  const found = firstSteps({ people, self_id: '0', may: all, hasSpace: false, config: fresh, ...more });
  return found?.map(({ name, done }) => (done ? `${name}: done` : name));
}

test('who is alone is told all three, each done once it is there', () => {
  expect(steps()).toEqual(['invite', 'space', 'look']);
  expect(steps(['INVITED'])).toEqual(['invite: done', 'space', 'look']);
  expect(steps([], { hasSpace: true })).toEqual(['invite', 'space: done', 'look']);
  expect(steps([], { config: { ...fresh, color_theme: 'Custom_Tron' } })).toEqual(['invite', 'space', 'look: done']);
  expect(steps([], { config: { ...fresh, company_logo: '/logo.png' } })).toEqual(['invite', 'space', 'look: done']);
});

test('nobody once somebody else has joined, also if they were switched off since', () => {
  expect(steps(['INVITED', 'ACTIVE'])).toBeUndefined();
  expect(steps(['INACTIVE'])).toBeUndefined();
});

test('only those who may invite, and only what they may do', () => {
  expect(steps([], { may: { ...all, invite: false } })).toBeUndefined();
  expect(steps([], { may: { ...all, look: false } })).toEqual(['invite', 'space']);
});
