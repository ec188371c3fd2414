// The rules of previews: what of the pages that were found stands in a message, and how its sender takes one away.
import { linksOf } from '#contract/chat/previews/links.ts';
import type { Preview } from '#contract/chat/previews/preview.ts';
import type { removePreview as removeEndpoint } from '#contract/chat/previews/previews.ts';
import type { Message } from '#contract/chat.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import type { Actor } from '../../../../platform/actor.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { FilePort } from '../../attachments/attachments.ts';
import { presentMessage } from '../../present.ts';
import { tellRoot } from '../../threads/threads.ts';
import { hold, holdThreadOf } from '../messages.ts';
import { isReadOnly } from '../policy.ts';
import { ownEvents } from '../reachable.ts';
import { picturesOf, putPreviews } from './asking.ts';
import { findPreviewed, holdPreviewed, type PreviewedMessage, putPictures, setUnwanted } from './previews-repo.ts';
import type { Page } from './read-page.ts';

/** What was found of a link; the picture is a file that nothing points at yet. */
export interface Shown {
  readonly page: Page | null;
  readonly image: Preview['image'];
}

/** Of how many links a message remembers that its sender does not want them shown. */
const MOST_UNWANTED = 20;

/** The links that may be shown. */
export const wantedLinks = ({ body, unwanted_previews }: PreviewedMessage): string[] =>
  body ? linksOf(body).filter((url) => !unwanted_previews?.includes(url)) : [];

/** The message as it stands now gets what was found of its links; of the others it keeps what it has. */
export async function showPages(
  tx: Tx,
  files: Pick<FilePort, 'take'>,
  message_id: string,
  found: ReadonlyMap<string, Shown>,
): Promise<void> {
  const held = await holdPreviewed(tx, message_id);
  if (!held?.body) return;
  const message = presentMessage(held);
  const previews = wantedLinks(held).flatMap((url) => {
    const before = message.previews.find((one) => one.url === url);
    const { page, image } = found.get(url) ?? {};
    return page ? { url, ...page, image: before?.image ?? image ?? null } : (before ?? []);
  });
  await holdThreadOf(tx, held);
  const shown = await withPictures(tx, files, message, previews);
  if (await putPreviews(tx, message, shown)) await tellRoot(tx, { ...message, previews: shown });
}

/** The new pictures become files of the message; without those that were swept away since they were made. */
async function withPictures(
  tx: Tx,
  files: Pick<FilePort, 'take'>,
  message: Message,
  previews: Preview[],
): Promise<Preview[]> {
  const before = picturesOf(message.previews);
  const fresh = picturesOf(previews).filter((file_id) => !before.includes(file_id));
  if (!fresh.length) return previews;
  if (await files.take(tx, message.sender_id, 'chat', fresh)) {
    await putPictures(tx, message, fresh);
    return previews;
  }
  return previews.map((one) => (one.image && fresh.includes(one.image.file_id) ? { ...one, image: null } : one));
}

/** For good: also if the link is edited away and comes back. */
export async function removePreview(
  tx: Tx,
  actor: Actor,
  { message_id, url }: ParsedOf<typeof removeEndpoint>,
): Promise<ResponseOf<typeof removeEndpoint>> {
  const held = await hold(tx, actor, message_id);
  if (!held.body) throw new AppError('MESSAGE_NOT_FOUND');
  if (isReadOnly(held)) throw new AppError('CONVERSATION_READ_ONLY');
  if (held.sender_id !== actor.employee_id) throw new AppError('NO_PERMISSION');
  const message = presentMessage(held);
  const unwanted = (await findPreviewed(tx, message_id))?.unwanted_previews ?? [];
  if (!linksOf(held.body).includes(url) || unwanted.includes(url)) return { message, events: [] };
  const previews = message.previews.filter((one) => one.url !== url);
  await holdThreadOf(tx, held);
  await setUnwanted(tx, held, [...unwanted, url].slice(-MOST_UNWANTED));
  if (await putPreviews(tx, message, previews)) await tellRoot(tx, { ...message, previews });
  return { message: { ...message, previews }, events: ownEvents(tx, actor) };
}
