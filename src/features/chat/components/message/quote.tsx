// What a message answers, over its words and over the field.
import type { Message } from '#contract/chat.ts';

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
