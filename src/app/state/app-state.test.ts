import { expect, test } from 'vitest';
import { shellOf } from './app-state.ts';

const session = { employee_id: 'e', permissions: [] };
const company = { company_id: 'c', company_name: 'Brackenford', company_logo: null };

test('signed in needs both a session and a company', () => {
  expect(shellOf({ session, company, loading: false })).toBe('signed-in');
  expect(shellOf({ session, company: undefined, loading: false })).toBe('signed-out');
  expect(shellOf({ session: undefined, company, loading: false })).toBe('signed-out');
});

test('a cached company is used while it is resolved again', () => {
  expect(shellOf({ session, company, loading: true })).toBe('signed-in');
});

test('loading only while somebody is signed in and the company is not there yet', () => {
  expect(shellOf({ session, company: undefined, loading: true })).toBe('loading');
  expect(shellOf({ session: undefined, company: undefined, loading: true })).toBe('signed-out');
});
