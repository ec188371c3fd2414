// Files that somebody wants to attach: looked at before they wait, so that what cannot be sent is said at once.
import { v7 as uuid } from 'uuid';
import { type Attachment, attachmentLimits } from '#contract/chat/attachment.ts';
import { imageTypes, uploadLimits } from '#contract/files.ts';
import { fitPicture } from '#src/kit/upload/picture.ts';
import { stamped } from '#src/kit/upload/upload.ts';
import { UploadError } from '#src/kit/upload/upload-error.ts';

/** As the message will show it; `file_id` is its own until the server gives it one. */
export interface Chosen extends Attachment {
  readonly blob: Blob;
  /** The end of the key that it asks for. */
  readonly stamped: string;
}

export const TOO_MANY = `A message takes up to ${attachmentLimits.files} files.`;

/** Pixels of the longer side: what is larger is made to fit. */
const SIDE = 2560;

/** Bytes of a file that somebody may be working on: a text, a table, slides. */
const COPIED = 10_000_000;

const isImage = (type: string): boolean => (imageTypes as readonly string[]).includes(type);

let last = 0;
/** Two files of one name are two files. */
const now = (): number => {
  last = Math.max(Date.now(), last + 1);
  return last;
};

/** Nothing that could run when it is shown from this device: the server says the same of what it knows by its name. */
const plain = (type: string): string =>
  isImage(type) || /^(audio|video)\/[\w.+-]+$/.test(type) || /^(application\/pdf|text\/(plain|csv))$/.test(type)
    ? type
    : 'application/octet-stream';

/** What fits, and a sentence for each file that does not. `left`: how many the message still takes. */
export async function choose(files: readonly File[], left: number): Promise<{ chosen: Chosen[]; problems: string[] }> {
  // A voice that ended in a full tray is one more than there may be.
  const room = Math.max(0, left);
  const chosen: Chosen[] = [];
  const problems: string[] = [];
  if (files.length > room) problems.push(TOO_MANY);
  for (const file of files.slice(0, room)) {
    try {
      chosen.push(await look(file));
    } catch (error) {
      if (!(error instanceof UploadError)) throw error;
      problems.push(`${file.name}: ${error.message}`);
    }
  }
  return { chosen, problems };
}

async function look(file: File): Promise<Chosen> {
  const image = isImage(file.type);
  const given = image && file.size ? await fitPicture(file, { side: SIDE }) : await readable(file);
  const limit = image ? uploadLimits.image : uploadLimits.file;
  if (!given.size) throw new UploadError('This file is empty.');
  if (given.size > limit) throw new UploadError(`Choose a file of up to ${limit / 1_000_000} MB.`);
  return { ...plainly(given, given.name), ...(image && (await pixelsOf(given))) };
}

/**
 * As it is now: a browser refuses to read what was changed on the disk after it was chosen, and a folder at once. What is large is not
 * copied.
 */
async function readable(file: File): Promise<File> {
  try {
    if (file.size <= COPIED) return new File([await file.arrayBuffer()], file.name, { type: file.type });
    await file.slice(0, 1).arrayBuffer();
    return file;
  } catch {
    throw new UploadError('This file cannot be read.');
  }
}

async function pixelsOf(image: Blob): Promise<Pick<Chosen, 'width' | 'height'>> {
  const picture = await createImageBitmap(image, { imageOrientation: 'from-image' });
  const { width, height } = picture;
  picture.close();
  return { width, height };
}

function plainly(blob: Blob, name: string): Chosen {
  const mime_type = plain(blob.type.split(';')[0] ?? '');
  return {
    file_id: uuid(),
    // What control characters and slashes become is the server's business; shown, they are nothing.
    name: name.slice(0, 200),
    mime_type,
    size: blob.size,
    width: null,
    height: null,
    duration: null,
    waveform: null,
    alt: null,
    blob: blob.slice(0, blob.size, mime_type),
    stamped: stamped(name, now()),
  };
}

/** What was recorded here. `duration` in milliseconds, `waveform` from 0 to attachmentLimits.wave. */
export const recorded = (blob: Blob, duration: number, waveform: number[]): Chosen => {
  const type = blob.type.split(';')[0];
  const end = type === 'audio/mp4' ? 'm4a' : type === 'audio/ogg' ? 'ogg' : 'weba';
  return { ...plainly(blob, `Voice message.${end}`), duration, waveform };
};
