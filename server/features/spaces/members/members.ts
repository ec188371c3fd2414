// Who is in a space: joining, leaving, being added, removed, made an admin or a member.
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type {
  addMembers as addMembersEndpoint,
  join as joinEndpoint,
  leave as leaveEndpoint,
  listMembers as listMembersEndpoint,
  removeMember as removeMemberEndpoint,
  updateMember as updateMemberEndpoint,
} from '#contract/spaces.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { eventsFor, holdAdministered, holdFound, holdSeen, loadSeen } from '../access.ts';
import { comeIn } from '../joining/joining.ts';
import { canAdminister, canLookInto, isNeeded } from '../policy.ts';
import { cursorOf, memberPlaceOf, presentSpace } from '../present.ts';
import type { SpaceRow } from '../space-repo.ts';
import { findRole, hasOtherAdmin, listMemberPage } from './member-repo.ts';
import { letIn, makeRole, reload, takeOut } from './membership.ts';

const DEFAULT_PAGE = 100;

type Answer = ResponseOf<typeof joinEndpoint>;

/** The space as the caller sees it after all this. */
async function answer(tx: Tx, actor: Actor, space_id: string): Promise<Answer> {
  const row = await reload(tx, actor.employee_id, space_id);
  return { space: presentSpace(row), events: eventsFor(tx, actor, row.role !== null) };
}

/** Whoever may look into the space sees who is in it. */
export async function listMembers(
  tx: Tx,
  actor: Actor,
  { space_id, limit = DEFAULT_PAGE, cursor }: ParsedOf<typeof listMembersEndpoint>,
): Promise<ResponseOf<typeof listMembersEndpoint>> {
  if (!canLookInto(await loadSeen(tx, actor, space_id))) throw new AppError('NO_PERMISSION');
  const rows = await listMemberPage(tx, space_id, memberPlaceOf(cursor), limit + 1);
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, next_cursor: last ? cursorOf([last.role, last.joined_at, last.employee_id]) : null };
}

/** Or asks to, where that needs somebody's leave. */
export async function join(
  tx: Tx,
  actor: Actor,
  { space_id, link_code }: ParsedOf<typeof joinEndpoint>,
): Promise<Answer> {
  const { space, has_link } = await holdFound(tx, actor, space_id, link_code);
  await comeIn(tx, actor, space, has_link);
  return answer(tx, actor, space_id);
}

export async function leave(
  tx: Tx,
  actor: Actor,
  { space_id }: ParsedOf<typeof leaveEndpoint>,
): Promise<ResponseOf<typeof leaveEndpoint>> {
  const space = await holdSeen(tx, actor, space_id);
  if (space.role !== null) await letGo(tx, space, actor.employee_id, space.role);
  return { events: eventsFor(tx, actor, false) };
}

async function letGo(tx: Tx, space: SpaceRow, employee_id: string, role: SpaceRow['role']): Promise<void> {
  const other = role !== 'admin' || (await hasOtherAdmin(tx, space.space_id, employee_id));
  if (isNeeded(role, space.total_members, other)) throw new AppError('LAST_ADMIN');
  await takeOut(tx, space, employee_id);
}

export async function addMembers(
  tx: Tx,
  actor: Actor,
  { space_id, employee_ids }: ParsedOf<typeof addMembersEndpoint>,
): Promise<Answer> {
  const space = await holdAdministered(tx, actor, space_id);
  await letIn(tx, space, [...new Set(employee_ids)], 'member');
  return answer(tx, actor, space_id);
}

export async function updateMember(
  tx: Tx,
  actor: Actor,
  { space_id, employee_id, role }: ParsedOf<typeof updateMemberEndpoint>,
): Promise<Answer> {
  const space = await holdAdministered(tx, actor, space_id);
  const before = await findRole(tx, space_id, employee_id);
  if (before === null) throw new AppError('EMPLOYEE_NOT_FOUND');
  if (before === 'admin' && role === 'member' && !(await hasOtherAdmin(tx, space_id, employee_id)))
    throw new AppError('LAST_ADMIN');
  if (before !== role) await makeRole(tx, space, employee_id, role);
  return answer(tx, actor, space_id);
}

/** By those who administer the space; oneself always. */
export async function removeMember(
  tx: Tx,
  actor: Actor,
  { space_id, employee_id }: ParsedOf<typeof removeMemberEndpoint>,
): Promise<Answer> {
  const space = await holdSeen(tx, actor, space_id);
  if (employee_id !== actor.employee_id && !canAdminister(space, actor.permissions))
    throw new AppError('NO_PERMISSION');
  const role = await findRole(tx, space_id, employee_id);
  if (role === null) throw new AppError('EMPLOYEE_NOT_FOUND');
  await letGo(tx, space, employee_id, role);
  return answer(tx, actor, space_id);
}
