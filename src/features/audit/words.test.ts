import { expect, test } from 'vitest';
import { auditActions } from '#contract/audit.ts';
import { lineText } from './words.ts';

const said = (action: string, detail: Record<string, unknown> = {}) =>
  lineText(
    { audit_id: '', actor_id: null, action, detail, created_at: '', sealed: null },
    (id) => `Person ${String(id)}`,
  );

test('every action has words, also when its detail is not what it was', () => {
  for (const action of auditActions)
    for (const detail of [{}, { fields: 1, modules: 'x', ended: '2', lines: null, by: 3 }])
      expect(said(action, detail), action).toMatch(/^[a-z].*[a-z)}]/);
  expect(said('moon.landed')).toBe('moon.landed');
});

test('they say what was changed, and whose', () => {
  expect(said('company.config_changed', { fields: ['company_name', 'settings'] })).toBe(
    'changed the name and the settings',
  );
  expect(said('company.modules_changed', { modules: { chat: true, people: false } })).toBe(
    'switched modules; now off: Directory',
  );
  expect(said('people.account_status_changed', { employee_id: 7, status: 'INACTIVE' })).toBe(
    'set the account of Person 7 to inactive',
  );
  expect(said('people.changed', { employee_id: 7, fields: ['manager_id', 'phone_number'] })).toBe(
    'changed manager and phone number of Person 7',
  );
  expect(said('people.removed', { employee_id: 7 })).toBe('removed the account of Person 7');
  expect(said('people.removed', { employee_id: 7, deactivated_days: 90 })).toBe(
    'removed the account of Person 7, which had been deactivated for more than 90 days',
  );
  expect(said('auth.sessions_revoked', { ended: 1 })).toBe('signed one other device out');
  expect(said('audit.exported', { lines: 12_345 })).toBe('took 12,345 lines of this log as a file');
});
