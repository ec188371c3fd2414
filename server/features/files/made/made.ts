// Files that the server makes for one person alone, of whatever size: written as they come, and theirs once they are whole.
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Context } from '../../../platform/feature.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import { insertFile, setArrived } from '../repo.ts';

export interface MadeFiles {
  /** Private, in no folder, gone after some days. What is broken off is swept: the row stands before the first byte. */
  keepMade(
    company_id: string,
    employee_id: string,
    file: { readonly name: string; readonly extension: string; readonly mime_type: string },
    bytes: AsyncIterable<Buffer>,
  ): Promise<{ readonly file_id: string; readonly size: number }>;
  /** The bytes under a key of the table `file`; undefined if there are none (any more). */
  readBytes(key: string): Promise<Readable | undefined>;
}

/** A larger one no store takes in one piece. */
const MOST_BYTES = 5_000_000_000;

export const createMadeFiles = ({ db }: Pick<Context, 'db'>, store: FileStore): MadeFiles => ({
  keepMade: async (company_id, employee_id, { name, extension, mime_type }, bytes) => {
    const file_id = randomUUID();
    const key = `${company_id}/${employee_id}/${file_id}.${extension}`;
    const file = { file_id, key, folder: '', name, mime_type, is_private: true, max_size: MOST_BYTES } as const;
    await db.company(company_id, (tx) => insertFile(tx, { ...file, created_by: employee_id }));
    const size = await store.write(key, bytes, mime_type);
    await db.company(company_id, (tx) => setArrived(tx, file_id, { size, width: null, height: null, mime_type }));
    return { file_id, size };
  },
  readBytes: (key) => store.read(key),
});
