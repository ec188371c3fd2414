// What is shown is a copy, and this old. A silent refetch replaces it; the button is for those who cannot wait.
import { RefreshCw } from 'lucide-react';
import { relativeTime } from '../format/relative-time.ts';
import { useNow } from '../hooks/use-now.ts';
import './states.css';

export interface StaleNoteProps {
  /** When the copy was made: ISO 8601 or milliseconds. */
  at: string | number;
  onRefresh: () => void;
  refreshing?: boolean;
}

export function StaleNote({ at, onRefresh, refreshing = false }: StaleNoteProps) {
  const age = relativeTime(at, useNow());
  return (
    <div className="ll-notice" data-tone="quiet">
      <RefreshCw size={18} strokeWidth={1.9} aria-hidden="true" />
      <p>{`Showing a copy from ${age === 'Just now' ? 'just now' : age}`}</p>
      <button type="button" className="ll-notice-action" onClick={onRefresh} aria-disabled={refreshing}>
        {refreshing ? 'Refreshing…' : 'Refresh'}
      </button>
    </div>
  );
}
