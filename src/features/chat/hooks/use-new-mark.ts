// Where "New since" stands: decided when the conversation is opened, and left there until it is left.
import { useState } from 'react';
import type { ConversationState } from '#contract/chat.ts';
import { unreadOf } from '#contract/chat.ts';

export interface NewMark {
  /** Messages after this seq were unread; null: none were. */
  readonly after: number | null;
  /** The time of the last one read before, where it is known. */
  readonly since: string | null;
}

const nothingNew: NewMark = { after: null, since: null };

/** Give the component that calls this the conversation's address as `key`. */
export function useNewMark(state: ConversationState | undefined): NewMark {
  const [mark, setMark] = useState<NewMark>();
  if (!mark && state) {
    const decided = unreadOf(state) > 0 ? { after: state.read_seq, since: null } : nothingNew;
    setMark(decided);
    return decided;
  }
  return mark ?? nothingNew;
}
