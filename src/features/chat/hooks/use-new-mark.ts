// Where "New since" stands: decided when the conversation is opened, and left there until it is left.
import { useState } from 'react';
import type { ConversationState } from '#contract/chat.ts';
import { unreadOf } from '#contract/chat.ts';

/** Messages after this seq were unread; null: none were. Give the component that calls this the conversation's address as `key`. */
export function useNewMark(state: ConversationState | undefined): number | null {
  const [mark, setMark] = useState<{ after: number | null; read: number }>();
  // Set back by somebody who marks it unread: then it stands there.
  if (state && (!mark || state.read_seq < mark.read)) {
    const decided = { after: unreadOf(state) > 0 ? state.read_seq : null, read: state.read_seq };
    setMark(decided);
    return decided.after;
  }
  if (mark && state && state.read_seq > mark.read) setMark({ ...mark, read: state.read_seq });
  return mark?.after ?? null;
}
