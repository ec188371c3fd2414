// Sub-spaces: adding, renaming, archiving and ordering them. Who is in the private ones stands in sub-space-members.ts.
import type { SubSpace } from '#contract/chat.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import {
  privateSubSpaceUpdated,
  subSpaceArchived,
  subSpaceCreated,
  subSpaceOpened,
  subSpacesMoved,
  subSpaceUpdated,
} from '#contract/spaces/events.ts';
import {
  type archiveSubSpace as archiveEndpoint,
  type createSubSpace as createEndpoint,
  type moveSubSpaces as moveEndpoint,
  type updateSubSpace as updateEndpoint,
} from '#contract/spaces.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/events/emit.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import * as chat from '../../chat/service.ts';
import { eventsFor, holdAllowed } from '../access.ts';
import { ifPublic, noteAct, noteOutside } from '../members/acts.ts';
import { findMembers, listAdminIds, listMemberIds } from '../members/member-repo.ts';
import { reload } from '../members/membership.ts';
import { presentSpace, presentSubSpace } from '../present.ts';
import type { SpaceRow } from '../space-repo.ts';
import {
  findSubSpace,
  insertPrivateMembers,
  insertSubSpace,
  isInPrivate,
  renameSubSpace,
  type SubSpaceRow,
  setArchived,
  setPositions,
} from './sub-space-repo.ts';

type Answer = ResponseOf<typeof createEndpoint>;

/** The caller's own sub-space of this id is the answer again; any other is INVALID_REQUEST. */
export async function createSubSpace(tx: Tx, actor: Actor, input: ParsedOf<typeof createEndpoint>): Promise<Answer> {
  const { space_id, sub_space_id, sub_space_name, sub_space_description = '', is_private = false } = input;
  const space = await holdAllowed(tx, actor, space_id, 'manage_sub_spaces');
  const taken = invalid([{ path: 'sub_space_id', message: 'This id is taken' }]);
  const there = await findSubSpace(tx, sub_space_id);
  if (there) {
    // Its maker may have been taken out of a private one since.
    const isHidden =
      space.role !== null && there.is_private && !(await isInPrivate(tx, sub_space_id, actor.employee_id));
    if (there.space_id !== space_id || there.created_by !== actor.employee_id || isHidden) throw taken;
    return { sub_space: presentSubSpace(there), events: [] };
  }
  const people = is_private ? await chosen(tx, actor, space, input) : await listMemberIds(tx, space_id);
  const fields = { sub_space_id, space_id, sub_space_name, sub_space_description, is_private };
  const row = await insertSubSpace(tx, fields, actor.employee_id);
  if (is_private) await insertPrivateMembers(tx, sub_space_id, people);
  const conversation = await chat.openSubSpace(tx, row, people);
  if (!conversation) throw taken;
  const sub_space = presentSubSpace(row);
  const payload = { sub_space, conversation };
  if (!is_private) await emit(tx, subSpaceCreated, `space:${space_id}`, payload);
  else await Promise.all(people.map((id) => emit(tx, subSpaceOpened, `employee:${id}`, payload)));
  await noteOutside(tx, actor, space, 'sub_space_made', { sub_space_id });
  return { sub_space, events: eventsFor(tx, actor, space.role !== null) };
}

/** Who is in a new private one, by id: its maker, the space's admins, and those of its members that were named. */
async function chosen(
  tx: Tx,
  actor: Actor,
  { space_id, role }: SpaceRow,
  { employee_ids = [] }: ParsedOf<typeof createEndpoint>,
): Promise<string[]> {
  const wanted = [...new Set([...employee_ids, ...(role === null ? [] : [actor.employee_id])])];
  const [members, admins] = await Promise.all([findMembers(tx, space_id, wanted), listAdminIds(tx, space_id)]);
  if (members.length < wanted.length) throw new AppError('EMPLOYEE_NOT_FOUND');
  return [...new Set([...members, ...admins])].sort();
}

/** A sub-space that the caller sees and may change, with its space held. Throws SUB_SPACE_NOT_FOUND or NO_PERMISSION. */
async function hold(tx: Tx, actor: Actor, sub_space_id: string): Promise<{ space: SpaceRow; sub: SubSpaceRow }> {
  const { space_id } = await loadSubSpace(tx, actor, sub_space_id);
  const space = await holdAllowed(tx, actor, space_id, 'manage_sub_spaces', 'SUB_SPACE_NOT_FOUND');
  return { space, sub: await loadSubSpace(tx, actor, sub_space_id) };
}

/** A private one is there only for those who are in it. Whether the caller sees the space is not looked at. */
export async function loadSubSpace(tx: Tx, { employee_id }: Actor, sub_space_id: string): Promise<SubSpaceRow> {
  const row = await findSubSpace(tx, sub_space_id);
  if (!row || (row.is_private && !(await isInPrivate(tx, sub_space_id, employee_id))))
    throw new AppError('SUB_SPACE_NOT_FOUND');
  return row;
}

