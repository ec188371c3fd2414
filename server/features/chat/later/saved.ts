// The rules of what is saved for later. Told to nobody but the caller's own devices.
import * as contract from '#contract/chat/saved.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit, revisionOf } from '../../../platform/events/emit.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { decodePlace, encodePlace } from '../messages/cursor.ts';
import { ownEvents } from '../messages/reachable.ts';
import { presentMessage } from '../present.ts';
import { findStanding } from '../repo/message-repo.ts';
import * as repo from './saved-repo.ts';

const MAX_SAVED = 1_000;
const DEFAULT_PAGE = 50;

type Answer = ResponseOf<typeof contract.save>;

export async function save(tx: Tx, actor: Actor, { message_id }: ParsedOf<typeof contract.save>): Promise<Answer> {
  const { employee_id } = actor;
  if (!(await findStanding(tx, employee_id, message_id))) throw new AppError('MESSAGE_NOT_FOUND');
  const mark = await repo.insertSaved(tx, employee_id, message_id);
  if (!mark) return { events: [] };
  if ((await repo.countSaved(tx, employee_id)) > MAX_SAVED) throw new AppError('TOO_MANY_SAVED');
  await emit(tx, contract.savedAdded, `employee:${employee_id}`, mark);
  return { events: ownEvents(tx, actor) };
}

/** Also of what one may not read any more. */
export async function unsave(tx: Tx, actor: Actor, { message_id }: ParsedOf<typeof contract.unsave>): Promise<Answer> {
  const { employee_id } = actor;
  if (!(await repo.deleteSaved(tx, employee_id, message_id))) {
    if (!(await repo.mayRead(tx, employee_id, message_id))) throw new AppError('MESSAGE_NOT_FOUND');
    return { events: [] };
  }
  await emit(tx, contract.savedRemoved, `employee:${employee_id}`, { message_id });
  return { events: ownEvents(tx, actor) };
}

/** Needs a snapshot. */
export async function listMarks(tx: Tx, { employee_id }: Actor): Promise<ResponseOf<typeof contract.listMarks>> {
  const [items, revision] = await Promise.all([
    repo.listMarks(tx, employee_id),
    revisionOf(tx, `employee:${employee_id}`),
  ]);
  return { items, revision };
}

export async function listSaved(
  tx: Tx,
  { employee_id }: Actor,
  { cursor, limit = DEFAULT_PAGE }: ParsedOf<typeof contract.listSaved>,
): Promise<ResponseOf<typeof contract.listSaved>> {
  const rows = await repo.listPage(tx, employee_id, cursor === undefined ? null : decodePlace(cursor), limit + 1);
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return {
    items: items.map((row) => ({
      message: presentMessage(row),
      saved_at: row.saved_at,
      address: addressOf(row),
      thread_id: row.thread_id,
    })),
    next_cursor: last ? encodePlace([last.saved_at, last.message_id]) : null,
  };
}

/** Without its sub-space in the default one. */
const addressOf = (row: repo.SavedRow): contract.SavedItem['address'] =>
  row.space_id === null
    ? row.other_id === null
      ? { entity_type: row.kind === 'campaign' ? 'campaign' : 'group', entity_id: row.gate_id }
      : { entity_type: 'employee', entity_id: row.other_id }
    : { entity_type: 'space', entity_id: row.space_id, ...(!row.is_main && { sub_space_id: row.gate_id }) };
