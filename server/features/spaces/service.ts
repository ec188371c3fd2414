// What other features ask of spaces: what chat's SpacePort says, and the end of all memberships of somebody who is removed.
// The rules of the endpoints stand in spaces.ts, members.ts and sub-spaces.ts.
import type { Space } from '#contract/chat.ts';
import { allows } from '#contract/spaces/space-role.ts';
import type { Tx } from '../../platform/db/database.ts';
import { askJoining } from '../notifications/service.ts';
import { forgetJoining } from './joining/joining-repo.ts';
import { findLongestMember, findRole, findStanding, hasOtherAdmin, listSpaceIds } from './members/member-repo.ts';
import { letIn, makeStanding, takeOut } from './members/membership.ts';
import { isNeeded } from './policy.ts';
import { presentSpace } from './present.ts';
import { findImages, holdSpace, listOwnSpaces, type SpaceRow } from './space-repo.ts';

export { searchSpaces } from './search/searching.ts';

/** The spaces that the employee is a member of, as they see them, each with its sub-spaces in order. */
export const spacesOf = async (tx: Tx, employee_id: string): Promise<Space[]> =>
  (await listOwnSpaces(tx, employee_id)).map(presentSpace);

/** Which of these addresses are a space's image. */
export const imagesAmong = (tx: Tx, files: readonly { url: string }[]): Promise<string[]> =>
  findImages(
    tx,
    files.map(({ url }) => url),
  );

/** True if what the employee is in the space allows them to delete what others wrote in it. */
export async function mayDeleteMessages(tx: Tx, space_id: string, employee_id: string): Promise<boolean> {
  const standing = await findStanding(tx, space_id, employee_id);
  return standing !== null && allows(standing, 'delete_messages');
}

/**
 * Takes somebody out of all their spaces and answers how many these were. Where that would leave others without an admin,
 * `hand_over_to` becomes one, joining if need be; without it, whoever has been there for longest.
 */
export async function leaveAll(tx: Tx, employee_id: string, hand_over_to?: string): Promise<number> {
  const heir = hand_over_to === employee_id ? undefined : hand_over_to;
  const space_ids = await listSpaceIds(tx, employee_id);
  // All of them first, by id: whoever holds several takes them in the same order.
  const held = await Promise.all(space_ids.map((space_id) => holdSpace(tx, employee_id, space_id)));
  for (const space_id of await forgetJoining(tx, employee_id)) askJoining(tx, space_id);
  const spaces = held.filter((space) => space !== undefined && space.role !== null) as SpaceRow[];
  for (const space of spaces) {
    const others = await handOver(tx, space, employee_id, heir);
    await takeOut(tx, { ...space, total_members: others + 1 }, employee_id);
  }
  return spaces.length;
}

/** Answers how many others are in the space then. */
async function handOver(tx: Tx, space: SpaceRow, employee_id: string, heir: string | undefined): Promise<number> {
  const others = space.total_members - 1;
  const other = space.role !== 'admin' || (await hasOtherAdmin(tx, space.space_id, employee_id));
  if (!isNeeded(space.role, space.total_members, other)) return others;
  const next = heir ?? (await findLongestMember(tx, space.space_id, employee_id));
  if (next === undefined) return others;
  if ((await findRole(tx, space.space_id, next)) !== null) {
    await makeStanding(tx, space, next, { role: 'admin', space_role: null });
    return others;
  }
  await letIn(tx, space, [next], 'admin');
  return others + 1;
}
