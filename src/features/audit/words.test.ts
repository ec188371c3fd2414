import { expect, test } from 'vitest';
import { auditActions } from '#contract/audit.ts';
import { lineText, nobodysName } from './words.ts';

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
  expect(said('company.modules_changed', { modules: {}, switched: { chat: true, people: false } })).toBe(
    'switched Chat on; switched Directory off',
  );
  expect(said('auth.sessions_revoked', { ended: 1 })).toBe('signed one other device out');
  expect(said('audit.exported', { lines: 12_345 })).toBe('took 12,345 lines of this log as a file');
});

test('they say which it was, and what it was called before; lines in which no name was noted stay as they were', () => {
  for (const kind of ['department', 'group', 'role']) {
    for (const [act, verb] of Object.entries({ created: 'made', changed: 'changed', deleted: 'deleted' })) {
      expect(said(`people.${kind}_${act}`, { name: 'Front desk' })).toBe(`${verb} the ${kind} “Front desk”`);
      expect(said(`people.${kind}_${act}`)).toBe(`${verb} a ${kind}`);
    }
    expect(said(`people.${kind}_changed`, { name: 'Hosts', was: 'Front desk' })).toBe(
      `renamed the ${kind} “Front desk” to “Hosts”`,
    );
  }
  expect(said('people.department_deleted', { name: 'Hosts', move_to: 'x', moved_to: 'Front desk' })).toBe(
    'deleted the department “Hosts”, moving what was in it to “Front desk”',
  );
  expect(said('auth.provisioning_token_made', { name: 'Okta' })).toBe('made the key “Okta” for provisioning');
  expect(said('auth.provisioning_token_revoked')).toBe('revoked a key for provisioning');
  expect(said('company.values_changed', { added: ['Courage'], removed: [], changed: ['Care', 'Calm'] })).toBe(
    'changed the values of the company: added “Courage”; changed “Care” and “Calm”',
  );
  expect(said('company.values_changed', { value_ids: [] })).toBe('changed the values of the company');
});

test('they say who came to a group and went, and which roles were given and taken', () => {
  const members = (detail: object) => said('people.group_members_changed', { name: 'Night shift', ...detail });
  expect(members({ add: [1, 2].map(String), remove: ['3'] })).toBe(
    'put Person 1 and Person 2 in the group “Night shift”, and took Person 3 out',
  );
  expect(members({ add: [1, 2, 3, 4, 5].map(String), remove: [] })).toBe(
    'put Person 1, Person 2, Person 3, and 2 others in the group “Night shift”',
  );
  expect(members({ added: 0, removed: 1 })).toBe('took one person out of the group “Night shift”');
  expect(said('people.group_members_changed', {})).toBe('changed who is in a group');
  const roles = (detail: object) => said('people.roles_changed', { employee_id: 7, ...detail });
  expect(roles({ given: ['Admin'], taken: ['Hosts', 'Editors'] })).toBe(
    'gave Person 7 the role “Admin”, and took away the roles “Hosts” and “Editors”',
  );
  expect(roles({ given: [], taken: ['Admin'] })).toBe('took the role “Admin” away from Person 7');
  expect(roles({ role_ids: [] })).toBe('changed the roles of Person 7');
});

test('who runs the server, and what the app does by itself, is nobody of the company', () => {
  expect(nobodysName('operator.company_suspended')).toBe('The operator of this server');
  expect(nobodysName('audit.old_lines_removed')).toBe('Limelight');
  expect(nobodysName('auth.sso_refused')).toBe('Somebody');
});
