// In the place of the list of conversations while there is none, and beside it before one is open.
import { Link } from '@tanstack/react-router';
import { MessageCircle, UserPlus } from 'lucide-react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { inviting } from './first-steps-card.tsx';
import { type Beginning, useBeginning } from './use-first-steps.ts';

interface Nothing {
  /** What was looked for. */
  text: string;
  unreadOnly: boolean;
  /** Undefined: there are conversations, and none of them is shown. */
  onNew: (() => void) | undefined;
}

export function NothingYet({ text, unreadOnly, onNew }: Nothing) {
  if (onNew) return <NoneYet onNew={onNew} />;
  return (
    <p className="ll-list-saved">
      {text ? `Nothing fits “${text}”` : unreadOnly ? 'Nothing unread' : 'Nothing here yet'}
    </p>
  );
}

function NoneYet({ onNew }: { onNew: () => void }) {
  // There is nobody to write to: what to do instead stands above.
  if (useBeginning()?.invited === 0)
    return (
      <EmptyState icon={MessageCircle} title="No conversations yet" text="They begin once a colleague has joined." />
    );
  return (
    <EmptyState
      icon={MessageCircle}
      title="No conversations yet"
      text="Write to a colleague, or open a space for your team."
      action={
        <Button kind="primary" onClick={onNew}>
          New message
        </Button>
      }
    />
  );
}

export function NothingOpen() {
  const beginning = useBeginning();
  if (beginning) return <Alone {...beginning} />;
  return (
    <div className="ll-lost">
      <EmptyState
        icon={MessageCircle}
        title="Pick a conversation"
        text="What you open here stays readable without a connection."
      />
    </div>
  );
}

/** Somebody is alone in their company. */
function Alone({ company_name, invited }: Beginning) {
  return (
    <div className="ll-lost">
      <EmptyState
        icon={UserPlus}
        title={invited ? 'Your invitations are out' : `${company_name} is ready for its people`}
        text={
          invited
            ? 'You can write to each other as soon as the first one has joined.'
            : 'Invite the first ones by e-mail: a minute later you can write to each other.'
        }
        action={
          <Button asChild kind={invited ? 'outline' : 'primary'}>
            <Link {...inviting}>{invited ? 'Invite more people' : 'Invite people'}</Link>
          </Button>
        }
      />
    </div>
  );
}
