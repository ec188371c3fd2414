// What can be done with a message. One object per conversation view, so that rows need not render again.
import type { Message } from '#contract/chat.ts';

export interface MessageActions {
  /** Nobody writes here: messages are not answered, changed, pinned or taken away. */
  readonly readOnly?: boolean | undefined;
  toggleReaction: (message: Message, emoji: string) => void;
  edit: (message: Message) => void;
  remove: (message: Message) => void;
  copy: (message: Message) => void;
  copyLink: (message: Message) => void;
  reply: (message: Message) => void;
  /** Opens its thread; not there where that is open. */
  thread?: (message: Message) => void;
  /** Asks where to. */
  forward: (message: Message) => void;
  /** Pins, or takes the pin down. */
  pin: (message: Message) => void;
  /** Saves it for later, or takes it off that list. */
  save: (message: Message) => void;
  /** It and what comes after it is unread again. */
  markUnread?: (message: Message) => void;
  /** Shows what it said before. */
  history: (message: Message) => void;
  /** Shows who has seen it. */
  seenBy: (message: Message) => void;
  /** Takes the card of a link off it. */
  removePreview: (message: Message, url: string) => void;
  retry: (message: Message) => void;
  /** Takes an unsent message out of the queue. */
  discard: (message: Message) => void;
}
