// Letting people into a space, taking them out, changing what they are in it: the rows, what they hear, and who is told.
// Whether it may be done is decided by the callers, who hold the space.
import type { Space } from '#contract/chat.ts';
import { memberChanged } from '#contract/spaces.ts';
import type { Tx } from '../../platform/db/database.ts';
import { emit, subscribe } from '../../platform/events/emit.ts';
import * as chat from '../chat/service.ts';
import { deleteMember, insertMembers, type Role, updateRole } from './member-repo.ts';
import { presentSpace } from './present.ts';
import { findSpace, type SpaceRow } from './space-repo.ts';

/** Those who are in already are left as they are. EMPLOYEE_NOT_FOUND for who does not work here, even since a moment ago. */
export async function letIn(tx: Tx, before: SpaceRow, employee_ids: readonly string[], role: Role): Promise<void> {
  const { space_id, total_members } = before;
  await chat.holdReachable(tx, employee_ids);
  const [first, ...rest] = await insertMembers(tx, space_id, employee_ids, role);
  if (first === undefined) return;
  const added = [first, ...rest] as const;
  const conversations = await chat.admit(tx, space_id, added);
  for (const employee_id of added) subscribe(tx, { employee_id, add: [`space:${space_id}`] });
  await Promise.all(
    added.map((employee_id, index) => tell(tx, space_id, employee_id, role, total_members + index + 1)),
  );
  const space = presentSpace(await reload(tx, first, space_id));
  await chat.tellAdded(
    tx,
    added.map((employee_id) => ({ employee_id, space })),
    conversations,
  );
}

/** A member goes, or is taken out. */
export async function takeOut(tx: Tx, { space_id, total_members }: SpaceRow, employee_id: string): Promise<void> {
  await deleteMember(tx, space_id, employee_id);
  await chat.dismiss(tx, space_id, employee_id);
  subscribe(tx, { employee_id, remove: [`space:${space_id}`] });
  await tell(tx, space_id, employee_id, null, total_members - 1);
  await chat.tellRemoved(tx, employee_id, space_id);
}

/** Of a member. */
export async function makeRole(
  tx: Tx,
  { space_id, total_members }: SpaceRow,
  employee_id: string,
  role: Role,
): Promise<void> {
  await Promise.all([
    updateRole(tx, space_id, employee_id, role),
    tell(tx, space_id, employee_id, role, total_members),
  ]);
}

const tell = (tx: Tx, space_id: string, employee_id: string, role: Space['role'], total_members: number) =>
  emit(tx, memberChanged, `space:${space_id}`, { space_id, employee_id, role, total_members });

/** As it is after the changes of this transaction. */
export async function reload(tx: Tx, employee_id: string, space_id: string): Promise<SpaceRow> {
  const row = await findSpace(tx, employee_id, space_id);
  if (!row) throw new Error('A space that is held is gone');
  return row;
}
