// What can be done with a message. One object per conversation view, so that rows need not render again.
import type { Message } from '#contract/chat.ts';

export interface MessageActions {
  toggleReaction: (message: Message, emoji: string) => void;
  edit: (message: Message) => void;
  remove: (message: Message) => void;
  copy: (message: Message) => void;
  retry: (message: Message) => void;
  /** Takes an unsent message out of the queue. */
  discard: (message: Message) => void;
}
