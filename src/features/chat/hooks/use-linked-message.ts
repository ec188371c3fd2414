// The message that the page's address leads to: `?message=ID&seq=N`. Whoever makes such addresses is address.ts.
import { useLocation, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { visitOf } from '#src/kit/search/search-box.ts';

export interface LinkedMessage {
  readonly message_id: string;
  readonly seq: number;
  /** Another one each time that the link is followed. */
  readonly nonce: string;
}

export function useLinkedMessage(): LinkedMessage | undefined {
  const { message, seq } = useSearch({ strict: false });
  // The place is another one some moments before the page is: until then it is not known which link that is.
  const nonce = useLocation({
    select: ({ search, state }) => (search.message === message ? visitOf(state) : undefined),
  });
  return useMemo(
    () => (message && seq && nonce ? { message_id: message, seq, nonce } : undefined),
    [message, seq, nonce],
  );
}
