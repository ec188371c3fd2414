// What becomes of somebody's memberships when they leave the company, and when they come back.
import { statusChanged, subSpaceMembersChanged } from '#contract/spaces/events.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/events/emit.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { askJoining } from '../../notifications/service.ts';
import { countJoining, forgetJoining } from '../joining/joining-repo.ts';
import { isNeeded } from '../policy.ts';
import { findSpaceRole } from '../roles/role-repo.ts';
import { holdSpace, type SpaceRow } from '../space-repo.ts';
import { findSubSpace, insertPrivateMembers, listOwnPrivate } from '../sub-spaces/sub-space-repo.ts';
import { note } from './acts.ts';
import { findLongest, findRest, findRole, listAlone, listOnly, listSpaceIds, type Role } from './member-repo.ts';
import { letIn, makeStanding, openPrivate, reload, takeOut, tellRequests } from './membership.ts';

/** A membership as it was. */
interface Left {
  readonly space_id: string;
  readonly role: Role;
  readonly space_role_id: string | null;
  /** Somebody else became an admin for them, who can act. */
  readonly handed_over: boolean;
  /** The private sub-spaces that they were in. */
  readonly sub_space_ids: readonly string[];
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** How many spaces they are in, where they are the only admin of others or all alone, and what waits for an answer. */
export async function leavingOf(
  tx: Tx,
  employee_id: string,
): Promise<{
  all: number;
  alone: Named[];
  emptied: Named[];
  joining: { requests: number; invited: number; inviting: number };
}> {
  return {
    all: (await listSpaceIds(tx, employee_id)).length,
    alone: await listAlone(tx, employee_id),
    emptied: await listOnly(tx, employee_id),
    joining: await countJoining(tx, employee_id),
  };
}

/**
 * Takes somebody out of all their spaces. Where that would leave others without an admin, `hand_over_to` becomes one, joining if
 * need be: HAND_OVER_REQUIRED without it. A private space opens to nobody by that: if they are not in it, whoever of
 * those who can act is in it longest becomes its admin, as everywhere if it is null. What they were asked and have asked is taken
 * back, and nobody comes in any more on their word. `kept` is for `comeBack`, `by` for the log: null for the server itself.
 */
export async function leaveAll(
  tx: Tx,
  employee_id: string,
  by: string | null,
  hand_over_to?: string | null,
): Promise<{ kept: readonly Left[]; handed_over: string[] }> {
  const held = await holdAll(tx, employee_id, await listSpaceIds(tx, employee_id));
  const waited = await forgetJoining(tx, employee_id);
  const kept: Left[] = [];
  for (const space of held) {
    if (space.role === null) continue;
    const { space_id, role, space_role } = space;
    const sub_space_ids = await listOwnPrivate(tx, space_id, employee_id);
    const next = await handOver(tx, space, employee_id, hand_over_to);
    if (next.admin) await note(tx, by, space, 'spaces.admin_made', { employee_id: next.admin });
    await takeOut(tx, { ...space, total_members: next.others + 1 }, employee_id);
    const space_role_id = space_role?.space_role_id ?? null;
    kept.push({ space_id, role, space_role_id, handed_over: next.handed_over, sub_space_ids });
  }
  await tellForgotten(tx, employee_id, waited);
  return { kept, handed_over: kept.filter((one) => one.handed_over).map(({ space_id }) => space_id) };
}

/** Once they are out: whom they had invited, and who answers for the spaces. */
async function tellForgotten(
  tx: Tx,
  employee_id: string,
  waited: readonly { readonly space_id: string; readonly employee_id: string }[],
): Promise<void> {
  // By id: whoever tells several people takes their topics in the same order.
  const others = waited.filter((one) => one.employee_id !== employee_id);
  for (const { space_id, ...other } of others.toSorted((a, b) => (a.employee_id < b.employee_id ? -1 : 1)))
    await emit(tx, statusChanged, `employee:${other.employee_id}`, { space_id, join_status: null });
  for (const space_id of [...new Set(waited.map((one) => one.space_id))].toSorted()) {
    askJoining(tx, space_id);
    await tellRequests(tx, space_id);
  }
}

/** All of them first, by id: whoever holds several takes them in the same order. */
async function holdAll(tx: Tx, employee_id: string, space_ids: readonly string[]): Promise<SpaceRow[]> {
  const held = await Promise.all(space_ids.toSorted().map((space_id) => holdSpace(tx, employee_id, space_id)));
  return held.filter((space) => space !== undefined);
}

/**
 * `others`: how many are in the space then. `admin`: who has become one for them. Where none of them can act nobody takes over: one
 * of them is the admin for the time when they can.
 */
async function handOver(
  tx: Tx,
  space: SpaceRow,
  employee_id: string,
  heir: string | null | undefined,
): Promise<{ others: number; admin: string | null; handed_over: boolean }> {
  const others = space.total_members - 1;
  const rest = space.role === 'admin' ? await findRest(tx, space.space_id, employee_id) : null;
  if (!rest || rest.led) return { others, admin: null, handed_over: false };
  const handed_over = isNeeded(rest);
  if (handed_over && heir === undefined) throw new AppError('HAND_OVER_REQUIRED');
  const named = handed_over && heir ? heir : null;
  const isIn = named !== null && (await findRole(tx, space.space_id, named)) !== null;
  const mayBe = isIn || space.visibility !== 'private' ? named : null;
  const next = mayBe ?? (await findLongest(tx, space.space_id, employee_id));
  if (isIn || next !== named) {
    await makeStanding(tx, space, next, { role: 'admin', space_role: null });
    return { others, admin: next, handed_over };
  }
  await letIn(tx, space, [next], 'admin');
  return { others: others + 1, admin: next, handed_over };
}

/** Back into those that there still are; where somebody else became the admin, as a member. `kept`: what `leaveAll` answered. */
export async function comeBack(tx: Tx, employee_id: string, kept: unknown): Promise<void> {
  const before = new Map((kept as readonly Left[]).map((left) => [left.space_id, left]));
  for (const space of await holdAll(tx, employee_id, [...before.keys()])) {
    const left = before.get(space.space_id);
    if (!left || space.role !== null) continue;
    // Where nobody is left they are the admin: otherwise nobody could be.
    const role = space.total_members === 0 ? 'admin' : left.handed_over ? 'member' : left.role;
    await letIn(tx, space, [employee_id], role);
    if (role === 'admin') continue;
    await backInRole(tx, employee_id, left);
    await backInPrivate(tx, employee_id, left, space.history);
  }
}

async function backInRole(tx: Tx, employee_id: string, { space_id, space_role_id }: Left): Promise<void> {
  const space_role = space_role_id === null ? undefined : await findSpaceRole(tx, space_role_id);
  if (!space_role) return;
  await makeStanding(tx, await reload(tx, employee_id, space_id), employee_id, { role: 'member', space_role });
}

async function backInPrivate(
  tx: Tx,
  employee_id: string,
  { space_id, sub_space_ids }: Left,
  history: SpaceRow['history'],
): Promise<void> {
  for (const sub_space_id of sub_space_ids) {
    const sub = await findSubSpace(tx, sub_space_id);
    if (!sub?.is_private || sub.space_id !== space_id) continue;
    if (!(await insertPrivateMembers(tx, sub_space_id, [employee_id])).length) continue;
    await openPrivate(tx, [sub_space_id], [employee_id], history);
    await emit(tx, subSpaceMembersChanged, `conversation:${sub_space_id}`, { sub_space_id });
  }
}
