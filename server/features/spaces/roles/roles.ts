// The roles of a space: its admins define them. Giving them to members stands in members/.
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { roleChanged, roleRemoved } from '#contract/spaces/events.ts';
import {
  type createRole as createEndpoint,
  type deleteRole as deleteEndpoint,
  type listRoles as listEndpoint,
  type updateRole as updateEndpoint,
} from '#contract/spaces/roles.ts';
import type { SpaceAction, SpaceRole } from '#contract/spaces/space-role.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/events/emit.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import { askJoining } from '../../notifications/service.ts';
import { eventsFor, holdAdministered, loadSeen } from '../access.ts';
import { ifPublic, noteAct } from '../members/acts.ts';
import { canLookInto, inOrder, isTaken, MAX_ROLES } from '../policy.ts';
import type { SpaceRow } from '../space-repo.ts';
import {
  deleteSpaceRole,
  findRoleRow,
  findSpaceRole,
  insertSpaceRole,
  listSpaceRoles,
  presentRole,
  updateSpaceRole,
} from './role-repo.ts';

type Answer = ResponseOf<typeof createEndpoint>;

/** Whoever may look into the space sees which roles it has. */
export async function listRoles(
  tx: Tx,
  actor: Actor,
  { space_id }: ParsedOf<typeof listEndpoint>,
): Promise<ResponseOf<typeof listEndpoint>> {
  if (!canLookInto(await loadSeen(tx, actor, space_id))) throw new AppError('NO_PERMISSION');
  return { items: await listSpaceRoles(tx, space_id) };
}

/** The caller's own role of this id is the answer again; any other is INVALID_REQUEST. */
export async function createRole(tx: Tx, actor: Actor, input: ParsedOf<typeof createEndpoint>): Promise<Answer> {
  const { space_id, space_role_id, space_role_name } = input;
  const space = await holdAdministered(tx, actor, space_id);
  const actions = known(input.actions);
  const there = await findRoleRow(tx, space_role_id);
  if (there) {
    if (there.space_id !== space_id || there.created_by !== actor.employee_id)
      throw invalid([{ path: 'space_role_id', message: 'This id is taken' }]);
    return { space_role: presentRole(there), events: [] };
  }
  const others = await listSpaceRoles(tx, space_id);
  if (isTaken(space_role_name, others)) throw new AppError('SPACE_ROLE_EXISTS');
  if (others.length >= MAX_ROLES) throw new AppError('TOO_MANY_SPACE_ROLES');
  const space_role: SpaceRole = { space_role_id, space_id, space_role_name, actions };
  await Promise.all([
    insertSpaceRole(tx, space_role, actor.employee_id),
    emit(tx, roleChanged, `space:${space_id}`, space_role),
  ]);
  const named = ifPublic(space, { role_name: space_role_name });
  await noteAct(tx, actor, space, 'spaces.role_created', { space_role_id, ...named, actions });
  return { space_role, events: eventsFor(tx, actor, space.role !== null) };
}

/** INVALID_ACTION_ID for one that there is not. */
function known(asked: readonly string[]): SpaceAction[] {
  const actions = inOrder(asked);
  if (actions.length !== new Set(asked).size) throw new AppError('INVALID_ACTION_ID');
  return actions;
}

/** A role, with its space held, which the caller administers. Throws SPACE_ROLE_NOT_FOUND or NO_PERMISSION. */
async function hold(tx: Tx, actor: Actor, space_role_id: string): Promise<{ space: SpaceRow; role: SpaceRole }> {
  const { space_id } = await load(tx, space_role_id);
  const space = await holdAdministered(tx, actor, space_id, 'SPACE_ROLE_NOT_FOUND');
  return { space, role: await load(tx, space_role_id) };
}

async function load(tx: Tx, space_role_id: string): Promise<SpaceRole> {
  const role = await findSpaceRole(tx, space_role_id);
  if (!role) throw new AppError('SPACE_ROLE_NOT_FOUND');
  return role;
}

export async function updateRole(tx: Tx, actor: Actor, input: ParsedOf<typeof updateEndpoint>): Promise<Answer> {
  const { space, role } = await hold(tx, actor, input.space_role_id);
  const space_role: SpaceRole = {
    ...role,
    space_role_name: input.space_role_name ?? role.space_role_name,
    actions: input.actions ? known(input.actions) : role.actions,
  };
  const isSame =
    space_role.space_role_name === role.space_role_name && space_role.actions.join() === role.actions.join();
  if (isSame) return { space_role: role, events: [] };
  const others = (await listSpaceRoles(tx, role.space_id)).filter((one) => one.space_role_id !== role.space_role_id);
  if (isTaken(space_role.space_role_name, others)) throw new AppError('SPACE_ROLE_EXISTS');
  askJoining(tx, role.space_id);
  await Promise.all([updateSpaceRole(tx, space_role), emit(tx, roleChanged, `space:${role.space_id}`, space_role)]);
  await noteRoleChange(tx, actor, space, role, space_role);
  return { space_role, events: eventsFor(tx, actor, space.role !== null) };
}

async function noteRoleChange(tx: Tx, actor: Actor, space: SpaceRow, was: SpaceRole, role: SpaceRole): Promise<void> {
  const { space_role_id, space_role_name: role_name, actions } = role;
  const renamed = role_name !== was.space_role_name && { role_was: was.space_role_name };
  const named = ifPublic(space, { role_name, ...renamed });
  await noteAct(tx, actor, space, 'spaces.role_changed', { space_role_id, ...named, actions });
}

export async function deleteRole(
  tx: Tx,
  actor: Actor,
  { space_role_id }: ParsedOf<typeof deleteEndpoint>,
): Promise<ResponseOf<typeof deleteEndpoint>> {
  const { space, role } = await hold(tx, actor, space_role_id);
  const { space_id } = role;
  askJoining(tx, space_id);
  await Promise.all([
    deleteSpaceRole(tx, role),
    emit(tx, roleRemoved, `space:${space_id}`, { space_id, space_role_id }),
  ]);
  const named = ifPublic(space, { role_name: role.space_role_name });
  await noteAct(tx, actor, space, 'spaces.role_deleted', { space_role_id, ...named });
  return { events: eventsFor(tx, actor, space.role !== null) };
}
