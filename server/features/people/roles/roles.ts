// The built-in roles and what each may do; and what a set of roles adds up to. Pure.
import { type Permission, permissions } from '#contract/permissions.ts';
import type { RoleRow } from './role-repo.ts';

/** key → name and permissions, in the order in which people are shown them. */
export const builtInRoles = {
  owner: { name: 'Owner', permissions },
  // Everything as well; what only owners may do is to make and unmake owners (policy.ts).
  admin: { name: 'Admin', permissions },
  people_manager: {
    name: 'People manager',
    permissions: [
      'people.manage',
      'recognition.report',
      'badges.manage',
      'surveys.results',
      'calendar.manage',
      'spaces.create',
      'clockin.manage',
      'clockin.export',
    ],
  },
  communicator: {
    name: 'Communicator',
    permissions: [
      'contests.manage',
      'surveys.manage',
      'surveys.results',
      'polls.manage',
      'campaigns.manage',
      'communities.manage',
      'calendar.manage',
      'spaces.create',
    ],
  },
  employee: { name: 'Employee', permissions: ['spaces.create'] },
} as const satisfies Record<string, { name: string; permissions: readonly Permission[] }>;

export type BuiltIn = keyof typeof builtInRoles;

const isBuiltIn = (key: string | null): key is BuiltIn => key !== null && Object.hasOwn(builtInRoles, key);

/** Who may make spaces, as the company has set it: `permitted` takes it from who is an employee and nothing else. */
export type SpaceCreation = 'everybody' | 'permitted';

/** What the role may do. A permission that no longer exists counts for nothing. */
export function permissionsOfRole(
  role: Pick<RoleRow, 'built_in' | 'permissions'>,
  space_creation: SpaceCreation = 'everybody',
): readonly Permission[] {
  if (role.built_in === 'employee' && space_creation === 'permitted') return [];
  if (isBuiltIn(role.built_in)) return builtInRoles[role.built_in].permissions;
  return permissions.filter((permission) => role.permissions.includes(permission));
}

/** What somebody with certain roles may do, and whether they own the company. */
export interface Standing {
  readonly permissions: ReadonlySet<string>;
  readonly owner: boolean;
}

export const standing = (
  roles: readonly Pick<RoleRow, 'built_in' | 'permissions'>[],
  space_creation: SpaceCreation = 'everybody',
): Standing => ({
  permissions: new Set(roles.flatMap((role) => permissionsOfRole(role, space_creation))),
  owner: roles.some((role) => role.built_in === 'owner'),
});
