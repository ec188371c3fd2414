// About a space: what it is for, what can be done with it, its sub-spaces and who is in it.
import { useNavigate } from '@tanstack/react-router';
import { Link2, LogIn, LogOut, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Space } from '#contract/chat.ts';
import { allows, type SpaceAction } from '#contract/spaces/space-role.ts';
import { copyText } from '#src/kit/ui/export/copy-text.ts';
import { Chip } from '#src/kit/ui/feedback/chip.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';
import { useMay, useOffline } from '#src/realtime/hooks.ts';
import { attempt } from '../attempt.ts';
import { AddMembers } from '../members/add-members.tsx';
import { Members } from '../members/members.tsx';
import { Requests } from '../members/requests.tsx';
import { joinSpace, leaveSpace, linkOf } from '../mutations.ts';
import { Roles } from '../roles/roles.tsx';
import { SubSpaces } from '../sub-spaces/sub-spaces.tsx';
import { EditSpace } from './edit-space.tsx';
import { Tile } from './tile.tsx';

export function SpaceAbout({ space }: { space: Space }) {
  const manages = useMay('spaces.manage');
  const admin = manages || space.role === 'admin';
  const may = (action: SpaceAction) => manages || allows(space, action);
  const offline = useOffline();
  return (
    <>
      <div className="ll-about-what">
        {space.space_description ? <p className="ll-muted">{space.space_description}</p> : null}
        {space.visibility === 'private' ? <Chip tone="outline">Private</Chip> : null}
      </div>
      <Actions space={space} admin={admin} may={may} offline={offline} />
      {offline ? <p className="ll-meta">Changing a space needs a connection.</p> : null}
      {may('manage_members') ? <Requests space={space} offline={offline} /> : null}
      <SubSpaces space={space} admin={may('manage_sub_spaces')} offline={offline} />
      {admin ? <Roles space={space} offline={offline} /> : null}
      <Members space={space} admin={admin} manages={may('manage_members')} offline={offline} />
    </>
  );
}

interface ActionsProps {
  space: Space;
  admin: boolean;
  may: (action: SpaceAction) => boolean;
  offline: boolean;
}

function Actions({ space, admin, may, offline }: ActionsProps) {
  const [open, setOpen] = useState<'add' | 'edit'>();
  const leaving = useLeave(space);
  const close = () => setOpen(undefined);
  const copy = () =>
    attempt(async () => {
      const said = space.visibility === 'private' ? 'Link copied. Who opens it can ask to join.' : 'Link copied';
      await copyText(await linkOf(space), said);
    });
  const adds = may('manage_members');
  const join = () => void attempt(() => joinSpace(space.space_id));
  return (
    <div className="ll-about-actions">
      {adds ? (
        <Tile icon={Plus} label="Add" tip="Add people" disabled={offline} onClick={() => setOpen('add')} />
      ) : (
        <Tile icon={Plus} label="Invite" tip="Invite colleagues" disabled={offline} onClick={() => setOpen('add')} />
      )}
      {may('edit_space') ? (
        <Tile icon={Pencil} label="Edit" tip="Edit this space" disabled={offline} onClick={() => setOpen('edit')} />
      ) : null}
      <Tile icon={Link2} label="Link" tip="Copy a link to this space" disabled={offline} onClick={() => void copy()} />
      {space.is_member ? (
        <Tile icon={LogOut} label="Leave" tip="Leave this space" disabled={offline} onClick={leaving.ask} />
      ) : (
        <Tile icon={LogIn} label="Join" tip="Join this space" disabled={offline} onClick={join} />
      )}
      {open === 'add' ? <AddMembers space={space} adds={adds} onClose={close} /> : null}
      {open === 'edit' ? <EditSpace space={space} admin={admin} onClose={close} /> : null}
      {leaving.question}
    </div>
  );
}

/** Whoever can simply join again leaves at once and may take it back; what cannot come back is asked first. */
function useLeave(space: Space) {
  const { space_id, space_name, visibility } = space;
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const lost = lostBy(space);
  const returns = visibility === 'public' && !lost;
  const goTo = () =>
    navigate({ to: '/connect/$entity_type/$entity_id', params: { entity_type: 'space', entity_id: space_id } });
  const back = async () => {
    if (await attempt(() => joinSpace(space_id))) await goTo();
  };
  const leave = async () => {
    setBusy(true);
    const left = await attempt(() => leaveSpace(space_id));
    setBusy(false);
    setAsking(false);
    if (!left) return;
    await navigate({ to: '/connect' });
    showToast({
      text: `You left ${space_name}`,
      ...(returns && { action: { label: 'Undo', run: () => void back() } }),
    });
  };
  return {
    ask: () => (returns ? void leave() : setAsking(true)),
    question: (
      <ConfirmDialog
        open={asking}
        title={`Leave ${space_name}?`}
        action="Leave"
        danger
        busy={busy && 'Leaving…'}
        onConfirm={() => void leave()}
        onCancel={() => setAsking(false)}
      >
        {visibility === 'private' ? lostWithPrivate(space) : `You can join again${lost}`}
      </ConfirmDialog>
    ),
  };
}

const forgets = ({ history }: Space) => history === 'joined';

/** How the sentence goes on for who leaves a public space; empty if all comes back. */
function lostBy(space: Space): string {
  const { role, space_role, sub_spaces } = space;
  const not = [
    role === 'admin' ? 'as an admin' : space_role && `as ${space_role.space_role_name}`,
    sub_spaces.some(({ is_private }) => is_private) && 'into its private sub-spaces',
  ].filter(Boolean);
  const but = not.length ? `, but not ${not.join(', and not ')}.` : '';
  return forgets(space) ? `${but || '.'} What was said until then you will not see any more.` : but;
}

const lostWithPrivate = (space: Space): string =>
  space.total_members === 1
    ? 'You are the only one in it. Nobody can come back to a private space that is empty.'
    : `Only an admin can add you again. What was said in it leaves this device${forgets(space) ? ', and you will not see it any more' : ''}.`;
