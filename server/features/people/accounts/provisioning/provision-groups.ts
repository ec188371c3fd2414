// Groups as the company's identity provider makes and changes them. One that somebody has made by hand is the provider's as soon as it
// changes it, and only the provider's own are deleted by it.
import { v7 as uuid } from 'uuid';
import { groupsChanged } from '#contract/people/groups.ts';
import type { Actor } from '../../../../platform/actor.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { emit } from '../../../../platform/events/emit.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { addMembers, removeMembers } from '../../groups/group-repo.ts';
import { createGroup, deleteGroup, tellMembers, updateGroup } from '../../groups/groups.ts';
import { holdEmployees } from '../../repo.ts';
import { lockRoster } from '../../roles/role-repo.ts';
import { findProvisionedGroups, keepMembers, type ProvisionedGroup, releaseAll, touchGroup } from './group-repo.ts';
import type { GroupWish, MemberStep } from './wishes.ts';

/** GROUP_NOT_FOUND also for one that goes by criteria. */
export async function loadGroup(tx: Tx, group_id: string): Promise<ProvisionedGroup> {
  const [row] = await findProvisionedGroups(tx, [group_id]);
  if (!row) throw new AppError('GROUP_NOT_FOUND');
  return row;
}

/** GROUP_ALREADY_EXIST, EXTERNAL_ID_TAKEN, EMPLOYEE_NOT_FOUND (members). */
export async function createProvisionedGroup(
  tx: Tx,
  actor: Actor,
  { name, external_id = null, steps }: GroupWish & { readonly name: string },
): Promise<ProvisionedGroup> {
  const group_id = uuid();
  await lockRoster(tx);
  await refuseTaken(createGroup(tx, actor, { group_id, group_name: name }, { provisioned: true, external_id }));
  await changeMembers(tx, actor, { group_id, name }, steps);
  return loadGroup(tx, group_id);
}

/** Nothing is written or told if nothing differs. */
export async function changeProvisionedGroup(
  tx: Tx,
  actor: Actor,
  group_id: string,
  { name, external_id, steps }: GroupWish,
): Promise<ProvisionedGroup> {
  await lockRoster(tx);
  const before = await loadGroup(tx, group_id);
  const from = { provisioned: true, external_id: external_id === undefined ? before.external_id : external_id };
  const differs = from.external_id !== before.external_id || (name !== undefined && name !== before.name);
  const moved = await changeMembers(tx, actor, before, steps);
  // One made by hand that is as the provider wants it stays what it is.
  if (differs || moved) await refuseTaken(updateGroup(tx, actor, { group_id, group_name: name }, from));
  return loadGroup(tx, group_id);
}

/** No provider is there any more: people change what were its groups. */
export async function releaseGroups(tx: Tx): Promise<void> {
  await lockRoster(tx);
  if (await releaseAll(tx)) await emit(tx, groupsChanged, 'company', {});
}

/** NO_PERMISSION for one that was made by hand. */
export async function deleteProvisionedGroup(tx: Tx, actor: Actor, group_id: string): Promise<void> {
  await lockRoster(tx);
  if (!(await loadGroup(tx, group_id)).provisioned) throw new AppError('NO_PERMISSION');
  await deleteGroup(tx, actor, group_id);
}

/** True if somebody came or went. */
async function changeMembers(
  tx: Tx,
  actor: Actor,
  { group_id, name }: Pick<ProvisionedGroup, 'group_id' | 'name'>,
  steps: readonly MemberStep[],
): Promise<boolean> {
  const [came, went] = [new Set<string>(), new Set<string>()];
  // Who comes and goes in one request, or goes and comes, has not moved.
  const move = (moved: readonly string[], to: Set<string>, from: Set<string>) => {
    for (const id of moved) if (!from.delete(id)) to.add(id);
  };
  for (const { kind, employee_ids } of steps) {
    const ids = [...new Set(employee_ids)];
    if (kind === 'remove') {
      move(await removeMembers(tx, group_id, ids), went, came);
      continue;
    }
    if ((await holdEmployees(tx, ids)).length !== ids.length) throw new AppError('EMPLOYEE_NOT_FOUND');
    if (kind === 'set') move(await keepMembers(tx, group_id, ids), went, came);
    move(await addMembers(tx, group_id, ids), came, went);
  }
  if (!(await tellMembers(tx, actor, { group_id, name }, [...came], [...went]))) return false;
  await touchGroup(tx, group_id);
  return true;
}

async function refuseTaken(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint === 'people_group_external') throw new AppError('EXTERNAL_ID_TAKEN');
    throw error;
  }
}
