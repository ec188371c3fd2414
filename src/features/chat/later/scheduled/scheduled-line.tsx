// Over the composer: that something is scheduled for this conversation, and the way to it.
import { Link } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import type { Address } from '#contract/chat.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import { sameAddress } from '../places.ts';
import { timeText } from './times.ts';
import { useScheduled } from './use-scheduled.ts';
import './scheduled-line.css';

export function ScheduledLine({ address }: { address: Address }) {
  const now = useNow();
  const here = useScheduled().items?.filter(({ item, there }) => there && sameAddress(item.address, address)) ?? [];
  const [first] = here;
  if (!first) return null;
  const failed = here.some(({ error_code }) => error_code !== null);
  const text =
    here.length > 1
      ? `${here.length} messages are scheduled`
      : `1 message is scheduled: ${timeText(first.item.due_at, now)}`;
  return (
    <Link to="/connect/scheduled" className="ll-scheduled-line" data-failed={failed ? '' : undefined}>
      <CalendarClock size={16} strokeWidth={1.9} aria-hidden="true" />
      <span className="ll-ellipsis">{failed ? 'A scheduled message could not be sent' : text}</span>
    </Link>
  );
}
