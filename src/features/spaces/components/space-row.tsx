// One space in the list: its own page if one is in it, the way in if not.
import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Space } from '#contract/chat.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { Chip } from '#src/kit/ui/feedback/chip.tsx';
import { membersText } from '../words.ts';
import { Enter } from './enter.tsx';

export function SpaceRow({ space, offline }: { space: Space; offline: boolean }) {
  const { space_id, is_member } = space;
  const row = useRef<HTMLDivElement>(null);
  const [joined, setJoined] = useState(false);
  const [withdrawn, setWithdrawn] = useState(false);
  // The button that had the focus has gone.
  useEffect(() => {
    if (joined && is_member) row.current?.querySelector('a')?.focus();
  }, [joined, is_member]);
  const withdraw = (gone: boolean) => {
    setWithdrawn(gone);
    if (gone) document.querySelector('h1')?.focus();
  };
  return (
    <div ref={row} className="ll-space-row">
      {is_member ? (
        <Link
          to="/connect/$entity_type/$entity_id"
          params={{ entity_type: 'space', entity_id: space_id }}
          className="ll-space-main"
        >
          <About space={space} />
        </Link>
      ) : (
        <div className="ll-space-main">
          <About space={space} />
        </div>
      )}
      {is_member ? (
        <Chip tone="selected">Joined</Chip>
      ) : withdrawn ? null : (
        <Enter space={space} offline={offline} onJoined={() => setJoined(true)} onWithdrawn={withdraw} />
      )}
    </div>
  );
}

function About({ space }: { space: Space }) {
  const { space_name, space_image, space_description, total_members, visibility } = space;
  return (
    <>
      <Avatar name={space_name} src={space_image} size={48} shape="square" />
      <span className="ll-space-text">
        <span className="ll-space-name">
          <span className="ll-ellipsis">{space_name}</span>
          {visibility === 'private' ? <Lock size={14} strokeWidth={1.9} aria-label="private" /> : null}
        </span>
        {space_description ? <span className="ll-space-what">{space_description}</span> : null}
        <span className="ll-meta">{membersText(total_members)}</span>
      </span>
    </>
  );
}
