// Where "New since" stands: decided when the conversation is opened, and left there until it is left.
import { useCallback, useState } from 'react';
import type { ConversationState } from '#contract/chat.ts';
import { unreadOf } from '#contract/chat.ts';
import { useClient, useFollowing } from '#src/realtime/hooks.ts';

export interface NewMark {
  /** Messages after this seq were unread; null: none were. */
  readonly after: number | null;
  /** Somebody looks at it. False if what they see may be about to be decided anew: then it does not count as read. */
  readonly look: () => boolean;
}

/** Give the component that calls this the conversation's address as `key`. */
export function useNewMark(state: ConversationState | undefined): NewMark {
  const { engine, connection } = useClient();
  // Before that it is a copy of this device, from when it was here last.
  const isCurrent = useFollowing(
    connection.state,
    useCallback(() => engine.standing([], 0, false) === 'held', [engine]),
  );
  const [looked, setLooked] = useState(false);
  const [mark, setMark] = useState<{ after: number | null; read: number }>();
  let now = mark;
  if (state) {
    const read = state.read_seq;
    const unread = unreadOf(state);
    // Set back by somebody who marks it unread: then it stands there. What came before anybody looked is new, too.
    const decides = !mark || (unread && (read < mark.read || (mark.after === null && !looked)));
    if (decides) now = { after: unread ? read : null, read };
    else if (read !== mark.read) now = { ...mark, read };
    if (now !== mark) setMark(now);
  }
  const after = now?.after ?? null;
  return {
    after,
    look: () => {
      if (isCurrent) setLooked(true);
      return isCurrent || after !== null;
    },
  };
}
