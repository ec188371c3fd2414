// Saving a message for later, and taking it off that list: at once on this device, and on the others as soon as it is sent.
import { v7 as uuid } from 'uuid';
import * as contract from '#contract/chat/saved.ts';
import type { Message } from '#contract/chat.ts';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import type { Client } from '#src/realtime/client.ts';
import { createOverlay } from '#src/realtime/overlay.ts';
import { conversationsKey, savedKey } from '../../live/keys.ts';
import { type Kept, type ShownMark, saved } from '../../live/live-later.ts';
import type { Conversations } from '../../live/live-list.ts';
import { placeOf } from '../places.ts';

/** As the screens have it right now. */
export function isSaved({ queryClient, outbox, context }: Client, message_id: string): boolean {
  const data = queryClient.getQueryData<Kept<ShownMark>>(savedKey) ?? { items: [], revision: 0 };
  const { items } = createOverlay(saved, savedKey, context)(data, outbox.state.items);
  return items.some((mark) => mark.message_id === message_id);
}

/** Of a message that the server has. Says what it did, with the way back, once that would outlive the page. */
export async function toggleSaved(client: Client, message: Message): Promise<void> {
  const { message_id } = message;
  if (isSaved(client, message_id)) {
    await unsave(client, message_id);
    showToast({ text: 'Removed from saved', action: { label: 'Undo', run: () => void save(client, message) } });
  } else {
    await save(client, message);
    showToast({ text: 'Saved for later', action: { label: 'Undo', run: () => void unsave(client, message_id) } });
  }
}

function save(client: Client, message: Message): Promise<boolean> {
  const { message_id } = message;
  const entries = client.queryClient.getQueryData<Conversations>(conversationsKey)?.items ?? [];
  const address = placeOf(message, entries);
  const mark: ShownMark = {
    message_id,
    saved_at: new Date().toISOString(),
    ...(address && { shown: { message, address, thread_id: null } }),
  };
  return write(client, contract.save, message_id, { name: contract.savedAdded.name, payload: mark });
}

const unsave = (client: Client, message_id: string): Promise<boolean> =>
  write(client, contract.unsave, message_id, { name: contract.savedRemoved.name, payload: { message_id } });

/** Of several about one message only the last matters. Resolves when the device has it. */
function write(
  { outbox }: Client,
  endpoint: typeof contract.save | typeof contract.unsave,
  message_id: string,
  predicted: { name: string; payload: unknown },
): Promise<boolean> {
  const scope = `saved/${message_id}`;
  const { saved } = outbox.enqueue({
    endpoint,
    input: { message_id },
    id: uuid(),
    scope,
    predicted: [predicted],
    replaces: scope,
  });
  return saved;
}
