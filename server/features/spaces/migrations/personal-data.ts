// What the columns of spaces are to who is in them.
import type { Tagged } from '../../../platform/db/privacy/register.ts';

const spaceOf = (table: string) =>
  `(SELECT s.space_name FROM space s WHERE s.company_id = $1 AND s.space_id = ${table}.space_id)`;

/** Of a space that they made and may see no more they know that they made it. */
const seen = (column: string) => `CASE WHEN space.visibility = 'public' OR EXISTS (SELECT FROM space_member m
  WHERE m.company_id = $1 AND m.space_id = space.space_id AND m.employee_id = $2::uuid) THEN space.${column} END`;

export const spacesData: readonly Tagged[] = [
  {
    table: 'space',
    whose: 'created_by',
    owned: 'space_name space_description',
    kept: {
      key: 'company_id space_id created_by',
      'the space’s': 'space_image visibility history total_members',
      secret: 'link_code',
      time: 'created_at',
    },
    exported: {
      file: 'spaces/made',
      says: 'Spaces that you made',
      with: 'space_id created_at',
      without: 'space_name space_description',
      also: { space_name: seen('space_name'), space_description: seen('space_description') },
    },
  },
  {
    table: 'space_joining',
    whose: 'employee_id',
    personal: 'status opens since',
    kept: { key: 'company_id space_id employee_id', 'an id alone': 'invited_by' },
    exported: {
      file: 'spaces/joining',
      says: 'Spaces that you asked to join, or are invited to',
      with: 'space_id',
      also: { space: spaceOf('space_joining') },
    },
  },
  {
    table: 'space_member',
    whose: 'employee_id',
    personal: 'role joined_at space_role_id',
    kept: { key: 'company_id space_id employee_id' },
    exported: {
      file: 'spaces/memberships',
      says: 'Spaces that you are in',
      with: 'space_id',
      also: { space: spaceOf('space_member') },
    },
  },
  {
    table: 'space_role',
    kept: {
      key: 'company_id space_role_id space_id',
      'the space’s': 'space_role_name actions',
      'an id alone': 'created_by',
      time: 'created_at',
    },
  },
  {
    table: 'sub_space',
    kept: {
      key: 'company_id sub_space_id space_id',
      'the space’s': 'sub_space_name sub_space_description is_default position is_private',
      'an id alone': 'created_by',
      time: 'created_at archived_at',
    },
  },
  {
    table: 'sub_space_member',
    whose: 'employee_id',
    personal: 'sub_space_id',
    kept: { key: 'company_id employee_id' },
    exported: {
      file: 'spaces/private-parts',
      says: 'Private parts of spaces that you are in',
      also: {
        sub_space:
          '(SELECT s.sub_space_name FROM sub_space s WHERE s.company_id = $1 AND s.sub_space_id = sub_space_member.sub_space_id)',
      },
    },
  },
];
