// The list in the app: its pages, and what is read in it. What comes into it stands in telling/.

import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import * as writes from '#contract/notifications/writes.ts';
import * as contract from '#contract/notifications.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit, holdTopics, revisionOf } from '../../../platform/events/emit.ts';
import { invalid } from '../../../platform/http/errors.ts';
import * as repo from './list-repo.ts';
import { presentEntry } from './present.ts';

const DEFAULT_PAGE = 30;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Needs a snapshot. */
export async function listNotifications(
  tx: Tx,
  { employee_id }: Actor,
  { cursor, limit = DEFAULT_PAGE }: ParsedOf<typeof contract.list>,
): Promise<ResponseOf<typeof contract.list>> {
  const [rows, unread, revision] = await Promise.all([
    repo.listPage(tx, employee_id, cursor === undefined ? null : decode(cursor), limit + 1),
    repo.countUnread(tx, [employee_id]),
    revisionOf(tx, `employee:${employee_id}`),
  ]);
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return {
    items: items.map(presentEntry),
    next_cursor: last ? encode([last.created_at, last.notification_id]) : null,
    unread: unread.get(employee_id) ?? 0,
    revision,
  };
}

/** What is read already is not told again. */
export async function readNotifications(
  tx: Tx,
  { employee_id }: Actor,
  { notification_ids = [], until }: ParsedOf<typeof writes.read>,
): Promise<ResponseOf<typeof writes.read>> {
  const at = until === undefined ? Number.NaN : Date.parse(until);
  const upTo = Number.isNaN(at) ? null : new Date(Math.max(0, at)).toISOString();
  const topic = `employee:${employee_id}` as const;
  if (await repo.markRead(tx, employee_id, notification_ids, upTo)) {
    // Held, so that `unread` is right in the order of events.
    await holdTopics(tx, [topic]);
    const unread = (await repo.countUnread(tx, [employee_id])).get(employee_id) ?? 0;
    await emit(tx, contract.notificationsRead, topic, { notification_ids: [...notification_ids], until: upTo, unread });
  }
  return { events: tx.events };
}

const encode = (place: repo.EntryPlace): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/** INVALID_REQUEST for a cursor that this list never gave. */
function decode(cursor: string): repo.EntryPlace {
  try {
    const [at, id, ...rest] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const sound =
      typeof at === 'string' && at.length === 24 && Date.parse(at) >= 0 && new Date(at).toISOString() === at;
    if (sound && typeof id === 'string' && UUID.test(id) && !rest.length) return [at, id];
  } catch {
    // Falls through to the refusal.
  }
  throw invalid([{ path: 'cursor', message: 'Not a cursor of this list' }]);
}
