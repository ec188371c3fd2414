// Above the list of conversations: the ways to what stands across all of them, only to where there is something; and what is
// done with all of them.
import { Link } from '@tanstack/react-router';
import { Bookmark, CalendarClock, CheckCheck, MessageSquareText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Count } from '#src/kit/ui/feedback/count.tsx';
import { useClient } from '#src/realtime/hooks.ts';
import type { ListRow } from '../components/rows/list-rows.ts';
import { saved } from '../live/live-later.ts';
import { isUnread, useThreads } from '../threads/use-threads.ts';
import { useDraftSync } from './drafts/use-draft-sync.ts';
import { useScheduled } from './scheduled/use-scheduled.ts';
import { useKept } from './use-kept.ts';
import { useRefused } from './use-refused.ts';
import './list-places.css';

export function ListPlaces({ rows }: { rows: readonly ListRow[] }) {
  const client = useClient();
  useRefused();
  useDraftSync();
  const marks = useKept(saved).items ?? [];
  const scheduled = useScheduled();
  const refused = scheduled.items?.some(({ error_code }) => error_code !== null);
  const threads = useThreads().items;
  const unread = threads.filter(isUnread).length;
  const places: ReactNode[] = [
    threads.length ? (
      <Link key="threads" to="/connect/threads" className="ll-list-place" activeProps={{ 'data-selected': '' }}>
        <MessageSquareText size={16} strokeWidth={1.9} aria-hidden="true" />
        Threads
        <Count value={unread} label={`${unread} unread`} />
      </Link>
    ) : null,
    marks.length ? (
      <Link key="saved" to="/connect/saved" className="ll-list-place" activeProps={{ 'data-selected': '' }}>
        <Bookmark size={16} strokeWidth={1.9} aria-hidden="true" />
        Saved
      </Link>
    ) : null,
    scheduled.count ? (
      <Link
        key="scheduled"
        to="/connect/scheduled"
        className="ll-list-place"
        activeProps={{ 'data-selected': '' }}
        data-failed={refused ? '' : undefined}
      >
        <CalendarClock size={16} strokeWidth={1.9} aria-hidden="true" />
        {refused ? 'Scheduled: not sent' : `Scheduled · ${scheduled.count}`}
      </Link>
    ) : null,
    // Of one, opening it does the same.
    rows.filter((row) => row.unread > 0).length > 1 ? (
      <button
        key="read"
        type="button"
        className="ll-list-place"
        onClick={() => void import('../message-parts/mutations.ts').then((part) => part.markAllRead(client))}
      >
        <CheckCheck size={16} strokeWidth={1.9} aria-hidden="true" />
        Mark all as read
      </button>
    ) : null,
  ].filter((place) => place !== null);
  return places.length ? (
    <nav className="ll-list-places" aria-label="Across conversations">
      {places}
    </nav>
  ) : null;
}
