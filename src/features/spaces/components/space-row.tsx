// One space in the list: its own page if one is in it, a button to join it if not.
import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Space } from '#contract/chat.ts';
import { errorText } from '#src/api/error-text.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { spaceTexts } from '#src/kit/spaces/messages.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Chip } from '#src/kit/ui/feedback/chip.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { joinSpace } from '../mutations.ts';

export function SpaceRow({ space, offline }: { space: Space; offline: boolean }) {
  const { space_id, space_name, is_member } = space;
  const row = useRef<HTMLDivElement>(null);
  const [joined, setJoined] = useState(false);
  // The button that had the focus has gone.
  useEffect(() => {
    if (joined && is_member) row.current?.querySelector('a')?.focus();
  }, [joined, is_member]);
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
      ) : (
        <Join space_id={space_id} name={space_name} offline={offline} onJoined={() => setJoined(true)} />
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
        <span className="ll-meta">{total_members === 1 ? '1 member' : `${total_members} members`}</span>
      </span>
    </>
  );
}

interface JoinProps {
  space_id: string;
  name: string;
  offline: boolean;
  onJoined: () => void;
}

function Join({ space_id, name, offline, onJoined }: JoinProps) {
  const [busy, setBusy] = useState(false);
  const join = async () => {
    setBusy(true);
    const failure = await joinSpace(space_id).then(
      () => undefined,
      (error: unknown) => errorText(error, spaceTexts),
    );
    setBusy(false);
    if (!failure) onJoined();
    showToast({ text: failure ?? `You joined ${name}` });
  };
  return (
    <Button
      size="small"
      busy={busy && 'Joining…'}
      disabled={offline}
      aria-label={`Join ${name}`}
      title={offline ? 'Joining needs a connection' : undefined}
      onClick={() => void join()}
    >
      Join
    </Button>
  );
}