/** Told to those who see it, and to nobody else. */
const tellUpdated = (tx: Tx, sub_space: SubSpace) =>
  sub_space.is_private
    ? emit(tx, privateSubSpaceUpdated, `conversation:${sub_space.sub_space_id}`, sub_space)
    : emit(tx, subSpaceUpdated, `space:${sub_space.space_id}`, sub_space);

export async function updateSubSpace(tx: Tx, actor: Actor, input: ParsedOf<typeof updateEndpoint>): Promise<Answer> {
  const { space, sub } = await hold(tx, actor, input.sub_space_id);
  const before = presentSubSpace(sub);
  const sub_space_name = input.sub_space_name ?? before.sub_space_name;
  const sub_space_description = input.sub_space_description ?? before.sub_space_description;
  if (sub_space_name === before.sub_space_name && sub_space_description === before.sub_space_description)
    return { sub_space: before, events: [] };
  const sub_space = { ...before, sub_space_name, sub_space_description };
  await Promise.all([renameSubSpace(tx, sub_space), tellUpdated(tx, sub_space)]);
  await noteOutside(tx, actor, space, 'sub_space_changed', { sub_space_id: sub_space.sub_space_id });
  return { sub_space, events: eventsFor(tx, actor, space.role !== null) };
}

export async function archiveSubSpace(
  tx: Tx,
  actor: Actor,
  { sub_space_id, archived }: ParsedOf<typeof archiveEndpoint>,
): Promise<Answer> {
  const { space, sub } = await hold(tx, actor, sub_space_id);
  if (sub.is_default) throw new AppError('SUB_SPACE_DEFAULT');
  const before = presentSubSpace(sub);
  if ((before.archived_at !== null) === archived) return { sub_space: before, events: [] };
  const archived_at = await setArchived(tx, sub_space_id, archived);
  await chat.archive(tx, sub_space_id, archived_at);
  await emit(tx, subSpaceArchived, `conversation:${sub_space_id}`, { sub_space_id, archived_at });
  const named = !before.is_private && ifPublic(space, { sub_space_name: before.sub_space_name });
  const act = archived ? 'spaces.sub_space_archived' : 'spaces.sub_space_restored';
  await noteAct(tx, actor, space, act, { sub_space_id, ...named });
  return { sub_space: { ...before, archived_at }, events: eventsFor(tx, actor, space.role !== null) };
}

/** They take each other's places: those that the caller does not see stay where they are. */
export async function moveSubSpaces(
  tx: Tx,
  actor: Actor,
  { space_id, sub_space_ids }: ParsedOf<typeof moveEndpoint>,
): Promise<ResponseOf<typeof moveEndpoint>> {
  const space = await holdAllowed(tx, actor, space_id, 'manage_sub_spaces');
  if (new Set(sub_space_ids).size < sub_space_ids.length)
    throw invalid([{ path: 'sub_space_ids', message: 'Each one only once' }]);
  const named = sub_space_ids.map((id) => space.sub_spaces.find(({ sub_space_id }) => sub_space_id === id));
  const subs = named.filter((sub) => sub !== undefined);
  if (subs.length < named.length) throw new AppError('SUB_SPACE_NOT_FOUND');
  if (subs.some(({ is_default }) => is_default)) throw new AppError('SUB_SPACE_DEFAULT');
  const places = subs.map(({ position }) => position).sort((a, b) => a - b);
  const moved = subs
    .map((sub, at) => ({ ...sub, position: places[at] ?? sub.position }))
    .filter(({ position }, at) => position !== subs[at]?.position);
  if (moved.length) {
    await setPositions(tx, space_id, moved);
    await tellMoved(tx, space_id, moved);
    await noteOutside(tx, actor, space, 'sub_spaces_moved');
  }
  const after = await reload(tx, actor.employee_id, space_id);
  return { space: presentSpace(after), events: eventsFor(tx, actor, space.role !== null) };
}

async function tellMoved(tx: Tx, space_id: string, moved: readonly SubSpace[]): Promise<void> {
  const open = moved.filter(({ is_private }) => !is_private);
  const positions = open.map(({ sub_space_id, position }) => ({ sub_space_id, position }));
  if (open.length) await emit(tx, subSpacesMoved, `space:${space_id}`, { space_id, positions });
  const hidden = moved.filter(({ is_private }) => is_private);
  // By id: whoever tells several takes their topics in the same order.
  for (const sub of hidden.toSorted((a, b) => (a.sub_space_id < b.sub_space_id ? -1 : 1))) await tellUpdated(tx, sub);
}
