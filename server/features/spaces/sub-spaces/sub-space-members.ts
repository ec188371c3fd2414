// Who is in a private sub-space: some of the space's members, and all its admins.
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { subSpaceClosed, subSpaceMembersChanged } from '#contract/spaces/events.ts';
import {
  type addSubSpaceMembers as addEndpoint,
  type listSubSpaceMembers as listEndpoint,
  type removeSubSpaceMember as removeEndpoint,
} from '#contract/spaces.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/events/emit.ts';
import { AppError } from '../../../platform/http/errors.ts';
import * as chat from '../../chat/service.ts';
import { eventsFor, holdSeen } from '../access.ts';
import { findMembers, findRole } from '../members/member-repo.ts';
import { openPrivate } from '../members/membership.ts';
import { canLookInto, may } from '../policy.ts';
import { findSpace, type SpaceRow } from '../space-repo.ts';
import { deletePrivateMember, insertPrivateMembers, listPrivateMembers, type SubSpaceRow } from './sub-space-repo.ts';
import { loadSubSpace } from './sub-spaces.ts';

type Told = ResponseOf<typeof addEndpoint>;

/** Throws SUB_SPACE_NOT_FOUND for what the caller does not see, SUB_SPACE_PUBLIC where everybody is in it. */
async function loadPrivate(tx: Tx, actor: Actor, sub_space_id: string): Promise<SubSpaceRow> {
  const sub = await loadSubSpace(tx, actor, sub_space_id);
  const space = await findSpace(tx, actor.employee_id, sub.space_id);
  if (!space || !canLookInto(space)) throw new AppError('SUB_SPACE_NOT_FOUND');
  if (!sub.is_private) throw new AppError('SUB_SPACE_PUBLIC');
  return sub;
}

/** The same, with its space held. */
async function hold(tx: Tx, actor: Actor, sub_space_id: string): Promise<{ space: SpaceRow; sub: SubSpaceRow }> {
  const { space_id } = await loadPrivate(tx, actor, sub_space_id);
  const space = await holdSeen(tx, actor, space_id, 'SUB_SPACE_NOT_FOUND');
  return { space, sub: await loadPrivate(tx, actor, sub_space_id) };
}

export async function listSubSpaceMembers(
  tx: Tx,
  actor: Actor,
  { sub_space_id }: ParsedOf<typeof listEndpoint>,
): Promise<ResponseOf<typeof listEndpoint>> {
  await loadPrivate(tx, actor, sub_space_id);
  return { employee_ids: await listPrivateMembers(tx, sub_space_id) };
}

export async function addSubSpaceMembers(
  tx: Tx,
  actor: Actor,
  { sub_space_id, employee_ids }: ParsedOf<typeof addEndpoint>,
): Promise<Told> {
  const { space } = await hold(tx, actor, sub_space_id);
  if (!may(space, actor.permissions, 'manage_sub_spaces')) throw new AppError('NO_PERMISSION');
  const wanted = [...new Set(employee_ids)];
  if ((await findMembers(tx, space.space_id, wanted)).length < wanted.length) throw new AppError('EMPLOYEE_NOT_FOUND');
  const [first, ...rest] = await insertPrivateMembers(tx, sub_space_id, wanted);
  if (first !== undefined) {
    await openPrivate(tx, [sub_space_id], [first, ...rest], space.history);
    await tellMembers(tx, sub_space_id);
  }
  return { events: eventsFor(tx, actor, space.role !== null) };
}

export async function removeSubSpaceMember(
  tx: Tx,
  actor: Actor,
  { sub_space_id, employee_id }: ParsedOf<typeof removeEndpoint>,
): Promise<Told> {
  const { space } = await hold(tx, actor, sub_space_id);
  const { space_id } = space;
  if (employee_id !== actor.employee_id && !may(space, actor.permissions, 'manage_sub_spaces'))
    throw new AppError('NO_PERMISSION');
  if ((await findRole(tx, space_id, employee_id)) === 'admin') throw new AppError('SUB_SPACE_ADMIN');
  if (!(await deletePrivateMember(tx, sub_space_id, employee_id))) throw new AppError('EMPLOYEE_NOT_FOUND');
  await chat.dismissFrom(tx, sub_space_id, employee_id);
  await tellMembers(tx, sub_space_id);
  await emit(tx, subSpaceClosed, `employee:${employee_id}`, { space_id, sub_space_id });
  return { events: eventsFor(tx, actor, space.role !== null) };
}

const tellMembers = (tx: Tx, sub_space_id: string) =>
  emit(tx, subSpaceMembersChanged, `conversation:${sub_space_id}`, { sub_space_id });
