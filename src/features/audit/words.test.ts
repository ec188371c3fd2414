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

test('they say of which space, by whose right, and of a private one no more than that', () => {
  const of = (act: string, detail: object = {}) => said(`spaces.${act}`, { space_id: 's', ...detail });
  const name = 'Night shift';
  expect(of('created', { name, visibility: 'public' })).toBe('made the space “Night shift”');
  expect(of('created', { visibility: 'private', add: ['1', '2'] })).toBe(
    'made a private space, and put Person 1 and Person 2 in it',
  );
  expect(of('visibility_changed', { name, visibility: 'private' })).toBe('made the space “Night shift” private');
  expect(of('admin_made', { name, employee_id: 7 })).toBe('made Person 7 an admin of the space “Night shift”');
  expect(of('admin_made', { employee_id: 7, empty: true })).toBe(
    'became the admin of a private space, in which nobody was',
  );
  expect(of('members_added', { add: ['1'] })).toBe('put Person 1 in a private space');
  expect(of('members_added', { add: ['1'], invited_by: '2' })).toBe(
    'came into a private space by an invitation of Person 2',
  );
  expect(of('members_added', { add: ['1'], invited_by: null })).toBe('came into a private space by an invitation');
  expect(of('member_removed', { name, employee_id: 7, outside: true })).toBe(
    'took Person 7 out of the space “Night shift”, without being in it',
  );
  const role = { name, employee_id: 7, given: 'x', given_name: 'Host', taken: null };
  expect(of('member_role_changed', role)).toBe('gave Person 7 the role “Host” in the space “Night shift”');
  expect(of('member_role_changed', { ...role, taken: 'y', taken_name: 'Lead' })).toBe(
    'gave Person 7 the role “Host” in the space “Night shift” instead of “Lead”',
  );
  expect(of('member_role_changed', { employee_id: 7, given: null, taken: 'y' })).toBe(
    'took a role in a private space away from Person 7',
  );
  expect(of('role_changed', { name, role_name: 'Lead', role_was: 'Host' })).toBe(
    'renamed the role “Host” in the space “Night shift” to “Lead”',
  );
  expect(of('role_changed')).toBe('changed a role in a private space');
  expect(of('sub_space_archived', { name, sub_space_name: 'Breaks' })).toBe(
    'archived the sub-space “Breaks” of the space “Night shift”',
  );
  expect(of('managed', { name, act: 'changed', outside: true })).toBe(
    'changed the space “Night shift”, without being in it',
  );
  expect(of('managed', { name, act: 'invited', add: ['1'], outside: true })).toBe(
    'invited Person 1 to the space “Night shift”, without being in it',
  );
  expect(of('managed', { name, act: 'painted', outside: true })).toBe(
    'managed the space “Night shift”, without being in it',
  );
});

test('who runs the server, and what the app does by itself, is nobody of the company', () => {
  expect(nobodysName('operator.company_suspended')).toBe('The operator of this server');
  expect(nobodysName('audit.old_lines_removed')).toBe('Limelight');
  expect(nobodysName('auth.sso_refused')).toBe('Somebody');
});
