// Letting people into a space, taking them out, changing what they are in it: the rows, what they hear, and who is told.
// Whether it may be done is decided by the callers, who hold the space.

import { memberChanged, requestsChanged, subSpaceOpened } from '#contract/spaces/events.ts';
import type { Standing } from '#contract/spaces/space-role.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit, subscribe } from '../../../platform/events/emit.ts';
import * as chat from '../../chat/service.ts';
import { askJoined, askJoining } from '../../notifications/service.ts';
import { deleteJoining } from '../joining/joining-repo.ts';
import { presentSpace, presentSubSpace } from '../present.ts';
import { findSpace, type SpaceRow } from '../space-repo.ts';
import { enterPrivate, exitPrivate, findSubSpace, listSubSpaceIds } from '../sub-spaces/sub-space-repo.ts';
import { noteAct, noteAdded } from './acts.ts';
import {
  deleteMember,
  findFirst,
  insertMembers,
  listAllowedIds,
  type MemberStanding,
  type Role,
  updateStanding,
} from './member-repo.ts';

/** Those who are in already are left as they are. `by`: who lets them in, if they do not come by themselves. EMPLOYEE_NOT_FOUND for who does not work here, even since a moment ago. Answers who came in. */
export async function letIn(
  tx: Tx,
  before: SpaceRow,
  employee_ids: readonly string[],
  role: Role,
  by?: string,
): Promise<string[]> {
  const { space_id, total_members } = before;
  await chat.holdReachable(tx, employee_ids);
  const [first, ...rest] = await insertMembers(tx, space_id, employee_ids, role);
  if (first === undefined) return [];
  const added = [first, ...rest] as const;
  const waited = await deleteJoining(tx, space_id, added);
  for (const { employee_id, status } of waited) {
    askJoining(tx, space_id, employee_id);
    if (by && status === 'requested') askJoined(tx, space_id, employee_id, by);
  }
  // Admins are in all sub-spaces.
  if (role === 'admin') await enterPrivate(tx, space_id, added);
  const conversations = await chat.admit(
    tx,
    await listSubSpaceIds(tx, space_id, role === 'admin'),
    added,
    before.history,
  );
  for (const employee_id of added) subscribe(tx, { employee_id, add: [`space:${space_id}`] });
  await Promise.all(
    added.map((employee_id, index) =>
      tell(tx, space_id, employee_id, { role, space_role: null }, total_members + index + 1),
    ),
  );
  const space = presentSpace(await reload(tx, first, space_id));
  await chat.tellAdded(
    tx,
    added.map((employee_id) => ({ employee_id, space })),
    conversations,
  );
  if (waited.length) await tellRequests(tx, space_id);
  return [...added];
}

/** The same by somebody, and noted. Into an empty space one of them comes as its admin: else it would never have one again. */
export async function letInBy(tx: Tx, actor: Actor, space: SpaceRow, employee_ids: readonly string[]): Promise<void> {
  const added = await letIn(tx, space, employee_ids, 'member', actor.employee_id);
  await noteAdded(tx, actor, space, added);
  if (space.total_members > 0) return;
  const first = await findFirst(tx, employee_ids);
  await makeStanding(tx, { ...space, total_members: added.length }, first, { role: 'admin', space_role: null });
  await noteAct(tx, actor, space, 'spaces.admin_made', { employee_id: first });
}

/** A member goes, or is taken out: of the space and of all in it. */
export async function takeOut(tx: Tx, { space_id, total_members }: SpaceRow, employee_id: string): Promise<void> {
  await Promise.all([deleteMember(tx, space_id, employee_id), exitPrivate(tx, space_id, employee_id)]);
  await chat.dismiss(tx, space_id, employee_id);
  subscribe(tx, { employee_id, remove: [`space:${space_id}`] });
  await tell(tx, space_id, employee_id, { role: null, space_role: null }, total_members - 1);
  await chat.tellRemoved(tx, employee_id, space_id);
}

/** Of a member. A new admin comes into the private sub-spaces; who is no admin any more stays in them. */
export async function makeStanding(
  tx: Tx,
  { space_id, total_members, history }: SpaceRow,
  employee_id: string,
  standing: MemberStanding,
): Promise<void> {
  await Promise.all([
    updateStanding(tx, space_id, employee_id, standing),
    tell(tx, space_id, employee_id, standing, total_members),
  ]);
  askJoining(tx, space_id);
  if (standing.role !== 'admin') return;
  const opened = await enterPrivate(tx, space_id, [employee_id]);
  if (opened.length) await openPrivate(tx, opened, [employee_id], history);
}

/** Lets people who were not in them into the conversations of private sub-spaces, and tells them. */
export async function openPrivate(
  tx: Tx,
  sub_space_ids: readonly string[],
  employee_ids: readonly [string, ...string[]],
  history: SpaceRow['history'],
): Promise<void> {
  const conversations = await chat.admit(tx, sub_space_ids, employee_ids, history);
  const rows = await Promise.all(sub_space_ids.map((sub_space_id) => findSubSpace(tx, sub_space_id)));
  const news = rows.flatMap((row) => {
    const conversation = conversations.find((one) => one.conversation_id === row?.sub_space_id);
    return row && conversation ? [{ sub_space: presentSubSpace(row), conversation }] : [];
  });
  // By id: whoever tells several people takes their topics in the same order.
  for (const employee_id of employee_ids.toSorted())
    await Promise.all(news.map((payload) => emit(tx, subSpaceOpened, `employee:${employee_id}`, payload)));
}

const tell = (tx: Tx, space_id: string, employee_id: string, { role, space_role }: Standing, total_members: number) =>
  emit(tx, memberChanged, `space:${space_id}`, { space_id, employee_id, role, space_role, total_members });

/** That there is something else to be answered. Not all members hear who asks: each who may answer is told personally. */
export async function tellRequests(tx: Tx, space_id: string): Promise<void> {
  const people = await listAllowedIds(tx, space_id, 'manage_members');
  await Promise.all(people.map((employee_id) => emit(tx, requestsChanged, `employee:${employee_id}`, { space_id })));
}

/** As it is after the changes of this transaction. */
export async function reload(tx: Tx, employee_id: string, space_id: string): Promise<SpaceRow> {
  const row = await findSpace(tx, employee_id, space_id);
  if (!row) throw new Error('A space that is held is gone');
  return row;
}
