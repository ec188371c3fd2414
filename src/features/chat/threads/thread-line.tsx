// Under a message: that it was answered in a thread, by whom, and when the last time.
import type { ThreadSummary } from '#contract/chat/thread-summary.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { useDirectory } from '#src/kit/people/directory.ts';
import { personName } from '#src/kit/people/names.ts';
import { clock, dateAndTime, day, dayKey } from '#src/kit/ui/format/dates.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import './thread-line.css';

export interface ThreadLineProps {
  thread: ThreadSummary;
  onOpen: () => void;
}

export const repliesText = (replies: number): string => (replies === 1 ? '1 reply' : `${replies} replies`);

export function ThreadLine({ thread: { replies, latest_at, employee_ids }, onOpen }: ThreadLineProps) {
  const people = useDirectory();
  const now = useNow();
  return (
    <button type="button" className="ll-thread-line" onClick={onOpen}>
      <span className="ll-thread-faces">
        {employee_ids.map((id) => {
          const src = people.get(id)?.profile_url;
          return <Avatar key={id} name={personName(people, id)} src={src} size={24} />;
        })}
      </span>
      <span className="ll-thread-replies">{repliesText(replies)}</span>
      {latest_at ? (
        <time className="ll-meta" dateTime={latest_at} title={dateAndTime(latest_at)}>
          {`Last ${dayKey(latest_at) === dayKey(now) ? clock(latest_at) : day(latest_at)}`}
        </time>
      ) : null}
    </button>
  );
}
