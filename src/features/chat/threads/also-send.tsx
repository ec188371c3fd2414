// Saying an answer where the thread's root stands as well. It is a message of its own there, which answers the root: it follows
// the one in the thread, is refused or discarded with it while it waits, and is edited and deleted by itself.
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import type { Message } from '#contract/chat.ts';
import { useDirectory } from '#src/kit/people/directory.ts';
import { Checkbox } from '#src/kit/ui/controls/check.tsx';
import { useClient } from '#src/realtime/hooks.ts';
import type { Also } from '../components/message-composer.tsx';
import { quoteOf, sending } from '../mutations.ts';
import { homeName } from './thread-head.tsx';
import type { Home } from './use-threads.ts';

/** For the composer of a thread; undefined while it is not known where its root stands. */
export function useAlso(home: Home | undefined, root: Message | undefined): Also | undefined {
  const [on, setOn] = useState(false);
  const people = useDirectory();
  const { self } = useClient().context;
  if (!home || !root) return undefined;
  return {
    on,
    below: (files) =>
      files ? (
        <p className="ll-meta ll-thread-also">With files it is sent to the thread alone.</p>
      ) : (
        <Checkbox
          className="ll-thread-also"
          label={`Also send to ${homeName(home, people, self)}`}
          checked={on}
          onChange={(event) => setOn(event.target.checked)}
        />
      ),
    send: async (client, address, body, as) => {
      setOn(false);
      const created_at = new Date().toISOString();
      const message_id = uuid();
      const { saved } = client.outbox.enqueue(sending(client, address, message_id, body, created_at, as ?? {}));
      const copy = sending(client, home.address, uuid(), body, created_at, { reply_to: quoteOf(root) });
      const other = client.outbox.enqueue({ ...copy, target: message_id });
      return (await Promise.all([saved, other.saved])).every(Boolean);
    },
  };
}
