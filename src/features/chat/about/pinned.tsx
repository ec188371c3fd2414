// What is pinned in the conversation that is open, latest pin first.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pin } from 'lucide-react';
import { labelOf } from '#contract/chat/attachment.ts';
import type { Address } from '#contract/chat.ts';
import { plainText } from '#contract/rich-text.ts';
import { useDirectory } from '#src/kit/people/directory.ts';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { dateAndTime } from '#src/kit/ui/format/dates.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { useConnection } from '#src/realtime/hooks.ts';
import { messageLink } from '../address.ts';
import { pinsQuery } from './queries.ts';

export interface PinnedProps {
  address: Address;
  conversation_id: string;
}

export function Pinned({ address, conversation_id }: PinnedProps) {
  const pins = useQuery(pinsQuery(address, conversation_id));
  const people = useDirectory();
  const offline = useConnection().state === 'offline';
  const items = pins.data?.items ?? [];
  const nameOf = (id: string) => {
    const person = people.get(id);
    return person ? fullName(person) : 'Former employee';
  };
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
      {pins.data && !items.length ? <p className="ll-meta">Nothing is pinned. A message’s menu has “Pin”.</p> : null}
      {items.map((message) => (
        <Link
          key={message.message_id}
          {...messageLink(address, message)}
          className="ll-about-pin"
          title={dateAndTime(message.created_at)}
        >
          <Pin size={16} strokeWidth={1.9} aria-hidden="true" />
          <span className="ll-about-pin-text">
            <span className="ll-ellipsis ll-about-pin-name">{nameOf(message.sender_id)}</span>
            <span className="ll-about-pin-line">
              {message.body ? plainText(message.body) || labelOf(message.attachments) : ''}
            </span>
          </span>
        </Link>
      ))}
    </section>
  );
}
