// The list of notifications: what called for somebody, newest first, day by day; each leads to its place.
import { useRouter } from '@tanstack/react-router';
import { AtSign, Bell, CheckCheck, DoorOpen, type LucideIcon, MessageSquareText, SmilePlus } from 'lucide-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { Notification } from '#contract/notifications.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { useDirectory, useDirectoryPending } from '#src/kit/people/directory.ts';
import { personName } from '#src/kit/people/names.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { EmptyState } from '#src/kit/ui/feedback/empty-state.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { dateAndTime } from '#src/kit/ui/format/dates.ts';
import { relativeTime } from '#src/kit/ui/format/relative-time.ts';
import { savedCopy } from '#src/kit/ui/format/saved-copy.ts';
import { moveFocus } from '#src/kit/ui/hooks/move-focus.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import { Page } from '#src/kit/ui/layout/page.tsx';
import { useClient, useConnection } from '#src/realtime/hooks.ts';
import { readNotifications } from '../mutations.ts';
import { AskLine } from './ask-line.tsx';
import { useList } from './use-list.ts';
import { daysOf, quoteOf, wordsOf } from './words.ts';
import './notification-list.css';

const icons: Record<Notification['kind'], LucideIcon> = {
  mention: AtSign,
  thread: MessageSquareText,
  reaction: SmilePlus,
  invitation: DoorOpen,
  join_request: DoorOpen,
  joined: DoorOpen,
};

export function NotificationList() {
  const client = useClient();
  const now = useNow();
  const list = useList();
  const directoryPending = useDirectoryPending();
  const { items } = list;
  const pending = (!items && !list.failed && !list.missing) || (Boolean(items?.length) && directoryPending);
  const keys = (event: KeyboardEvent<HTMLElement>) => moveFocus(event, 'a.ll-notification', 'column');
  const readAll = () => readNotifications(client, { until: items?.[0]?.created_at ?? new Date().toISOString() });
  return (
    <Page
      title="Notifications"
      measure="reading"
      actions={
        list.unread > 0 ? (
          <Button kind="soft" size="small" icon={CheckCheck} onClick={readAll}>
            Mark all read
          </Button>
        ) : null
      }
    >
      <div className="ll-notifications">
        <SavedCopy />
        <AskLine />
        {pending ? <SkeletonRows label="notifications" rows={6} size={40} /> : null}
        {list.failed ? <ErrorCard onRetry={list.retry} retrying={list.fetching} /> : null}
        {list.missing ? (
          <p className="ll-meta" role="status">
            Notifications are not on this device yet. They need a connection.
          </p>
        ) : null}
        {items?.length === 0 ? (
          <EmptyState
            icon={Bell}
            title="Nothing yet"
            text="When somebody mentions you, answers you or invites you, it stands here."
          />
        ) : null}
        {pending ? null : (
          <div onKeyDown={keys}>
            {daysOf(items ?? [], now).map(({ key, label, items: those }) => (
              <section key={key} aria-labelledby={`day-${key}`}>
                <h2 id={`day-${key}`} className="ll-notifications-day">
                  {label}
                </h2>
                <ul>
                  {those.map((one) => (
                    <li key={one.notification_id}>
                      <Row notification={one} now={now} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )}
        {list.more && !pending ? (
          <Button kind="soft" onClick={list.more} busy={list.loading && 'Loading…'}>
            Show older
          </Button>
        ) : null}
      </div>
    </Page>
  );
}

function Row({ notification, now }: { notification: Notification; now: number }) {
  const client = useClient();
  const router = useRouter();
  const people = useDirectory();
  const { notification_id, actor_id, path, read, created_at, kind } = notification;
  const actor = actor_id === null ? undefined : people.get(actor_id);
  const name = personName(people, actor_id ?? '');
  const Icon = icons[kind];
  const quote = quoteOf(notification);
  const open = (event: MouseEvent) => {
    if (!read) readNotifications(client, { notification_ids: [notification_id] });
    // Another tab, another window: the browser's own business.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ href: path });
  };
  return (
    <a className="ll-notification" href={path} data-unread={read ? undefined : ''} onClick={open}>
      <span className="ll-notification-picture">
        <Avatar name={name} src={actor?.profile_url} size={40} />
        <span className="ll-notification-kind">
          <Icon size={13} strokeWidth={2.2} aria-hidden="true" />
        </span>
      </span>
      <span className="ll-notification-text">
        <span>
          {read ? null : <span className="ll-hidden-text">New: </span>}
          {wordsOf(notification, name)}
        </span>
        {quote ? <span className="ll-notification-quote ll-ellipsis">{quote}</span> : null}
      </span>
      <time className="ll-meta" dateTime={created_at} title={dateAndTime(created_at)}>
        {relativeTime(created_at, now)}
      </time>
    </a>
  );
}

/** Shown while what stands here may be old. */
function SavedCopy() {
  const { state, lastSyncedAt } = useConnection();
  const now = useNow();
  if (state !== 'offline' || lastSyncedAt === null) return null;
  return <p className="ll-meta">{savedCopy(lastSyncedAt, now)}</p>;
}
