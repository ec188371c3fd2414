// All threads that somebody follows: those with something new first, then by when they were answered last. The one that the
// page's address names stands beside.
import { Link } from '@tanstack/react-router';
import { CheckCheck, MessageSquareText } from 'lucide-react';
import { type KeyboardEvent, Suspense } from 'react';
import type { Thread } from '#contract/chat/threads.ts';
import { unreadOf } from '#contract/chat.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { useDirectory, useDirectoryPending } from '#src/kit/people/directory.ts';
import { personName } from '#src/kit/people/names.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Count } from '#src/kit/ui/feedback/count.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { dateAndTime } from '#src/kit/ui/format/dates.ts';
import { relativeTime } from '#src/kit/ui/format/relative-time.ts';
import { useMediaRange } from '#src/kit/ui/hooks/media-range.ts';
import { moveFocus } from '#src/kit/ui/hooks/move-focus.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import { BackLink, PageHeader } from '#src/kit/ui/layout/page.tsx';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { useClient } from '#src/realtime/hooks.ts';
import { threadLink } from '../address.ts';
import { Called } from '../components/rows/called.tsx';
import { useConversations } from '../hooks/use-conversations.ts';
import { useLinkedMessage } from '../hooks/use-linked-message.ts';
import { useThreadPlace } from '../hooks/use-thread-place.ts';
import { SavedCopy } from '../reading/blank/saved-copy.tsx';
import { markAllRead } from './following.ts';
import { homeName } from './thread-head.tsx';
import { homeOf, isUnread, useThreads } from './use-threads.ts';
import '../components/chat.css';
import './inbox.css';

const ThreadPane = lazyPart(() => import('./thread-pane.tsx'), 'ThreadPane');

export function ThreadInbox() {
  const place = useThreadPlace();
  const link = useLinkedMessage();
  const client = useClient();
  const { tabletOrMobile } = useMediaRange();
  const { items, query } = useThreads();
  const pending = useDirectoryPending() || query.isPending;
  const unread = items.filter(isUnread);
  const ordered = [...unread, ...items.filter((one) => !isUnread(one))];
  const keys = (event: KeyboardEvent<HTMLElement>) => moveFocus(event, 'a.ll-inbox-row', 'column');
  return (
    <div className="ll-chat" data-thread={place.id ? '' : undefined}>
      <section className="ll-inbox" aria-label="Threads">
        <PageHeader
          title="Threads"
          size="pane"
          {...(tabletOrMobile && { back: <BackLink to="/connect">All conversations</BackLink> })}
          actions={
            unread.length ? (
              <Button kind="soft" size="small" icon={CheckCheck} onClick={() => markAllRead(client, unread)}>
                Mark all read
              </Button>
            ) : null
          }
        />
        <div className="ll-inbox-scroll" data-scroller="">
          <SavedCopy />
          {pending ? <SkeletonRows label="threads" rows={5} size={44} /> : null}
          {query.isError && !query.data ? (
            <ErrorCard onRetry={() => void query.refetch()} retrying={query.isFetching} />
          ) : null}
          {!pending && query.data && !items.length ? (
            <EmptyState
              icon={MessageSquareText}
              title="No threads yet"
              text="Threads that you answered or that mention you stand here, and those about what you wrote."
            />
          ) : null}
          {pending ? null : (
            <ul className="ll-inbox-list" onKeyDown={keys}>
              {ordered.map((thread) => (
                <Row key={thread.root.message_id} thread={thread} />
              ))}
            </ul>
          )}
        </div>
      </section>
      {place.id ? (
        <aside className="ll-chat-about" aria-label="Thread">
          <Suspense>
            <ThreadPane key={place.id} root_id={place.id} link={link} onClose={place.close} />
          </Suspense>
        </aside>
      ) : null}
    </div>
  );
}

function Row({ thread: { root, state, ...address } }: { thread: Thread }) {
  const { self } = useClient().context;
  const people = useDirectory();
  const { entries } = useConversations();
  const now = useNow();
  const nameOf = (id: string) => (id === self ? 'You' : personName(people, id));
  const entry = entries.find((one) => one.entity_id === address.entity_id);
  const at = address.sub_space_id ?? entry?.conversations[0]?.conversation_id;
  const home = homeOf(entries, at);
  const unread = unreadOf(state);
  const { latest } = state;
  return (
    <li>
      <Link
        {...threadLink(root.message_id)}
        className="ll-inbox-row"
        data-unread={unread ? '' : undefined}
        activeOptions={{ includeSearch: true }}
        activeProps={{ 'data-selected': '' }}
      >
        <Avatar name={personName(people, root.sender_id)} src={people.get(root.sender_id)?.profile_url} size={40} />
        <span className="ll-inbox-text">
          <span className="ll-inbox-top">
            <span className="ll-meta ll-ellipsis">{home ? homeName(home, people, self) : ''}</span>
            {latest ? (
              <time className="ll-meta" dateTime={latest.time} title={dateAndTime(latest.time)}>
                {relativeTime(latest.time, now)}
              </time>
            ) : null}
          </span>
          <span className="ll-inbox-root ll-ellipsis">
            <b>{nameOf(root.sender_id)}</b> {root.deleted ? 'This message was deleted' : root.text || root.label}
          </span>
          <span className="ll-inbox-bottom">
            <span className="ll-inbox-last ll-ellipsis">
              {latest
                ? `${nameOf(latest.sender_id)}: ${latest.deleted ? 'Message deleted' : latest.text || latest.label}`
                : null}
            </span>
            <Called times={state.mention_seqs.length} />
            <Count value={unread} label={`${unread} unread`} />
          </span>
        </span>
      </Link>
    </li>
  );
}
