// What the person wants of this conversation: no noise, a place on top of the list. Waits in the outbox without a connection.
import type { Address, Entry } from '#contract/chat.ts';
import { Switch } from '#src/kit/ui/controls/check.tsx';
import { useClient } from '#src/realtime/hooks.ts';
import { defaultSubSpaceId } from '../address.ts';
import { wish } from '../message-parts/mutations.ts';
import { NotifyLevel } from './level.tsx';

/** `address`: of the conversation that is open. */
export function Wishes({ entry, address }: { entry: Entry; address: Address }) {
  const client = useClient();
  // Nothing to wish for before it is in the list.
  if (!entry.conversations.length) return null;
  const { space, muted, entity_type, entity_id } = entry;
  const sub = address.sub_space_id ?? defaultSubSpaceId(entry);
  // Of a space that has but one, that is the space.
  const beside = (space?.sub_spaces.length ?? 0) > 1 ? space?.sub_spaces : undefined;
  const here = beside?.find(({ sub_space_id }) => sub_space_id === sub);
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
      <NotifyLevel label="Notifications" place={{ entity_type, entity_id }} muted={muted} />
      {here ? (
        <NotifyLevel
          label={`Notifications of ${here.sub_space_name}`}
          place={{ entity_type: 'sub_space', entity_id: here.sub_space_id }}
          muted={muted}
        />
      ) : null}
    </section>
  );
}
