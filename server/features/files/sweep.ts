// Takes away what was never uploaded, and what nothing points at any more. What is gone from the table is gone from the store.
import type { Tx } from '../../platform/db/database.ts';
import type { Context } from '../../platform/feature.ts';
import { mayLetGo } from '../../platform/files/letting-go.ts';
import type { FileStore } from '../../platform/files/store.ts';
import { addressOf } from './address.ts';
import { isImage } from './mime.ts';
import { iconKeys } from './previews/icons.ts';
import { previewKey } from './previews/previews.ts';
import { deleteFile, type FileRow, listIdle, listRemoved, markIdle, markUsed } from './repo.ts';
import type { FilePorts } from './service.ts';

/** Days: somebody may upload a file and send what points at it later, from a device that was away. */
const KEPT = { arrived: 14, awaited: 1 };
const EVERY_MS = 3_600_000;
const BATCH = 500;

/** Once through all companies. Returns how many files are gone. */
export async function sweepFiles(
  { db }: Pick<Context, 'db'>,
  store: FileStore,
  inUse: FilePorts['inUse'],
): Promise<number> {
  for (let found = BATCH; found === BATCH; ) {
    const idle = await db.system((tx) => listIdle(tx, KEPT, BATCH));
    found = idle.length;
    for (const [company_id, files] of Map.groupBy(idle, (file) => file.company_id))
      await db.company(company_id, async (tx) => {
        const used = new Set<string>();
        const asked = files.map((file) => ({ file_id: file.file_id, url: addressOf(file) }));
        for (const ask of inUse) for (const one of await ask(tx, asked)) used.add(one);
        const isUsed = (file: FileRow) => file.size !== null && (used.has(file.file_id) || used.has(addressOf(file)));
        const idsOf = (list: FileRow[]) => list.map((file) => file.file_id);
        await markUsed(tx, idsOf(files.filter(isUsed)));
        await markIdle(tx, idsOf(files.filter((file) => !isUsed(file))));
      });
  }
  return letGo(db, store);
}

async function letGo(db: Context['db'], store: FileStore): Promise<number> {
  let gone = 0;
  for (let found = BATCH; found === BATCH; ) {
    const removed = await db.system((tx) => listRemoved(tx, BATCH));
    found = removed.length;
    for (const file of removed) {
      if (!(await db.system((tx) => letOneGo(tx, store, file)))) return gone;
      gone++;
    }
  }
  return gone;
}

/** False while a backup is taken: the next sweep will do it. */
async function letOneGo(tx: Tx, store: FileStore, file: FileRow): Promise<boolean> {
  if (!(await mayLetGo(tx))) return false;
  if (isImage(file.mime_type)) for (const key of [previewKey(file), ...iconKeys(file)]) await store.remove(key);
  await store.remove(file.key);
  await deleteFile(tx, file);
  return true;
}

/** Sweeps every hour from now on. Returns the way to end it. */
export function keepSweepingFiles(context: Context, store: FileStore, inUse: FilePorts['inUse']): () => void {
  const timer = setInterval(() => {
    sweepFiles(context, store, inUse).catch((error: unknown) => context.log.error({ err: error }, 'sweeping files'));
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
