// Taking somebody out of a space: at once and with Undo, or asked first where they would not come back as what they were.
import { type ReactNode, useState } from 'react';
import type { Space } from '#contract/chat.ts';
import { allows, type SpaceRole } from '#contract/spaces/space-role.ts';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';
import { useClient } from '#src/realtime/hooks.ts';
import { attempt } from '../attempt.ts';
import { addMembers, removeMember, setRole } from '../mutations.ts';
import { isInPrivate, type Member } from '../queries.ts';

export interface TakeOutProps {
  space: Space;
  member: Member;
  name: string;
  /** What they are besides, if that is known. */
  space_role: SpaceRole | null;
  admin: boolean;
  /** Whether the person takes others out. */
  manages: boolean;
}

interface TakeOut {
  /** Undefined where that is not the person's to do. The server has the last word. */
  readonly take: (() => void) | undefined;
  readonly question: ReactNode;
}

export function useTakeOut(props: TakeOutProps): TakeOut {
  const { space, member, name, space_role, admin, manages } = props;
  const { context } = useClient();
  // What they lose, once it has been asked for; still there while the question fades.
  const [lost, setLost] = useState<string>();
  const [asks, setAsks] = useState(false);
  const { role, space_role_id, employee_id } = member;
  const isKnown = space_role_id === null || space_role !== null;
  const isBelow = isKnown && !allows({ role, space_role }, 'manage_members');
  if (employee_id === context.self || !(admin || (manages && isBelow))) return { take: undefined, question: null };
  const take = async () => {
    const loses = await lostBy(props);
    if (!loses) return remove(props, true);
    setLost(loses);
    setAsks(true);
  };
  const question = (
    <ConfirmDialog
      open={asks}
      title={`Remove ${name} from ${space.space_name}?`}
      action="Remove"
      danger
      onConfirm={() => {
        setAsks(false);
        void remove(props, false);
      }}
      onCancel={() => setAsks(false)}
    >
      {lost}
    </ConfirmDialog>
  );
  return { take: () => void take(), question };
}

/** In words what does not come back with them; empty if all does. Who is an admin again is in every private sub-space again. */
async function lostBy({ space, member, space_role, admin }: TakeOutProps): Promise<string> {
  const { employee_id, role } = member;
  const all = [
    space.history === 'joined' && 'see only what is written from then on',
    space_role && !admin && `are not ${space_role.space_role_name} any more`,
    role === 'member' && (await isInPrivate(space, employee_id)) && 'are in none of its private sub-spaces',
  ];
  const said = all.filter(Boolean).join(' and ');
  return said && `If they come back, they ${said}.`;
}

async function remove({ space, member, name, admin }: TakeOutProps, undoable: boolean): Promise<void> {
  const { space_id, space_name } = space;
  const { employee_id, role, space_role_id } = member;
  const restore = async () => {
    const added = await attempt(() => addMembers(space_id, [employee_id]));
    const wasPlain = role === 'member' && space_role_id === null;
    if (added && admin && !wasPlain) await attempt(() => setRole(space_id, employee_id, role, space_role_id));
  };
  if (!(await attempt(() => removeMember(space_id, employee_id)))) return;
  const action = { label: 'Undo', run: () => void restore() };
  showToast({ text: `${name} was removed from ${space_name}`, ...(undoable && { action }) });
}
