// The message that the page's address leads to: `?message=ID&seq=N`. Whoever makes such addresses is address.ts.
import { useLocation, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

export interface LinkedMessage {
  readonly message_id: string;
  readonly seq: number;
  /** Another one each time that the link is followed. */
  readonly nonce: string;
}

export function useLinkedMessage(): LinkedMessage | undefined {
  const { message, seq } = useSearch({ strict: false });
  const nonce = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  return useMemo(
    () => (message !== undefined && seq !== undefined ? { message_id: message, seq, nonce } : undefined),
    [message, seq, nonce],
  );
}
