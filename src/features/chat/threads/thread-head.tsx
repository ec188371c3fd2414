// The head of a thread: where it belongs, whether one follows it, the way out.
import { Link } from '@tanstack/react-router';
import { Bell, BellRing, X } from 'lucide-react';
import type { Person } from '#contract/people.ts';
import { useDirectory } from '#src/kit/people/directory.ts';
import { groupName, personName } from '#src/kit/people/names.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { useClient } from '#src/realtime/hooks.ts';
import { conversationLink } from '../address.ts';
import { ThreadLevel } from './thread-level.tsx';
import { repliesText } from './thread-line.tsx';
import type { Home } from './use-threads.ts';

export interface ThreadHeadProps {
  root_id: string;
  home: Home | undefined;
  replies: number | undefined;
  /** Undefined while there is nothing to follow. */
  following: boolean | undefined;
  onFollow: () => void;
  onClose: () => void;
}

export function ThreadHead({ root_id, home, replies, following, onFollow, onClose }: ThreadHeadProps) {
  const people = useDirectory();
  const { self } = useClient().context;
  return (
    <header className="ll-thread-head">
      <div className="ll-thread-title">
        <h2 className="ll-section" tabIndex={-1}>
          Thread
        </h2>
        <p className="ll-meta ll-ellipsis">
          {home ? (
            <Link {...conversationLink(home.address, false)} className="ll-thread-home">
              {homeName(home, people, self)}
            </Link>
          ) : null}
          {replies ? ` · ${repliesText(replies)}` : null}
        </p>
      </div>
      {following ? <ThreadLevel root_id={root_id} muted={home?.entry.muted ?? false} /> : null}
      {following === undefined ? null : (
        <Button
          kind={following ? 'soft' : 'outline'}
          size="small"
          icon={following ? BellRing : Bell}
          aria-pressed={following}
          onClick={onFollow}
        >
          {following ? 'Following' : 'Follow'}
        </Button>
      )}
      <IconButton icon={X} label="Close thread" onClick={onClose} />
    </header>
  );
}

/** "Mill Lane crew", "Mill Lane crew › Early shift", the group, or the colleague. */
export function homeName({ entry, address }: Home, people: ReadonlyMap<string, Person>, self_id: string): string {
  const { space, group, entity_id } = entry;
  if (group) return groupName(group, people, self_id);
  if (!space) return personName(people, entity_id);
  const sub = space.sub_spaces.find(({ sub_space_id }) => sub_space_id === address.sub_space_id);
  return sub ? `${space.space_name} › ${sub.sub_space_name}` : space.space_name;
}
