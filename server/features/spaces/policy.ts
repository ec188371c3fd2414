// Who sees a space, who administers it, and who cannot go. Pure: everything it needs is handed in.
import type { Space } from '#contract/chat.ts';

type View = Pick<Space, 'role' | 'visibility'>;

/** Public spaces are there for everybody; private ones only for those who are in. */
export const canSee = ({ role, visibility }: View): boolean => role !== null || visibility === 'public';

/** Its admins; and who may manage spaces, of those that they see. */
export const canAdminister = (view: View, permissions: ReadonlySet<string>): boolean =>
  view.role === 'admin' || (permissions.has('spaces.manage') && canSee(view));

/** True if the member's going would leave others without an admin. */
export const isNeeded = (role: Space['role'], total_members: number, hasOtherAdmin: boolean): boolean =>
  role === 'admin' && total_members > 1 && !hasOtherAdmin;
