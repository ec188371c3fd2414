// Opens the store of files that the settings ask for.
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { createDiskStore, type DiskStore } from './disk.ts';
import { createS3Store } from './s3.ts';
import type { FileStore } from './store.ts';

/** `uploadPath`: where the disk's forms are posted, on our own server. `disk` is the store if it takes them itself. */
export function createFileStore(config: Config, uploadPath: string): { store: FileStore; disk?: DiskStore } {
  if (config.s3) return { store: createS3Store(config.s3, join(config.dataDir, 'files', 'incoming')) };
  const disk = createDiskStore(join(config.dataDir, 'files'), uploadPath);
  return { store: disk, disk };
}
