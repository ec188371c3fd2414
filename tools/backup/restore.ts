// Restores a backup onto an empty data folder, and an empty database: judged whole before anything is written, marked as
// unfinished until all of it is there and flushed.
import { createReadStream, existsSync } from 'node:fs';
import { readdir, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type pg from 'pg';
import type { Config } from '#server/platform/config/config.ts';
import { UNFINISHED } from '#server/platform/config/unfinished-restore.ts';
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts';
import { readMigrations } from '#server/platform/db/migrate.ts';
import { appendErased, type Erased, erasedListIn, readErased } from '#server/platform/db/privacy/erased-list.ts';
import { migrationFolders } from '#server/registry.ts';
import { load, markUnfinished, refuseUsedDatabase } from './load.ts';
import { BackupError, type Manifest, readManifest } from './manifest.ts';
import { filesBelow, flushFolders, judgePart, writePart } from './parts.ts';

type Target = Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>;

/** `erased`: the list of who was erased after the backup was made. `again`: how many it names. Throws BackupError with what is wrong; then nothing was changed, or the folder is marked. */
export async function restoreBackup(
  backup: string,
  target: Target,
  erased?: string,
): Promise<Manifest & { readonly again: number }> {
  const again = erased === undefined ? [] : readGiven(erased);
  const folder = resolve(backup);
  const manifest = readManifest(folder);
  refuseOtherSchema(manifest);
  if (manifest.files === 'disk' && target.s3)
    throw new BackupError(
      'The backup holds the files itself, and S3_… is set. Unset these settings, restore, and move the files afterwards.',
    );
  await refuseUsedFolder(target.dataDir);
  if (target.databaseUrl) await refuseUsedDatabase({ connectionString: target.databaseUrl });
  await judge(folder, manifest);

  const { dataDir } = target;
  await writePart(dataDir, UNFINISHED, Readable.from([Buffer.from(`${folder}\n`)]));
  const { connection, stop } = await openEmpty(target);
  try {
    await markUnfinished(connection);
    for (const { path } of manifest.parts)
      if (path.startsWith('data/'))
        await writePart(dataDir, path.slice('data/'.length), createReadStream(join(folder, path)));
    appendErased(erasedListIn(dataDir), again);
    await flushOurs(dataDir);
    await load(connection, folder, manifest);
  } finally {
    await stop();
  }
  await unlink(join(dataDir, UNFINISHED));
  return { ...manifest, again: new Set(again.map(({ employee_id }) => employee_id)).size };
}

function readGiven(file: string): Erased[] {
  if (!existsSync(file)) throw new BackupError(`There is no list of erased people at ${file}. Nothing was changed.`);
  const people = readErased(file);
  if (!people.length)
    throw new BackupError(
      `${file} is no list of erased people: no line of it is a company's id and a person's. Take the erased.txt of the old data folder. Nothing was changed.`,
    );
  return people;
}

async function openEmpty({
  databaseUrl,
  dataDir,
}: Target): Promise<{ connection: pg.ClientConfig; stop: () => Promise<void> }> {
  if (databaseUrl) return { connection: { connectionString: databaseUrl }, stop: async () => undefined };
  const { host, port, user, database, password, stop } = await startEmbedded({ dataDir });
  return { connection: { host, port, user, database, ...(password && { password }) }, stop };
}

/** The database keeps its own folder. */
async function flushOurs(dataDir: string): Promise<void> {
  for (const entry of await readdir(dataDir, { withFileTypes: true }))
    if (entry.isDirectory() && entry.name !== 'db') await flushFolders(join(dataDir, entry.name));
}

async function refuseUsedFolder(dataDir: string): Promise<void> {
  const [first] = await readdir(dataDir);
  if (first === undefined) return;
  throw new BackupError(
    `${dataDir} is not empty (there is ${first}). Set DATA_DIR to an empty folder, or move what is there away. Nothing was changed.`,
  );
}

function refuseOtherSchema({ schema, app_version }: Manifest): void {
  const ours = new Map(readMigrations(migrationFolders).map(({ name, checksum }) => [name, checksum]));
  const other = schema.find(({ name, checksum }) => ours.get(name) !== checksum);
  if (other)
    throw new BackupError(
      `The backup was made by Limelight ${app_version}, whose database this version does not know (${other.name}). Restore it with that version or a newer one. Nothing was changed.`,
    );
}

async function judge(folder: string, { parts, tables }: Manifest): Promise<void> {
  const problems: string[] = [];
  for (const part of parts) {
    const problem = await judgePart(folder, part);
    if (problem) problems.push(problem);
  }
  const known = new Set(parts.map((part) => part.path));
  for (const { part } of tables) if (!known.has(part)) problems.push(`${part} is not in the list`);
  for (const path of await filesBelow(folder))
    if (path !== 'manifest.json' && !known.has(path)) problems.push(`${path} does not belong to it`);
  if (!problems.length) return;
  const more = problems.length > 5 ? ` and ${problems.length - 5} more` : '';
  throw new BackupError(`The backup is damaged: ${problems.slice(0, 5).join('; ')}${more}. Nothing was restored.`);
}
