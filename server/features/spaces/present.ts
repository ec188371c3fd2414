// Rows → the shapes of the contract; and the places of pages as cursors. Pure.
import type { Space, SubSpace } from '#contract/chat.ts';
import { id, time } from '#contract/kernel/fields.ts';
import { check } from '#contract/kernel/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import type { MemberPlace } from './members/member-repo.ts';
import { canLookInto } from './policy.ts';
import type { Place, SpaceRow } from './space-repo.ts';
import type { SubSpaceRow } from './sub-spaces/sub-space-repo.ts';

export const presentSpace = (row: SpaceRow): Space => ({
  space_id: row.space_id,
  space_name: row.space_name,
  space_image: row.space_image,
  total_members: row.total_members,
  space_description: row.space_description,
  is_member: row.role !== null,
  role: row.role,
  space_role: row.space_role,
  visibility: row.visibility,
  history: row.history,
  join_status: row.join_status,
  sub_spaces: canLookInto(row) ? [...row.sub_spaces] : [],
  revision: row.revision,
});

export const presentSubSpace = ({ created_by: _, ...row }: SubSpaceRow): SubSpace => row;

export const cursorOf = (place: readonly string[]): string => Buffer.from(JSON.stringify(place)).toString('base64url');

function partsOf(cursor: string): string[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts : undefined;
  } catch {
    return undefined;
  }
}

const foreign = () => invalid([{ path: 'cursor', message: 'Not a cursor of this list' }]);
const isId = (text: string | undefined): text is string => check(id, text).issues === undefined;

/** INVALID_REQUEST for what this list never gave. */
export function spacePlaceOf(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const [name, space_id, ...rest] = partsOf(cursor) ?? [];
  if (name === undefined || name.includes('\0') || !name.isWellFormed() || !isId(space_id) || rest.length)
    throw foreign();
  return [name, space_id];
}

/** INVALID_REQUEST for what this list never gave. */
export function memberPlaceOf(cursor: string | undefined): MemberPlace | null {
  if (cursor === undefined) return null;
  const [role, joined_at, employee_id, ...rest] = partsOf(cursor) ?? [];
  const known = role === 'admin' || role === 'member';
  if (!known || joined_at === undefined || check(time, joined_at).issues || !isId(employee_id) || rest.length)
    throw foreign();
  return [role, joined_at, employee_id];
}
