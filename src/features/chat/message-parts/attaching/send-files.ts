// Sends a message with files: their bytes wait on this device with it, and go before it (offline/files/bring-files.ts).
import { v7 as uuid } from 'uuid';
import { type Attachment, attachmentLimits } from '#contract/chat/attachment.ts';
import type { Address } from '#contract/chat.ts';
import { isBlank, type RichText } from '#contract/rich-text.ts';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { heldFiles } from '#src/offline/files/held-files.ts';
import type { OutboxFile } from '#src/offline/outbox/record.ts';
import type { Client } from '#src/realtime/client.ts';
import { addressKey } from '../../address.ts';
import { type SendAs, send, sending } from '../../mutations.ts';
import type { Chosen } from './chosen.ts';
import { inTray, isLeft, lay, leave } from './trays.ts';

/**
 * Resolves once message and files are on this device's disk; to false if only memory has them. `setFiles`: what is chosen, once the
 * message is on the screen: what came meanwhile stays for the next one.
 */
export async function sendFiles(
  client: Client,
  address: Address,
  body: RichText,
  chosen: readonly Chosen[],
  as: SendAs = {},
  setFiles?: (change: (now: readonly Chosen[]) => readonly Chosen[]) => void,
): Promise<boolean> {
  // A voice that ended in a full tray waits for the next one.
  const given = chosen.filter(isLeft).slice(0, attachmentLimits.files);
  if (!given.length) return isBlank(body) || send(client, address, body, as);
  const { attachments, files, kept } = await holding(client, given);
  const write = sending(client, address, uuid(), body, new Date().toISOString(), { ...as, attachments });
  const { saved } = client.outbox.enqueue({ ...write, files });
  // Here, too: whoever sent them may be in another conversation by now.
  const key = addressKey(address);
  lay(key, inTray(key).filter(isLeft));
  setFiles?.((now) => now.filter(isLeft));
  return (await saved) && kept;
}

interface Holding {
  readonly attachments: Attachment[];
  /** Of the record that is written next. */
  readonly files: OutboxFile[];
  /** False: only memory has their bytes. */
  readonly kept: boolean;
}

/** Their bytes wait on this device from now on, and no other message takes them. */
export async function holding(client: Client, chosen: readonly Chosen[]): Promise<Holding> {
  leave(chosen);
  const kept = await heldFiles(client.account).put(chosen.map(({ file_id, blob }) => ({ id: file_id, blob })));
  const [company_id] = client.account.split('/');
  const attachments = chosen.map(
    ({ blob: _blob, stamped: _stamped, ...one }): Attachment => ({ ...one, alt: one.alt?.trim() || null }),
  );
  const files = chosen.map(
    (one): OutboxFile => ({
      id: one.file_id,
      name: one.name,
      key: [company_id, 'chat', client.context.self, one.stamped].join('/'),
      file_id: null,
      there: false,
      tries: 0,
    }),
  );
  return { attachments, files, kept };
}

/** Of any message that could not be stored. */
export function tellNoRoom(): void {
  showToast({ text: 'This device has no room left: the message is lost if you close the page before it is sent.' });
}
