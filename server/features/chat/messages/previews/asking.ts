// When the links of a message are looked at: with the message that is written or edited, in its transaction.
import { isDeepStrictEqual } from 'node:util';
import { linksOf } from '#contract/chat/previews/links.ts';
import type { Preview } from '#contract/chat/previews/preview.ts';
import { messagePreviewed } from '#contract/chat/previews/preview.ts';
import type { Message } from '#contract/chat.ts';
import type { RichText } from '#contract/rich-text.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { emit } from '../../../../platform/events/emit.ts';
import { settingsOf } from '../../../company/service.ts';
import { letGoOf } from '../../../files/service.ts';
import { filesSent } from '../../attachments/attachments-repo.ts';
import { insertJob, setPreviews, takePictures } from './previews-repo.ts';

/** True if the company has links looked at. */
export const hasPreviews = async (tx: Tx): Promise<boolean> => (await settingsOf(tx)).link_previews;

/** Has them looked at once this is committed; nothing is waited for. */
export async function askPreviews(tx: Tx, message_id: string, body: Message['body']): Promise<void> {
  if (body && linksOf(body).length && (await hasPreviews(tx))) await insertJob(tx, message_id);
}

type Standing = Pick<Message, 'message_id' | 'conversation_id' | 'seq' | 'previews'>;

/** The message says something else now: what is behind links that it no longer has goes. Answers what stays. */
export async function followLinks(tx: Tx, message: Standing, body: RichText): Promise<Preview[]> {
  const stays = linksOf(body).flatMap((url) => message.previews.find((one) => one.url === url) ?? []);
  await putPreviews(tx, message, stays);
  await askPreviews(tx, message.message_id, body);
  return stays;
}

export const picturesOf = (previews: readonly Preview[]): string[] =>
  previews.flatMap(({ image }) => image?.file_id ?? []);

/** Stores and tells what differs; pictures that are not shown any more go. False if nothing does. The message must be held. */
export async function putPreviews(tx: Tx, message: Standing, previews: Preview[]): Promise<boolean> {
  if (isDeepStrictEqual(message.previews, previews)) return false;
  const { message_id, conversation_id, seq } = message;
  await setPreviews(tx, message, previews);
  const kept = picturesOf(previews);
  const gone = picturesOf(message.previews).filter((file_id) => !kept.includes(file_id));
  if (gone.length) {
    await takePictures(tx, message, gone);
    await letGoOf(tx, gone, (file_ids) => filesSent(tx, file_ids));
  }
  await emit(tx, messagePreviewed, `conversation:${conversation_id}`, { message_id, seq, previews });
  return true;
}
