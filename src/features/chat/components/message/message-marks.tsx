// The lines over a message (pinned, forwarded), and what it answers.
import type { Message } from '#contract/chat.ts';
import { dateAndTime } from '#src/kit/ui/format/dates.ts';

export interface MessageMarksProps {
  message: Message;
  /** "You" for oneself. */
  nameOf: (employee_id: string) => string;
}

/** What waits since an older version of the app has none of these. */
export function MessageMarks({ message: { pinned, forwarded }, nameOf }: MessageMarksProps) {
  return (
    <>
      {pinned ? <p className="ll-meta ll-message-line">{`${nameOf(pinned.employee_id)} pinned this`}</p> : null}
      {forwarded ? (
        <p className="ll-meta ll-message-line" title={dateAndTime(forwarded.created_at)}>
          {`Forwarded from ${nameOf(forwarded.sender_id)}`}
        </p>
      ) : null}
    </>
  );
}

export interface QuoteProps {
  quote: NonNullable<Message['reply_to']>;
  name: string;
}

/** One line of what is answered. */
export function Quote({ quote, name }: QuoteProps) {
  return (
    <blockquote className="ll-quote">
      <span className="ll-quote-name">{name}</span>
      <span className="ll-ellipsis">{quote.deleted ? 'This message was deleted' : quote.text || quote.label}</span>
    </blockquote>
  );
}
