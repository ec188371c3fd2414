// Where "New since" stands: decided when the conversation is opened, and left there until it is left.
import { hashKey } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { ConversationState } from '#contract/chat.ts';
import { unreadOf } from '#contract/chat.ts';
import { useClient, useFollowing } from '#src/realtime/hooks.ts';
import { conversationsKey } from '../live/keys.ts';

export interface NewMark {
  /** Messages after this seq were unread; null: none were. */
  readonly after: number | null;
  /** It came after the messages: what stands there had nothing unread. */
  readonly late: boolean;
  /** Somebody looks at it. False if what they see may be about to be decided anew: then it does not count as read. */
  readonly look: () => boolean;
}

const LIST = hashKey(conversationsKey);

/** Give the component that calls this the conversation's address as `key`. */
export function useNewMark(state: ConversationState | undefined): NewMark {
  const { engine, connection } = useClient();
  // Before that it is a copy of this device, from when it was here last.
  const isCurrent = useFollowing(
    connection.state,
    useCallback(() => engine.isCurrent(LIST), [engine]),
  );
  const [looked, setLooked] = useState(false);
  const [mark, setMark] = useState<{ after: number | null; read: number; late: boolean }>();
  let now = mark;
  if (state) {
    const read = state.read_seq;
    const unread = unreadOf(state);
    // Set back by somebody who marks it unread: then it stands there. What came before anybody looked is new, too.
    const decides = !mark || (unread && (read < mark.read || (mark.after === null && !looked)));
    if (decides) now = { after: unread ? read : null, read, late: read >= (mark?.read ?? Number.POSITIVE_INFINITY) };
    else if (read !== mark.read) now = { ...mark, read };
    if (now !== mark) setMark(now);
  }
  const after = now?.after ?? null;
  return {
    after,
    late: now?.late === true,
    look: () => {
      if (isCurrent) setLooked(true);
      return isCurrent || looked || after !== null;
    },
  };
}
