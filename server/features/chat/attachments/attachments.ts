// The rules of attachments: who may attach what, what becomes of files when their message goes, and the files of a conversation.
import { type Attach, type Attachment, kindOf } from '#contract/chat/attachment.ts';
import type { listFiles as listFilesEndpoint } from '#contract/chat/attachments.ts';
import type { Message } from '#contract/chat.ts';
import type { ParsedOf, ResponseOf } from '#contract/kernel/endpoint.ts';
import { isBlank } from '#contract/rich-text.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { type FileService, letGoOf } from '../../files/service.ts';
import { requireAddress } from '../messages/reading.ts';
import { onlyOfOne, pageOfSpace } from '../messages/whole-space.ts';
import { placeOf } from '../place.ts';
import { findConversation } from '../repo/conversation-repo.ts';
import { listFilesOfSpace } from '../repo/whole-space-repo.ts';
import { type FilesRow, filesSent, listWithFiles, takeFiles } from './attachments-repo.ts';
import { attachmentsIn } from './kept.ts';

/** What chat asks of files, handed in where the features are wired (server/registry.ts). */
export type FilePort = Pick<FileService, 'drawPicture' | 'keepPicture' | 'take'>;

/** What is attached; `gone` if one of the files is not there to be attached by this person (any more). */
export type Attached = readonly Attachment[] | 'gone';

/** Takes the files for a message that is about to be written. INVALID_REQUEST for a voice that is no sound. */
export async function attach(tx: Tx, actor: Actor, files: FilePort, wanted: readonly Attach[]): Promise<Attached> {
  if (!wanted.length) return [];
  const ids = wanted.map((one) => one.file_id);
  const taken = await files.take(tx, actor.employee_id, 'chat', ids);
  if (!taken) return 'gone';
  return taken.map(({ file_id, name, mime_type, size, width, height }, at) => {
    const { duration = null, waveform = null, alt = null } = wanted[at] as Attach;
    if (waveform && !mime_type.startsWith('audio/'))
      throw invalid([{ path: `attachments.${at}.waveform`, message: 'Not a sound' }]);
    const isImage = kindOf({ mime_type, waveform }) === 'image';
    return { file_id, name, mime_type, size, width, height, duration, waveform, alt: isImage ? alt : null };
  });
}

/** One that is only a voice, or only a film. */
export function typeOf(body: NonNullable<Message['body']>, attachments: readonly Attachment[]): Message['type'] {
  const [first, second] = attachments;
  if (!first || second || !isBlank(body)) return 'text';
  const kind = kindOf(first);
  return kind === 'voice' ? 'audio' : kind === 'video' ? 'video' : 'text';
}

/** The message is being deleted: what is in no other one goes with it. */
export async function detach(
  tx: Tx,
  message: Pick<Message, 'conversation_id' | 'seq' | 'attachments' | 'previews'>,
): Promise<void> {
  const ids = [...message.attachments, ...message.previews.flatMap(({ image }) => image ?? [])].map(
    (one) => one.file_id,
  );
  if (!ids.length) return;
  await takeFiles(tx, message);
  await letGoOf(tx, ids, (file_ids) => filesSent(tx, file_ids));
}

const DEFAULT_FILES = 20;
const MAX_SEQ = 2_147_483_647;

type FilesInput = ParsedOf<typeof listFilesEndpoint>;
type FilesAnswer = ResponseOf<typeof listFilesEndpoint>;

/** Needs a snapshot. Nothing while two colleagues have not written yet. */
export async function listFiles(tx: Tx, { employee_id }: Actor, input: FilesInput): Promise<FilesAnswer> {
  const { before_seq = MAX_SEQ, limit = DEFAULT_FILES, whole_space, cursor, ...address } = input;
  if (whole_space) return filesOfSpace(tx, employee_id, input, limit);
  onlyOfOne({ cursor });
  const conversation = await findConversation(tx, employee_id, placeOf(employee_id, address));
  if (!conversation) {
    await requireAddress(tx, employee_id, address);
    return { items: [], has_before: false };
  }
  const rows = await listWithFiles(tx, conversation, Math.min(before_seq, MAX_SEQ), limit + 1);
  return { items: rows.slice(0, limit).map(presentFiles), has_before: rows.length > limit };
}

async function filesOfSpace(tx: Tx, employee_id: string, input: FilesInput, limit: number): Promise<FilesAnswer> {
  const { rows, next_cursor } = await pageOfSpace(tx, employee_id, input, limit, {
    list: listFilesOfSpace,
    placeOf: ({ created_at, message_id }) => [created_at, message_id],
    ofOne: { before_seq: input.before_seq },
  });
  return { items: rows.map(presentFiles), has_before: next_cursor !== null, next_cursor };
}

const presentFiles = <Row extends FilesRow>(row: Row): Row => ({ ...row, attachments: attachmentsIn(row.attachments) });
