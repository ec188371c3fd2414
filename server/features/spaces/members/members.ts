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
import { AppError, invalid } from '../../../platform/http/errors.ts';
import { eventsFor, holdAdministered, holdAllowed, holdFound, holdSeen, loadSeen } from '../access.ts';
import { comeIn } from '../joining/joining.ts';
import { canLookInto, canRemove, isNeeded, may } from '../policy.ts';
import { cursorOf, memberPlaceOf, presentSpace } from '../present.ts';
import { findSpaceRole } from '../roles/role-repo.ts';
import type { SpaceRow } from '../space-repo.ts';
import { ifPublic, noteAct } from './acts.ts';
import {
  findLongest,
  findRest,
  findStanding,
  hasOtherAdmin,
  listMemberPage,
  type MemberStanding,
  type Role,
} from './member-repo.ts';
import { letInBy, makeStanding, reload, takeOut } from './membership.ts';

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
  if (space.role !== null) await letGo(tx, actor, space, actor.employee_id, space.role);
  return { events: eventsFor(tx, actor, false) };
}

async function letGo(tx: Tx, actor: Actor, space: SpaceRow, employee_id: string, role: Role): Promise<void> {
  const rest = role === 'admin' ? await findRest(tx, space.space_id, employee_id) : null;
  if (isNeeded(rest)) throw new AppError('LAST_ADMIN');
  if (rest && !rest.led) {
    // Nobody of them can act now. Whoever of them is switched on again is not to be without an admin.
    const next = await findLongest(tx, space.space_id, employee_id);
    await makeStanding(tx, space, next, { role: 'admin', space_role: null });
    await noteAct(tx, actor, space, 'spaces.admin_made', { employee_id: next });
  }
  await takeOut(tx, space, employee_id);
}

export async function addMembers(
  tx: Tx,
  actor: Actor,
  { space_id, employee_ids }: ParsedOf<typeof addMembersEndpoint>,
): Promise<Answer> {
  const space = await holdAllowed(tx, actor, space_id, 'manage_members');
  await letInBy(tx, actor, space, [...new Set(employee_ids)]);
  return answer(tx, actor, space_id);
}

/** What somebody is in a space is for its admins alone to say: nobody gets more by a role than who gives it has. */
export async function updateMember(
  tx: Tx,
  actor: Actor,
  input: ParsedOf<typeof updateMemberEndpoint>,
): Promise<Answer> {
  const { space_id, employee_id } = input;
  const space = await holdAdministered(tx, actor, space_id);
  const before = await findStanding(tx, space_id, employee_id);
  if (before === null) throw new AppError('EMPLOYEE_NOT_FOUND');
  const after = await wanted(tx, before, input);
  if (before.role === 'admin' && after.role === 'member' && !(await hasOtherAdmin(tx, space_id, employee_id)))
    throw new AppError('LAST_ADMIN');
  const isSame = before.role === after.role && before.space_role?.space_role_id === after.space_role?.space_role_id;
  if (isSame) return answer(tx, actor, space_id);
  await makeStanding(tx, space, employee_id, after);
  await noteStanding(tx, actor, space, employee_id, before, after);
  return answer(tx, actor, space_id);
}

/** Who becomes an admin loses their role by that: it is not told apart. */
async function noteStanding(
  tx: Tx,
  actor: Actor,
  space: SpaceRow,
  employee_id: string,
  before: MemberStanding,
  after: MemberStanding,
): Promise<void> {
  if (after.role === 'admin') return noteAct(tx, actor, space, 'spaces.admin_made', { employee_id });
  if (before.role === 'admin') await noteAct(tx, actor, space, 'spaces.admin_ended', { employee_id });
  const [given, taken] = [after.space_role, before.space_role];
  if (given?.space_role_id === taken?.space_role_id) return;
  await noteAct(tx, actor, space, 'spaces.member_role_changed', {
    employee_id,
    given: given?.space_role_id ?? null,
    taken: taken?.space_role_id ?? null,
    ...ifPublic(space, {
      ...(given && { given_name: given.space_role_name }),
      ...(taken && { taken_name: taken.space_role_name }),
    }),
  });
}

/** A role that is not named stays; who becomes an admin has none. */
async function wanted(
  tx: Tx,
  before: MemberStanding,
  { space_id, role, space_role_id }: ParsedOf<typeof updateMemberEndpoint>,
): Promise<MemberStanding> {
  if (role === 'admin' && space_role_id) throw invalid([{ path: 'space_role_id', message: 'An admin has none' }]);
  if (role === 'admin' || space_role_id === null) return { role, space_role: null };
  if (space_role_id === undefined) return { role, space_role: before.space_role };
  const space_role = await findSpaceRole(tx, space_role_id);
  if (space_role?.space_id !== space_id) throw new AppError('SPACE_ROLE_NOT_FOUND');
  return { role, space_role };
}

/** By those whose role allows it; oneself always. */
export async function removeMember(
  tx: Tx,
  actor: Actor,
  { space_id, employee_id }: ParsedOf<typeof removeMemberEndpoint>,
): Promise<Answer> {
  const space = await holdSeen(tx, actor, space_id);
  const isOther = employee_id !== actor.employee_id;
  if (isOther && !may(space, actor.permissions, 'manage_members')) throw new AppError('NO_PERMISSION');
  const standing = await findStanding(tx, space_id, employee_id);
  if (standing === null) throw new AppError('EMPLOYEE_NOT_FOUND');
  if (isOther && !canRemove(space, actor.permissions, standing)) throw new AppError('NO_PERMISSION');
  await letGo(tx, actor, space, employee_id, standing.role);
  if (isOther) await noteAct(tx, actor, space, 'spaces.member_removed', { employee_id });
  return answer(tx, actor, space_id);
}
