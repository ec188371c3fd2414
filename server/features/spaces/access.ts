// The way into a space for every rule: not found unless it may be seen, refused unless the caller may do that in it.

import type { SpaceAction } from '#contract/spaces/space-role.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import * as chat from '../chat/service.ts';
import { findLinkCode } from './joining/joining-repo.ts';
import { canAdminister, canSee, may } from './policy.ts';
import { findSpace, holdSpace, type SpaceRow } from './space-repo.ts';

type NotFound = 'SPACE_NOT_FOUND' | 'SPACE_ROLE_NOT_FOUND' | 'SUB_SPACE_NOT_FOUND';

/** As it is now. Throws SPACE_NOT_FOUND. */
export async function loadSeen(tx: Tx, actor: Actor, space_id: string): Promise<SpaceRow> {
  return requireSeen(await findSpace(tx, actor.employee_id, space_id), 'SPACE_NOT_FOUND');
}

/** As it is now, for those who may do this in it. Throws SPACE_NOT_FOUND or NO_PERMISSION. */
export async function loadAllowed(tx: Tx, actor: Actor, space_id: string, action: SpaceAction): Promise<SpaceRow> {
  return requireAllowed(await loadSeen(tx, actor, space_id), actor, action);
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

/** The same for those who may do this in it. Throws `code` or NO_PERMISSION. */
export async function holdAllowed(
  tx: Tx,
  actor: Actor,
  space_id: string,
  action: SpaceAction,
  code?: NotFound,
): Promise<SpaceRow> {
  return requireAllowed(await holdSeen(tx, actor, space_id, code), actor, action);
}

/** The same for those who administer it. Throws `code` or NO_PERMISSION. */
export async function holdAdministered(tx: Tx, actor: Actor, space_id: string, code?: NotFound): Promise<SpaceRow> {
  const row = await holdSeen(tx, actor, space_id, code);
  if (!canAdminister(row, actor.permissions)) throw new AppError('NO_PERMISSION');
  return row;
}

function requireAllowed(row: SpaceRow, actor: Actor, action: SpaceAction): SpaceRow {
  if (!may(row, actor.permissions, action)) throw new AppError('NO_PERMISSION');
  return row;
}

/** The same for somebody who may have come by a link: also a private space if `link_code` is the one of its link. */
export async function holdFound(
  tx: Tx,
  actor: Actor,
  space_id: string,
  link_code: string | undefined,
): Promise<{ space: SpaceRow; has_link: boolean }> {
  const space = await holdSpace(tx, actor.employee_id, space_id);
  return withLink(tx, space, link_code);
}

/** As it is now, for the same. */
export async function loadFound(
  tx: Tx,
  actor: Actor,
  space_id: string,
  link_code: string | undefined,
): Promise<SpaceRow> {
  return (await withLink(tx, await findSpace(tx, actor.employee_id, space_id), link_code)).space;
}

async function withLink(tx: Tx, space: SpaceRow | undefined, link_code: string | undefined) {
  const has_link =
    space !== undefined && link_code !== undefined && link_code === (await findLinkCode(tx, space.space_id));
  if (!space || !(has_link || canSee(space))) throw new AppError('SPACE_NOT_FOUND');
  return { space, has_link };
}

function requireSeen(row: SpaceRow | undefined, code: NotFound): SpaceRow {
  if (!row || !canSee(row)) throw new AppError(code);
  return row;
}

/** The events of this transaction that the caller hears, too: those of the space only as one of its members. */
export const eventsFor = (tx: Tx, actor: Actor, isMember: boolean) =>
  chat.ownEvents(tx, actor).filter(({ topic }) => isMember || topic.startsWith('employee:'));
