// Sub-spaces: adding and renaming them. Everybody in a space is in all of its sub-spaces.
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import {
  type createSubSpace as createEndpoint,
  subSpaceCreated,
  subSpaceUpdated,
  type updateSubSpace as updateEndpoint,
} from '#contract/spaces.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { emit } from '../../platform/events/emit.ts';
import { AppError, invalid } from '../../platform/http/errors.ts';
import * as chat from '../chat/service.ts';
import { eventsFor, holdAdministered } from './access.ts';
import { listMemberIds } from './member-repo.ts';
import { presentSubSpace } from './present.ts';
import { findSubSpace, insertSubSpace, updateSubSpaceRow } from './space-repo.ts';

type Answer = ResponseOf<typeof createEndpoint>;

/** The caller's own sub-space of this id is the answer again; any other is INVALID_REQUEST. */
export async function createSubSpace(tx: Tx, actor: Actor, input: ParsedOf<typeof createEndpoint>): Promise<Answer> {
  const { space_id, sub_space_id, sub_space_name, sub_space_description = '' } = input;
  const space = await holdAdministered(tx, actor, space_id);
  const taken = invalid([{ path: 'sub_space_id', message: 'This id is taken' }]);
  const there = await findSubSpace(tx, sub_space_id);
  if (there) {
    if (there.space_id !== space_id || there.created_by !== actor.employee_id) throw taken;
    return { sub_space: presentSubSpace(there), events: [] };
  }
  const row = await insertSubSpace(
    tx,
    { sub_space_id, space_id, sub_space_name, sub_space_description },
    actor.employee_id,
  );
  const conversation = await chat.openSubSpace(tx, row, await listMemberIds(tx, space_id));
  if (!conversation) throw taken;
  const sub_space = presentSubSpace(row);
  await emit(tx, subSpaceCreated, `space:${space_id}`, { sub_space, conversation });
  return { sub_space, events: eventsFor(tx, actor, space.role !== null) };
}

export async function updateSubSpace(tx: Tx, actor: Actor, input: ParsedOf<typeof updateEndpoint>): Promise<Answer> {
  const { sub_space_id } = input;
  const space_id = (await load(tx, sub_space_id)).space_id;
  const space = await holdAdministered(tx, actor, space_id, 'SUB_SPACE_NOT_FOUND');
  const before = presentSubSpace(await load(tx, sub_space_id));
  const sub_space_name = input.sub_space_name ?? before.sub_space_name;
  const sub_space_description = input.sub_space_description ?? before.sub_space_description;
  if (sub_space_name === before.sub_space_name && sub_space_description === before.sub_space_description)
    return { sub_space: before, events: [] };
  const sub_space = { ...before, sub_space_name, sub_space_description };
  await Promise.all([updateSubSpaceRow(tx, sub_space), emit(tx, subSpaceUpdated, `space:${space_id}`, sub_space)]);
  return { sub_space, events: eventsFor(tx, actor, space.role !== null) };
}

async function load(tx: Tx, sub_space_id: string) {
  const row = await findSubSpace(tx, sub_space_id);
  if (!row) throw new AppError('SUB_SPACE_NOT_FOUND');
  return row;
}
