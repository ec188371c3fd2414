// Where "New since" stands: decided when the conversation is opened, and again when something comes while nobody looks any more.
import { hashKey } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ConversationState } from '#contract/chat.ts';
import { unreadOf } from '#contract/chat.ts';
import { useClient, useFollowing } from '#src/realtime/hooks.ts';
import { conversationsKey } from '../live/keys.ts';

/** It came after the messages: what stood there had nothing unread, on opening or when somebody looked away. */
export type Late = false | 'opening' | 'away';

export interface NewMark {
  /** Messages after this seq were unread; null: none were. */
  readonly after: number | null;
  readonly late: Late;
  /** Somebody looks at it. False if what they see may be about to be decided anew: then it does not count as read. */
  readonly look: () => boolean;
}

const LIST = hashKey(conversationsKey);

/** Give the component that calls this the conversation's address as `key`. */
export function useNewMark(state: ConversationState | undefined): NewMark {
  const { engine, connection } = useClient();
  const refused = useRef(false);
  // Drawn again when it is, where somebody looked too early.
  useFollowing(
    connection.state,
    useCallback(
      ({ state: line, lastSyncedAt }) =>
        line === 'online' && engine.isCurrent(LIST) && (!refused.current || lastSyncedAt),
      [engine],
    ),
  );
  /** Undefined until somebody does; false: not any more. */
  const [looks, setLooks] = useState<boolean>();
  useEffect(() => {
    // Whoever looks still says so with the next rendering.
    const leave = () => setLooks((is) => is && false);
    addEventListener('blur', leave);
    document.addEventListener('visibilitychange', leave);
    return () => {
      removeEventListener('blur', leave);
      document.removeEventListener('visibilitychange', leave);
    };
  }, []);
  const [mark, setMark] = useState<{ after: number | null; read: number; unread: boolean; late: Late }>();
  let now = mark;
  if (state) {
    const read = state.read_seq;
    const unread = unreadOf(state) > 0;
    // Set back by somebody who marks it unread: then it stands there. What came while nobody looked is new, too.
    const isOpen = (!looks && mark?.after === null) || (looks === false && !mark?.unread);
    if (!mark || (unread && (read < mark.read || isOpen))) {
      const late = mark !== undefined && read >= mark.read && (looks === undefined ? 'opening' : 'away');
      now = { after: unread ? read : null, read, unread, late };
    } else if (read !== mark.read || unread !== mark.unread) now = { ...mark, read, unread };
    if (now !== mark) setMark(now);
  }
  const after = now?.after ?? null;
  return {
    after,
    late: now?.late ?? false,
    look: () => {
      // Before that it is a copy of this device, or what the page had when it lost the connection.
      const isCurrent = connection.state.state === 'online' && engine.isCurrent(LIST);
      refused.current = !isCurrent;
      if (isCurrent) setLooks(true);
      return isCurrent || looks === true || now?.unread === true;
    },
  };
}
