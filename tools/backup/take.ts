// Takes a backup: a folder that has its name only once all of it is written, hashed and flushed.
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { Config } from '#server/platform/config/config.ts';
import { openDatabase } from '../lib/database.ts';
import { whileKeysStay } from '../lib/keys-lock.ts';
import { takeFiles } from './data-files.ts';
import { dump } from './dump.ts';
import { appVersion, BackupError, type Manifest, manifestFile, manifestText } from './manifest.ts';
import { flushFolder, flushFolders, type Part, writePart } from './parts.ts';

/** `target`: the folder in which backups are kept. */
export async function takeBackup(config: Config, target: string): Promise<{ folder: string; manifest: Manifest }> {
  if (!relative(config.dataDir, resolve(target)).startsWith('..'))
    throw new BackupError(`Keep backups outside of ${config.dataDir}: who loses the one would lose the other.`);
  const stamp = new Date()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '');
  const folder = join(resolve(target), `limelight-${stamp}`);
  const draft = join(dirname(folder), `.${basename(folder)}.${process.pid}.partial`);
  const database = await openDatabase(config);
  try {
    await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
    await mkdir(draft, { mode: 0o700 });
    try {
      // What lies sealed in the snapshot opens with the keys that are taken later.
      const manifest = await whileKeysStay(config, refused, () => fill(draft, config, database.connection));
      // A folder that is there and not empty is not replaced: it is another backup of the same second.
      await rename(draft, folder);
      await flushFolder(dirname(folder));
      return { folder, manifest };
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      throw error;
    }
  } finally {
    await database.close();
  }
}

const refused = (what: string): BackupError => new BackupError(`${what} Try again once that is done.`);

async function fill(draft: string, config: Config, connection: Parameters<typeof dump>[0]): Promise<Manifest> {
  let lost: readonly string[] = [];
  const files: Part[] = [];
  const { parts, ...dumped } = await dump(connection, draft, async (known) => {
    const taken = await takeFiles(config.dataDir, draft, config.s3 ? [] : known);
    files.push(...taken.parts);
    lost = taken.lost;
  });
  const manifest: Manifest = {
    format: 1,
    app_version: appVersion(),
    ...dumped,
    files: config.s3 ? 'elsewhere' : 'disk',
    lost: [...lost],
    parts: [...parts, ...files],
  };
  await writePart(draft, basename(manifestFile(draft)), Readable.from([Buffer.from(manifestText(manifest))]));
  await flushFolders(draft);
  return manifest;
}
