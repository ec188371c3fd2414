// Who sees a space, who comes in how, who may do what in it, and who cannot go. Pure: everything it needs is handed in.
import type { Space } from '#contract/chat.ts';
import { allows, type SpaceAction, type SpaceRole, type Standing, spaceAction } from '#contract/spaces/space-role.ts';

type Inside = Pick<Space, 'role' | 'visibility'>;
type View = Inside & Pick<Space, 'join_status'>;

/** Public spaces are there for everybody; private ones only for those who are in, are invited, or have asked. */
export const canSee = (view: View): boolean => canLookInto(view) || view.join_status !== null;

/** Who is in it and what its sub-spaces are: not for those who still wait before a private one. */
export const canLookInto = ({ role, visibility }: Inside): boolean => role !== null || visibility === 'public';

/** Its admins; and who may manage spaces, of those that they may look into. */
export const canAdminister = (view: Inside, permissions: ReadonlySet<string>): boolean =>
  view.role === 'admin' || (permissions.has('spaces.manage') && canLookInto(view));

type Acting = Inside & Standing;

/** Who administers it; and its members whose role allows it. */
export const may = (view: Acting, permissions: ReadonlySet<string>, action: SpaceAction): boolean =>
  canAdminister(view, permissions) || allows(view, action);

/** Who administers it takes anybody out; who manages its members only those who may not do the same. */
export const canRemove = (view: Acting, permissions: ReadonlySet<string>, member: Standing): boolean =>
  canAdminister(view, permissions) || (allows(view, 'manage_members') && !allows(member, 'manage_members'));

/** Those who are in; and who administers it. */
export const canInvite = (view: Inside, permissions: ReadonlySet<string>): boolean =>
  view.role !== null || canAdminister(view, permissions);

export interface Door extends View, Pick<Space, 'total_members'> {
  /** Invited by somebody who may let people in. */
  readonly opens: boolean;
  /** With the code of a link to it. */
  readonly has_link: boolean;
}

/** What becomes of somebody who wants to come in: they are in at once, they ask, or there is nothing there for them. */
export function wayIn(door: Door): 'in' | 'ask' | null {
  if (door.visibility === 'public' || door.opens) return 'in';
  const knows = door.join_status !== null || door.has_link;
  // Nobody could let them in.
  return knows && door.total_members > 0 ? 'ask' : null;
}

/** Of a space, those who count: who can act or, where nobody can, who is invited to the company; else all whose accounts are off. */
export interface Rest {
  /** They can act, or will. */
  readonly able: boolean;
  /** One of them is an admin. */
  readonly led: boolean;
}

/** True if the going of an admin would leave others without one. `rest`: who stays; null if nobody does. */
export const isNeeded = (rest: Rest | null): boolean => rest !== null && rest.able && !rest.led;

/** How many roles a space may have besides admin and member. */
export const MAX_ROLES = 20;

const RESERVED = ['admin', 'member'];
const folded = (name: string) => name.normalize('NFKC').toLowerCase();

/** True if there is a role of this name among them, whatever its case, or always. */
export const isTaken = (name: string, others: readonly Pick<SpaceRole, 'space_role_name'>[]): boolean =>
  [...RESERVED, ...others.map((one) => folded(one.space_role_name))].includes(folded(name));

/** Each once, in the order of the contract; without those that there are not. */
export const inOrder = (actions: readonly string[]): SpaceAction[] =>
  spaceAction.options.filter((action) => actions.includes(action));
