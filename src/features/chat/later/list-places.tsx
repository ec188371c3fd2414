// Above the list of conversations: the ways to what stands across all of them, only to where there is something; and that not all
// are shown.
import { Link } from '@tanstack/react-router';
import { Bookmark, CalendarClock, MessageSquareText, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Count } from '#src/kit/ui/feedback/count.tsx';
import { saved } from '../live/live-later.ts';
import { isUnread, useThreads } from '../threads/use-threads.ts';
import { useDraftSync } from './drafts/use-draft-sync.ts';
import { useRefused } from './refused/use-refused.ts';
import { useScheduled } from './scheduled/use-scheduled.ts';
import { useKept } from './use-kept.ts';
import './list-places.css';

/** `onAll`: unread ones alone are shown, and this ends it. */
export function ListPlaces({ onAll }: { onAll: (() => void) | undefined }) {
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
    onAll ? (
      <button key="unread" type="button" className="ll-list-place" data-selected="" onClick={onAll}>
        Unread only
        <X size={16} strokeWidth={1.9} aria-hidden="true" />
        <span className="ll-hidden-text">Show all conversations</span>
      </button>
    ) : null,
  ].filter((place) => place !== null);
  return places.length ? (
    <nav className="ll-list-places" aria-label="Across conversations">
      {places}
    </nav>
  ) : null;
}
