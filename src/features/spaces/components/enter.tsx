// The way into a space that one is not in: join it, ask its admins, accept an invitation, or take back what one has asked.
import { useState } from 'react';
import type { Space } from '#contract/chat.ts';
import { errorText } from '#src/api/error-text.ts';
import { spaceTexts } from '#src/kit/spaces/messages.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Chip } from '#src/kit/ui/feedback/chip.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { enterSpace, withdraw } from '../mutations.ts';

export interface EnterProps {
  space: Space;
  offline: boolean;
  link_code?: string | undefined;
  size?: 'small' | 'normal';
  /** The person is in it now. */
  onJoined: () => void;
  /** The person no longer asks; until the toast has gone this can be undone, and is then called with false. */
  onWithdrawn: (withdrawn: boolean) => void;
}

export function Enter({ space, offline, link_code, size = 'small', onJoined, onWithdrawn }: EnterProps) {
  const { space_name, visibility, join_status } = space;
  const enter = useEnter(space, link_code, onJoined);
  const why = offline ? 'This needs a connection' : undefined;
  if (join_status === 'requested' && visibility === 'private') {
    return (
      <span className="ll-space-asked">
        <Chip>Asked to join</Chip>
        <Button
          kind="ghost"
          size={size}
          disabled={offline}
          title={why}
          aria-label={`Take back the request to join ${space_name}`}
          onClick={() => withdrawLater(space, `You no longer ask to join ${space_name}`, onWithdrawn)}
        >
          Take back
        </Button>
      </span>
    );
  }
  const [label, doing] =
    join_status === 'invited'
      ? ['Accept', 'Accepting…']
      : visibility === 'private'
        ? ['Ask to join', 'Asking…']
        : ['Join', 'Joining…'];
  return (
    <Button
      size={size}
      {...(size === 'normal' && { kind: 'primary' })}
      busy={enter.busy && doing}
      disabled={offline}
      aria-label={label === 'Accept' ? `Accept the invitation to ${space_name}` : `${label} ${space_name}`}
      title={why}
      onClick={enter.start}
    >
      {label}
    </Button>
  );
}

/** Says by a toast what has become of it. */
export function useEnter({ space_id, space_name }: Space, link_code: string | undefined, onJoined: () => void) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      const { is_member } = await enterSpace(space_id, link_code);
      showToast({ text: is_member ? `You joined ${space_name}` : `The admins of ${space_name} will answer you` });
      if (is_member) onJoined();
    } catch (error) {
      showToast({ text: errorText(error, spaceTexts) });
    }
    setBusy(false);
  };
  return { busy, start: () => void start() };
}

/** Goes through when the toast has gone without Undo: a private space could not be found again. */
export function withdrawLater(space: Space, text: string, onWithdrawn: (withdrawn: boolean) => void): void {
  onWithdrawn(true);
  const go = async () => {
    try {
      await withdraw(space.space_id);
    } catch (error) {
      onWithdrawn(false);
      showToast({ text: errorText(error, spaceTexts) });
    }
  };
  showToast({
    text,
    action: { label: 'Undo', run: () => onWithdrawn(false) },
    onEnd: (end) => void (end !== 'action' && go()),
  });
}
