// A row of the conversation list: who, what was said last, when, how much of it is unread.
import { Link } from '@tanstack/react-router';
import { BellOff, CircleAlert, Clock3, Pin } from 'lucide-react';
import { memo, Suspense } from 'react';
import type { Presence } from '#contract/sync.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { Count } from '#src/kit/ui/feedback/count.tsx';
import { dateAndTime } from '#src/kit/ui/format/dates.ts';
import { relativeTime } from '#src/kit/ui/format/relative-time.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { Called } from './rows/called.tsx';
import { counts, type ListRow } from './rows/list-rows.ts';

const GroupFaces = lazyPart(() => import('../reading/faces/group-faces.tsx'), 'GroupFaces');

export interface ConversationRowProps {
  row: ListRow;
  presence: Presence | undefined;
  /** "Amara is typing…" instead of the last message. */
  typing: string | undefined;
}

export const ConversationRow = memo(function ConversationRow({ row, presence, typing }: ConversationRowProps) {
  const now = useNow();
  const { entity_type, entity_id } = row;
  return (
    <Link
      to="/connect/$entity_type/$entity_id"
      params={{ entity_type, entity_id }}
      className="ll-conversation"
      data-unread={counts(row) ? '' : undefined}
      activeProps={{ 'data-selected': '', 'aria-current': 'page' }}
      activeOptions={{ exact: false }}
      data-conversation={`${entity_type}/${entity_id}`}
    >
      {row.members ? (
        <Suspense fallback={<Avatar name={row.title} size={44} />}>
          <GroupFaces employee_ids={row.members} size={44} />
        </Suspense>
      ) : (
        <Avatar
          name={row.name}
          src={row.image}
          size={44}
          shape={entity_type === 'space' ? 'square' : 'round'}
          presence={presence}
        />
      )}
      <span className="ll-conversation-text">
        <span className="ll-conversation-top">
          <span className="ll-conversation-title ll-ellipsis">{row.title}</span>
          {row.time ? (
            <time className="ll-conversation-time" dateTime={row.time} title={dateAndTime(row.time)}>
              {relativeTime(row.time, now)}
            </time>
          ) : null}
        </span>
        <span className="ll-conversation-bottom">
          <span className="ll-conversation-preview ll-ellipsis">{typing ?? <Preview row={row} />}</span>
          {row.pinned ? <Pin size={14} strokeWidth={1.9} role="img" aria-label="Kept on top" /> : null}
          {row.muted ? <BellOff size={14} strokeWidth={1.9} role="img" aria-label="Muted" /> : null}
          <Called times={row.mentions} />
          <Count value={row.unread} label={`${row.unread} unread`} tone={row.muted ? 'quiet' : 'accent'} />
        </span>
      </span>
    </Link>
  );
});

function Preview({ row }: { row: ListRow }) {
  if (row.draft) {
    return (
      <>
        <span className="ll-conversation-draft">Draft:</span> {row.draft}
      </>
    );
  }
  return (
    <>
      {row.waiting === 'failed' ? (
        <CircleAlert size={14} strokeWidth={2} className="ll-conversation-failed" aria-label="Not sent" />
      ) : null}
      {row.waiting === 'queued' ? <Clock3 size={14} strokeWidth={2} aria-label="Queued" /> : null}
      {row.preview}
    </>
  );
}
