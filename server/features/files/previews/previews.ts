// Previews of images: made once, when a file is put to use or when somebody first asks, one at a time; kept in the store beside
// the file, read by whoever reads that, and gone with it.
import type { Context } from '../../../platform/feature.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import { isImage } from '../mime.ts';
import { claimPreview, type FileRow, findFile, giveBackPreview, setPreview } from '../repo.ts';
import { canDraw, draw, LONGEST } from './draw.ts';

/** What is no larger is its own preview. Bytes. */
const SMALL = 40_000;
/** More than these wait at once in an attack only. */
const MOST_WAITING = 500;
const TRIES = 3;

/** No key of an upload has two dots. */
export const previewKey = ({ key }: Pick<FileRow, 'key'>): string => `${key}.preview.webp`;

/** Whether it is worth asking for one: not of what is small, and not of what is known to have none. */
export function mayHavePreview({ mime_type, size, width, height, preview_size }: FileRow): boolean {
  if (!isImage(mime_type) || size === null || preview_size === 0) return false;
  const fits = width !== null && height !== null && Math.max(width, height) <= LONGEST;
  return !(fits && size <= SMALL);
}

export interface Previews {
  /** Bytes of the preview, which is there then; 0 if there is none. Failures are those of the store and the database. */
  ready(file: FileRow): Promise<number>;
  /** Ends when what is under way has ended. */
  stop(): Promise<void>;
}

export function createPreviews({ db, log }: Pick<Context, 'db' | 'log'>, store: FileStore): Previews {
  const waiting = new Map<string, Promise<number>>();
  let last: Promise<unknown> = Promise.resolve();
  let stopped = false;

  const make = async ({ company_id, file_id }: FileRow): Promise<number> => {
    if (stopped || !(await canDraw())) return 0;
    const file = await db.company(company_id, (tx) => claimPreview(tx, file_id, TRIES));
    if (!file) return (await db.company(company_id, (tx) => findFile(tx, file_id)))?.preview_size ?? 0;
    if (file.size === null || file.preview_size === 0) return 0;
    try {
      return await keep(file, file.size);
    } catch (error) {
      await db.company(company_id, (tx) => giveBackPreview(tx, file_id)).catch(() => undefined);
      throw error;
    }
  };
  const keep = async (file: FileRow, size: number): Promise<number> => {
    const stream = await store.read(file.key, { start: 0, end: size - 1 });
    if (!stream) return 0;
    const drawn = await draw(Buffer.concat(await stream.toArray()));
    const preview = drawn && drawn.length < size ? drawn : undefined;
    if (preview) await store.put(previewKey(file), preview, 'image/webp');
    const bytesOf = preview?.length ?? 0;
    const kept = await db.company(file.company_id, (tx) => setPreview(tx, file.file_id, size, bytesOf));
    // Whoever swept the file away meanwhile did not see this one.
    if (!kept && preview) await store.remove(previewKey(file));
    return kept ? bytesOf : 0;
  };
  return {
    ready: (file) => {
      if (file.preview_size !== null) return Promise.resolve(file.preview_size);
      const known = waiting.get(file.file_id);
      if (known) return known;
      if (stopped || waiting.size >= MOST_WAITING) return Promise.resolve(0);
      const one = last.then(() => make(file)).finally(() => waiting.delete(file.file_id));
      last = one.catch(
        (error: unknown) => stopped || log.warn({ err: error, file_id: file.file_id }, 'no preview now'),
      );
      waiting.set(file.file_id, one);
      return one;
    },
    stop: async () => {
      stopped = true;
      await last;
    },
  };
}
