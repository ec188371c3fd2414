// The spaces that colleagues invite one to: a card each, to accept or to decline. Nothing is shown while there are none.
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Invitation } from '#contract/spaces/invitations.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { useDirectory } from '#src/kit/people/directory.ts';
import { invitationsKey } from '#src/kit/spaces/keys.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { fullName } from '#src/kit/ui/format/names.ts';
import type { Invitations as Data } from '../live.ts';
import { membersText } from '../words.ts';
import { useEnter, withdrawLater } from './enter.tsx';

/** An invitation is seldom and told by an event; this is for the event that was missed. Milliseconds. */
const STALE_MS = 60_000;

export function Invitations({ offline }: { offline: boolean }) {
  const { data } = useQuery<Data>({ queryKey: invitationsKey, staleTime: STALE_MS });
  const heading = useRef<HTMLHeadingElement>(null);
  const [declined, setDeclined] = useState<ReadonlySet<string>>(new Set());
  const shown = data?.items.filter(({ space }) => !declined.has(space.space_id)) ?? [];
  if (!shown.length) return null;
  const decline = ({ space }: Invitation) =>
    withdrawLater(space, `Invitation to ${space.space_name} declined`, (gone) => {
      // The card has gone, and the focus with it.
      if (gone) (heading.current ?? document.querySelector('h1'))?.focus();
      setDeclined((before) => {
        const after = new Set(before);
        if (gone) after.add(space.space_id);
        else after.delete(space.space_id);
        return after;
      });
    });
  return (
    <section className="ll-invitations" aria-labelledby="spaces-invitations">
      <h2 ref={heading} id="spaces-invitations" className="ll-section" tabIndex={-1}>
        {shown.length === 1 ? 'You are invited' : `You are invited to ${shown.length} spaces`}
      </h2>
      <ul>
        {shown.map((one) => (
          <li key={one.space.space_id}>
            <Card invitation={one} offline={offline} onDecline={() => decline(one)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface CardProps {
  invitation: Invitation;
  offline: boolean;
  onDecline: () => void;
}

function Card({ invitation: { space, invited_by, opens }, offline, onDecline }: CardProps) {
  const { space_name, space_image, space_description, total_members } = space;
  const by = useDirectory().get(invited_by ?? '');
  const enter = useEnter(space, undefined, () => document.querySelector('h1')?.focus());
  return (
    <div className="ll-invitation">
      <Avatar name={space_name} src={space_image} size={48} shape="square" />
      <div className="ll-space-text">
        <span className="ll-space-name">{space_name}</span>
        {space_description ? <span className="ll-space-what">{space_description}</span> : null}
        <span className="ll-meta">
          {[by && `Invited by ${fullName(by)}`, membersText(total_members)].filter(Boolean).join(' · ')}
        </span>
        {opens ? null : <span className="ll-meta">If you accept, its admins decide.</span>}
        {offline ? <span className="ll-meta">Answering needs a connection.</span> : null}
      </div>
      <div className="ll-invitation-actions">
        <Button kind="ghost" disabled={offline} aria-label={`Decline ${space_name}`} onClick={onDecline}>
          Decline
        </Button>
        <Button
          kind="primary"
          disabled={offline}
          busy={enter.busy && 'Accepting…'}
          aria-label={`Accept ${space_name}`}
          onClick={enter.start}
        >
          Accept
        </Button>
      </div>
    </div>
  );
}
