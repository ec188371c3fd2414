// What the person wants of this conversation: no noise, a place on top of the list. Waits in the outbox without a connection.
import type { Entry } from '#contract/chat.ts';
import { Switch } from '#src/kit/ui/controls/check.tsx';
import { useClient } from '#src/realtime/hooks.ts';
import { wish } from '../message-parts/marking.ts';

export function Wishes({ entry }: { entry: Entry }) {
  const client = useClient();
  // Nothing to wish for before it is in the list.
  if (!entry.conversations.length) return null;
  return (
    <section className="ll-about-wishes" aria-label="In your list">
      <Switch
        label="Keep on top"
        checked={entry.pinned || false}
        onChange={(event) => wish(client, entry, { pinned: event.target.checked })}
      />
      <Switch
        label="Mute"
        checked={entry.muted || false}
        onChange={(event) => wish(client, entry, { muted: event.target.checked })}
      />
      {entry.muted ? <p className="ll-meta">Only messages that mention you count as unread.</p> : null}
    </section>
  );
}
