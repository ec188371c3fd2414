// What other features ask of spaces: what chat's SpacePort says, and what becomes of the memberships of somebody who leaves the company.
// The rules of the endpoints stand in spaces.ts, members.ts and sub-spaces.ts.
import type { Space } from '#contract/chat.ts';
import { allows } from '#contract/spaces/space-role.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findStanding } from './members/member-repo.ts';
import { presentSpace } from './present.ts';
import { findImages, listOwnSpaces } from './space-repo.ts';

export { comeBack, leaveAll, leavingOf } from './members/leaving.ts';
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
