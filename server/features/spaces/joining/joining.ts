// Coming into a space with somebody's leave: asking its admins, being invited, and the link that lets one ask.

import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { statusChanged } from '#contract/spaces/events.ts';
import type { listInvitations as listInvitationsEndpoint } from '#contract/spaces/invitations.ts';
import type {
  answerRequest as answerEndpoint,
  getLink as getLinkEndpoint,
  invite as inviteEndpoint,
  listRequests as listRequestsEndpoint,
  withdraw as withdrawEndpoint,
} from '#contract/spaces/joining.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/events/emit.ts';
import { AppError } from '../../../platform/http/errors.ts';
import * as chat from '../../chat/service.ts';
import { askJoining } from '../../notifications/service.ts';
import { eventsFor, holdAllowed, holdSeen, loadAllowed, loadSeen } from '../access.ts';
import { note, noteOutside } from '../members/acts.ts';
import { letIn, letInBy, tellRequests } from '../members/membership.ts';
import { canInvite, may, wayIn } from '../policy.ts';
import { presentSpace } from '../present.ts';
import { listInvited, type SpaceRow } from '../space-repo.ts';
import {
  deleteJoining,
  findJoining,
  findLinkCode,
  insertInvitations,
  insertRequest,
  listJoining,
  type Status,
} from './joining-repo.ts';

const MAX_LISTED = 500;
const MAX_INVITATIONS = 100;

type Told = ResponseOf<typeof withdrawEndpoint>;

/** Whoever is in may hand on the link. */
export async function getLink(
  tx: Tx,
  actor: Actor,
  { space_id }: ParsedOf<typeof getLinkEndpoint>,
): Promise<ResponseOf<typeof getLinkEndpoint>> {
  const space = await loadSeen(tx, actor, space_id);
  if (!canInvite(space, actor.permissions)) throw new AppError('NO_PERMISSION');
  return { link_code: (await findLinkCode(tx, space_id)) ?? '' };
}

/** In at once, or asking: see the policy. The space is held; SPACE_NOT_FOUND if there is no way in. */
export async function comeIn(tx: Tx, actor: Actor, space: SpaceRow, has_link: boolean): Promise<void> {
  const { space_id } = space;
  if (space.role !== null) return;
  const way = wayIn({ ...space, has_link });
  if (way === null) throw new AppError('SPACE_NOT_FOUND');
  if (way === 'in') return enter(tx, actor, space);
  if (await insertRequest(tx, space_id, actor.employee_id))
    await tellBoth(tx, space_id, actor.employee_id, 'requested');
}

/** By oneself; into a private space that is by an invitation. */
async function enter(tx: Tx, { employee_id }: Actor, space: SpaceRow): Promise<void> {
  const { space_id, visibility, total_members } = space;
  const [waited] = visibility === 'private' ? await findJoining(tx, space_id, [employee_id]) : [];
  // Who comes into an empty space is its admin: else it would never have one again.
  await letIn(tx, space, [employee_id], total_members === 0 ? 'admin' : 'member');
  if (visibility === 'private')
    await note(tx, employee_id, space, 'spaces.members_added', {
      add: [employee_id],
      invited_by: waited?.invited_by ?? null,
    });
  if (total_members === 0) await note(tx, employee_id, space, 'spaces.admin_made', { employee_id, empty: true });
}

/** The person, on all devices, and those who answer. */
async function tellBoth(tx: Tx, space_id: string, employee_id: string, join_status: Status | null): Promise<void> {
  askJoining(tx, space_id, employee_id);
  await emit(tx, statusChanged, `employee:${employee_id}`, { space_id, join_status });
  await tellRequests(tx, space_id);
}

export async function withdraw(tx: Tx, actor: Actor, { space_id }: ParsedOf<typeof withdrawEndpoint>): Promise<Told> {
  const space = await holdSeen(tx, actor, space_id);
  const gone = await deleteJoining(tx, space_id, [actor.employee_id]);
  if (gone.length) await tellBoth(tx, space_id, actor.employee_id, null);
  return { events: eventsFor(tx, actor, space.role !== null) };
}

export async function listRequests(
  tx: Tx,
  actor: Actor,
  { space_id }: ParsedOf<typeof listRequestsEndpoint>,
): Promise<ResponseOf<typeof listRequestsEndpoint>> {
  await loadAllowed(tx, actor, space_id, 'manage_members');
  const rows = await listJoining(tx, space_id, MAX_LISTED);
  return { items: rows.map(({ status, ...row }) => ({ ...row, join_status: status })) };
}

export async function answerRequest(
  tx: Tx,
  actor: Actor,
  { space_id, employee_id, accept }: ParsedOf<typeof answerEndpoint>,
): Promise<Told> {
  const space = await holdAllowed(tx, actor, space_id, 'manage_members');
  const [found] = await findJoining(tx, space_id, [employee_id]);
  if (!found || (accept && found.status !== 'requested')) throw new AppError('REQUEST_NOT_FOUND');
  if (accept) await letInBy(tx, actor, space, [employee_id]);
  else {
    await deleteJoining(tx, space_id, [employee_id]);
    await tellBoth(tx, space_id, employee_id, null);
    await noteOutside(tx, actor, space, 'refused', { employee_id });
  }
  return { events: eventsFor(tx, actor, space.role !== null) };
}

export async function invite(
  tx: Tx,
  actor: Actor,
  { space_id, employee_ids }: ParsedOf<typeof inviteEndpoint>,
): Promise<Told> {
  const space = await holdSeen(tx, actor, space_id);
  if (!canInvite(space, actor.permissions)) throw new AppError('NO_PERMISSION');
  const opens = may(space, actor.permissions, 'manage_members');
  const wanted = [...new Set(employee_ids)];
  await chat.holdReachable(tx, wanted);
  const asked = (await findJoining(tx, space_id, wanted)).filter(({ status }) => status === 'requested');
  const waiting = new Set(asked.map(({ employee_id }) => employee_id));
  const asking = wanted.filter((employee_id) => waiting.has(employee_id));
  if (opens && asking.length) await letInBy(tx, actor, space, asking);
  const others = wanted.filter((employee_id) => !waiting.has(employee_id));
  const invited = await insertInvitations(tx, space_id, others, { employee_id: actor.employee_id, opens });
  // By id: whoever tells several people takes their topics in the same order.
  for (const employee_id of invited.toSorted()) {
    askJoining(tx, space_id, employee_id);
    await emit(tx, statusChanged, `employee:${employee_id}`, { space_id, join_status: 'invited' });
  }
  if (invited.length) {
    await tellRequests(tx, space_id);
    await noteOutside(tx, actor, space, 'invited', { add: invited });
  }
  return { events: eventsFor(tx, actor, space.role !== null) };
}

export async function listInvitations(
  tx: Tx,
  { employee_id }: Actor,
): Promise<ResponseOf<typeof listInvitationsEndpoint>> {
  const rows = await listInvited(tx, employee_id, MAX_INVITATIONS);
  return {
    items: rows.map(({ invited_by, since, ...row }) => ({
      space: presentSpace(row),
      invited_by,
      // Everybody may join a public space.
      opens: row.opens || row.visibility === 'public',
      since,
    })),
  };
}
