// The way into a space for every rule: not found unless it may be seen, refused unless it may be administered.

import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import * as chat from '../chat/service.ts';
import { canAdminister, canSee } from './policy.ts';
import { findSpace, holdSpace, type SpaceRow } from './space-repo.ts';

type NotFound = 'SPACE_NOT_FOUND' | 'SUB_SPACE_NOT_FOUND';

/** As it is now. Throws SPACE_NOT_FOUND. */
export async function loadSeen(tx: Tx, actor: Actor, space_id: string): Promise<SpaceRow> {
  return requireSeen(await findSpace(tx, actor.employee_id, space_id), 'SPACE_NOT_FOUND');
}

/** Held until the commit: nobody else changes it, its members or its sub-spaces. Throws `code`. */
export async function holdSeen(
  tx: Tx,
  actor: Actor,
  space_id: string,
  code: NotFound = 'SPACE_NOT_FOUND',
): Promise<SpaceRow> {
  return requireSeen(await holdSpace(tx, actor.employee_id, space_id), code);
}

/** The same for those who administer it. Throws `code` or NO_PERMISSION. */
export async function holdAdministered(tx: Tx, actor: Actor, space_id: string, code?: NotFound): Promise<SpaceRow> {
  const row = await holdSeen(tx, actor, space_id, code);
  if (!canAdminister(row, actor.permissions)) throw new AppError('NO_PERMISSION');
  return row;
}

function requireSeen(row: SpaceRow | undefined, code: NotFound): SpaceRow {
  if (!row || !canSee(row)) throw new AppError(code);
  return row;
}

/** The events of this transaction that the caller hears, too: those of the space only as one of its members. */
export const eventsFor = (tx: Tx, actor: Actor, isMember: boolean) =>
  chat.ownEvents(tx, actor).filter(({ topic }) => isMember || topic.startsWith('employee:'));
