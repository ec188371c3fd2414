// The rules of groups: how one begins, who is in it, what it is called.

import type { Group } from '#contract/chat/group.ts';
import { groupUpdated } from '#contract/chat/group.ts';
import * as contract from '#contract/chat/groups.ts';
import { type Entry, entryAdded, entryRemoved } from '#contract/chat.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit, subscribe } from '../../../platform/events/emit.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import { forgetWishes, listWishes } from '../marks/marks-repo.ts';
import { holdReachable, ownEvents } from '../messages/reachable.ts';
import { groupEntry, presentState } from '../present.ts';
import { findStates, insertMembers } from '../repo/conversation-repo.ts';
import { admit, dismissFrom } from '../service.ts';
import * as repo from './groups-repo.ts';

type Answer = ResponseOf<typeof contract.createGroup>;

/** The same people again, in whatever order: the group that they have. */
export async function createGroup(
  tx: Tx,
  actor: Actor,
  { conversation_id, employee_ids, name = '' }: ParsedOf<typeof contract.createGroup>,
): Promise<Answer> {
  const people = [...new Set([...employee_ids, actor.employee_id])].sort();
  if (people.length < 3) throw invalid([{ path: 'employee_ids', message: 'At least two others' }]);
  await holdReachable(tx, people);
  const created_at = await repo.insertGroup(tx, conversation_id, name, people);
  if (created_at) {
    await insertMembers(tx, conversation_id, people);
    const group = { name, employee_ids: people, created_at };
    for (const employee_id of people) subscribe(tx, { employee_id, add: [`conversation:${conversation_id}`] });
    await tellAdded(tx, conversation_id, group, people);
    return answer(tx, actor, conversation_id);
  }
  const there = await repo.findFounded(tx, people);
  if (!there) throw invalid([{ path: 'conversation_id', message: 'This id is taken' }]);
  return answer(tx, actor, there);
}

async function tellAdded(tx: Tx, conversation_id: string, group: Group, employee_ids: readonly string[]) {
  // One after the other, by id: whoever tells several people takes their topics in the same order.
  for (const employee_id of employee_ids) {
    const [row] = await findStates(tx, employee_id, [conversation_id]);
    if (!row) throw new Error('Who was let in is not in');
    await emit(tx, entryAdded, `employee:${employee_id}`, groupEntry(group, presentState(row)));
  }
}

async function answer(tx: Tx, actor: Actor, conversation_id: string): Promise<Answer> {
  return { entry: await loadEntry(tx, actor.employee_id, conversation_id), events: ownEvents(tx, actor) };
}

async function loadEntry(tx: Tx, employee_id: string, conversation_id: string): Promise<Entry> {
  const [group, [row], wishes] = await Promise.all([
    repo.findGroup(tx, employee_id, conversation_id),
    findStates(tx, employee_id, [conversation_id]),
    listWishes(tx, employee_id),
  ]);
  if (!group || !row) throw new AppError('GROUP_NOT_FOUND');
  return groupEntry(group, presentState(row), wishes.get(conversation_id));
}

async function hold(tx: Tx, actor: Actor, conversation_id: string): Promise<repo.GroupRow> {
  const group = await repo.holdGroup(tx, actor.employee_id, conversation_id);
  if (!group) throw new AppError('GROUP_NOT_FOUND');
  return group;
}

const tellUpdated = (tx: Tx, conversation_id: string, group: Group) =>
  emit(tx, groupUpdated, `conversation:${conversation_id}`, group);

export async function renameGroup(
  tx: Tx,
  actor: Actor,
  { conversation_id, name }: ParsedOf<typeof contract.renameGroup>,
): Promise<Answer> {
  const { name: before, employee_ids, created_at } = await hold(tx, actor, conversation_id);
  if (name !== before) {
    await repo.renameGroup(tx, conversation_id, name);
    await tellUpdated(tx, conversation_id, { name, employee_ids, created_at });
  }
  return answer(tx, actor, conversation_id);
}

export async function addToGroup(
  tx: Tx,
  actor: Actor,
  { conversation_id, employee_ids }: ParsedOf<typeof contract.addToGroup>,
): Promise<Answer> {
  const { name, employee_ids: before, created_at } = await hold(tx, actor, conversation_id);
  const [first, ...rest] = [...new Set(employee_ids)].filter((id) => !before.includes(id)).sort();
  if (first) {
    const added = [first, ...rest] as const;
    if (before.length + added.length > contract.GROUP_MOST) throw new AppError('GROUP_FULL');
    await holdReachable(tx, added);
    await repo.forgetFounders(tx, conversation_id);
    await admit(tx, [conversation_id], added, 'all');
    const group = { name, employee_ids: [...before, ...added].sort(), created_at };
    await tellUpdated(tx, conversation_id, group);
    await tellAdded(tx, conversation_id, group, added);
  }
  return answer(tx, actor, conversation_id);
}

/** What they follow in it goes with it; who comes back finds it as everybody finds it. */
export async function leaveGroup(
  tx: Tx,
  actor: Actor,
  { conversation_id }: ParsedOf<typeof contract.leaveGroup>,
): Promise<ResponseOf<typeof contract.leaveGroup>> {
  const { employee_id } = actor;
  const { name, employee_ids, created_at } = await hold(tx, actor, conversation_id);
  const which = { entity_type: 'group', entity_id: conversation_id } as const;
  await repo.forgetFounders(tx, conversation_id);
  await forgetWishes(tx, employee_id, which);
  await dismissFrom(tx, conversation_id, employee_id);
  const others = employee_ids.filter((id) => id !== employee_id);
  await tellUpdated(tx, conversation_id, { name, employee_ids: others, created_at });
  await emit(tx, entryRemoved, `employee:${employee_id}`, which);
  return { events: ownEvents(tx, actor) };
}
