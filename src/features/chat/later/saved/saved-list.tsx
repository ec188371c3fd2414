// The messages that somebody has saved for later: what they say, where they stand, the way there.
import { Link } from '@tanstack/react-router';
import { Bookmark, BookmarkX } from 'lucide-react';
import type { MouseEvent } from 'react';
import { labelOf } from '#contract/chat/attachment.ts';
import type { SavedItem } from '#contract/chat/saved.ts';
import { plainText } from '#contract/rich-text.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { personName } from '#src/kit/people/names.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { dateAndTime } from '#src/kit/ui/format/dates.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { relativeTime } from '#src/kit/ui/format/relative-time.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import { useClient } from '#src/realtime/hooks.ts';
import { focusBeside, LaterPage } from '../later-page.tsx';
import { type Names, placeName, savedLink } from '../places.ts';
import { useNames } from '../use-names.ts';
import { toggleSaved } from './saving.ts';
import { useSaved } from './use-saved.ts';

export function SavedList() {
  const saved = useSaved();
  const names = useNames();
  const nothing = !saved.items.length && !saved.pending && !saved.failed;
  return (
    <LaterPage title="Saved">
      {saved.pending ? <SkeletonRows label="saved messages" rows={4} size={40} /> : null}
      {saved.failed ? <ErrorCard onRetry={saved.retry} retrying={saved.fetching} /> : null}
      {nothing && !saved.missing ? (
        <EmptyState
          icon={Bookmark}
          title="Nothing saved"
          text="A message’s menu has “Save for later”. Only you see what you save."
        />
      ) : null}
      <ul className="ll-later-list">
        {saved.items.map((item) => (
          <SavedRow key={item.message.message_id} item={item} names={names} />
        ))}
      </ul>
      {saved.missing ? (
        <p className="ll-meta ll-later-note">
          {saved.missing === 1
            ? 'Another one is not on this device. It is shown once you’re online.'
            : `${saved.missing} more are not on this device. They are shown once you’re online.`}
        </p>
      ) : null}
      {saved.more ? (
        <Button kind="soft" onClick={saved.more}>
          Show more
        </Button>
      ) : null}
    </LaterPage>
  );
}

function SavedRow({ item, names }: { item: Omit<SavedItem, 'saved_at'>; names: Names }) {
  const client = useClient();
  const now = useNow();
  const { message, address, thread_id } = item;
  const sender = names.people.get(message.sender_id);
  const name = message.sender_id === names.self_id ? 'You' : personName(names.people, message.sender_id);
  const text = message.body ? plainText(message.body) || labelOf(message.attachments ?? []) : null;
  const remove = (event: MouseEvent<HTMLElement>) => {
    focusBeside(event.currentTarget.closest('li'));
    void toggleSaved(client, message);
  };
  return (
    <li className="ll-later-item">
      <Avatar name={sender ? fullName(sender) : name} src={sender?.profile_url} size={40} />
      <Link {...savedLink(item)} className="ll-later-main">
        <span className="ll-later-top">
          <span className="ll-later-name ll-ellipsis">{name}</span>
          <time className="ll-meta" dateTime={message.created_at} title={dateAndTime(message.created_at)}>
            {relativeTime(message.created_at, now)}
          </time>
        </span>
        <span className="ll-later-text" data-gone={text === null ? '' : undefined}>
          {text ?? 'This message was deleted'}
        </span>
        <span className="ll-meta ll-ellipsis">
          {address.entity_type === 'employee' && message.sender_id === address.entity_id
            ? 'Direct message'
            : placeName(address, names)}
          {thread_id ? ' · in a thread' : null}
        </span>
      </Link>
      <IconButton icon={BookmarkX} label="Remove from saved" size="small" onClick={remove} />
    </li>
  );
}
