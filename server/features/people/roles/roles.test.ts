// The built-in roles, and what roles add up to.
import { expect, test } from 'vitest';
import { permissions } from '#contract/permissions.ts';
import { endpoints } from '#contract/registry.ts';
import { builtInRoles, permissionsOfRole, standing } from './roles.ts';

test('every permission that an endpoint asks for exists', () => {
  const asked = endpoints.flatMap(({ access }) =>
    typeof access === 'object' ? [...(access.all ?? []), ...(access.any ?? [])] : [],
  );
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.filter((permission) => !(permissions as readonly string[]).includes(permission))).toEqual([]);
});

test('the five built-in roles; an owner may do everything', () => {
  expect(Object.values(builtInRoles).map((role) => role.name)).toEqual([
    'Owner',
    'Admin',
    'People manager',
    'Communicator',
    'Employee',
  ]);
  expect(permissionsOfRole({ built_in: 'owner', permissions: [] })).toEqual(permissions);
});

test('only owners and admins touch roles, modules and the company', () => {
  for (const key of ['people_manager', 'communicator', 'employee'] as const) {
    const held: readonly string[] = builtInRoles[key].permissions;
    expect(
      held.filter((permission) =>
        ['roles.manage', 'modules.manage', 'company.configure', 'audit.view'].includes(permission),
      ),
    ).toEqual([]);
  }
});

test("a company's own role gives what is stored, as far as it still exists", () => {
  expect(permissionsOfRole({ built_in: null, permissions: ['spaces.manage', 'moon.land', 'people.manage'] })).toEqual([
    'people.manage',
    'spaces.manage',
  ]);
  expect(permissionsOfRole({ built_in: 'constructor', permissions: [] })).toEqual([]);
});

test('several roles add up', () => {
  const both = standing([
    { built_in: 'communicator', permissions: [] },
    { built_in: null, permissions: ['audit.view'] },
  ]);
  expect(both.owner).toBe(false);
  expect([...both.permissions].toSorted()).toEqual([...builtInRoles.communicator.permissions, 'audit.view'].toSorted());
});
