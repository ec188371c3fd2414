// What is pinned in the conversation that is open, or in the whole space, latest pin first.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pin } from 'lucide-react';
import { labelOf } from '#contract/chat/attachment.ts';
import type { Message, Space } from '#contract/chat.ts';
import { plainText } from '#contract/rich-text.ts';
import { useDirectory } from '#src/kit/people/directory.ts';
import { personName } from '#src/kit/people/names.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { dateAndTime } from '#src/kit/ui/format/dates.ts';
import { useOffline } from '#src/realtime/hooks.ts';
import { messageLink } from '../../address.ts';
import { type ListPlace, pinsQuery } from './lists-queries.ts';
import { linkIn, subSpaceOf, Where } from './where.tsx';

export interface PinnedProps {
  place: ListPlace;
  /** Whose sub-spaces are told apart; null: only one conversation is looked at. */
  space: Space | null;
  onLeave: (() => void) | undefined;
}

export function Pinned({ place, space, onLeave }: PinnedProps) {
  const pins = useInfiniteQuery(pinsQuery(place));
  const people = useDirectory();
  const offline = useOffline();
  const items = (pins.data?.pages ?? []).flatMap((page) => page.items);
  const nameOf = (id: string) => personName(people, id);
  // What is kept may be older than who is where: of a sub-space that is closed to one nothing is shown any more.
  const shown = items.flatMap((message) => {
    const sub = space ? subSpaceOf(space, message.conversation_id) : undefined;
    return space && !sub ? [] : [{ message, sub }];
  });
  return (
    <section className="ll-about-section" aria-labelledby="about-pinned">
      <div className="ll-about-section-head">
        <h3 id="about-pinned">Pinned</h3>
      </div>
      {pins.isPending && !offline ? <SkeletonRows label="pinned messages" rows={2} /> : null}
      {pins.isPending && offline ? <p className="ll-meta">Not kept on this device yet.</p> : null}
      {pins.isError && !pins.data && !offline ? (
        <ErrorCard onRetry={() => void pins.refetch()} retrying={pins.isFetching} />
      ) : null}
      {pins.data && !shown.length ? <p className="ll-meta">Nothing is pinned. A message’s menu has “Pin”.</p> : null}
      {shown.map(({ message, sub }) => (
        <Link
          key={message.message_id}
          {...(sub ? linkIn(sub, message) : messageLink(place.address, message))}
          className="ll-about-pin"
          onClick={onLeave}
          title={dateAndTime(message.created_at)}
        >
          <Pin size={16} strokeWidth={1.9} aria-hidden="true" />
          <span className="ll-about-pin-text">
            <span className="ll-ellipsis ll-about-pin-name">{nameOf(message.sender_id)}</span>
            <span className="ll-about-pin-line">{lineOf(message)}</span>
            {sub ? <Where sub={sub} /> : null}
          </span>
        </Link>
      ))}
      {pins.hasNextPage && !offline ? (
        <Button
          kind="ghost"
          size="small"
          busy={pins.isFetchingNextPage && 'Loading…'}
          onClick={() => void pins.fetchNextPage()}
        >
          Show more pinned messages
        </Button>
      ) : null}
    </section>
  );
}

const lineOf = ({ body, attachments }: Message): string => (body ? plainText(body) || labelOf(attachments) : '');
