// The lines over a message: pinned, forwarded, sent late.
import type { Message } from '#contract/chat.ts';
import { clock, dateAndTime, dayKey } from '#src/kit/ui/format/dates.ts';

export interface MessageMarksProps {
  message: Message;
  /** "You" for oneself. */
  nameOf: (employee_id: string) => string;
}

/** What waits since an older version of the app has none of these. */
export function MessageMarks({ message: { pinned, forwarded, scheduled_for, created_at }, nameOf }: MessageMarksProps) {
  return (
    <>
      {pinned ? <p className="ll-meta ll-message-line">{`${nameOf(pinned.employee_id)} pinned this`}</p> : null}
      {forwarded ? (
        <p className="ll-meta ll-message-line" title={dateAndTime(forwarded.created_at)}>
          {`Forwarded from ${nameOf(forwarded.sender_id)}`}
        </p>
      ) : null}
      {scheduled_for ? (
        <p className="ll-meta ll-message-line" title={dateAndTime(scheduled_for)}>
          {`Scheduled for ${meantFor(scheduled_for, created_at)}, sent late`}
        </p>
      ) : null}
    </>
  );
}

/** By the clock of who reads it, with its date where that is another day than the one over the message. */
const meantFor = (at: string, sent_at: string): string => (dayKey(at) === dayKey(sent_at) ? clock : dateAndTime)(at);
