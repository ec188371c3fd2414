// The files of a data folder: uploaded files by what the database names, and all else that must last (mails, keys).
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnownFile } from './dump.ts';
import { filesBelow, type Part, writePart } from './parts.ts';

const OBJECTS = 'files/objects';
/** What the database comes back older than (audit-heads), made anew at each start, of the moment, or brought by the database's own part. */
const NOT_KEPT =
  /^(?:db(?:\.new)?\/|db\.|limelight\.lock|backups\/|logs\/|audit-heads\/|files\/incoming\/|files\/objects\/)|(?:^|\/)\.[^/]*$/;

export interface TakenFiles {
  readonly parts: readonly Part[];
  readonly lost: readonly string[];
}

/** What belongs to a file stands beside it, under its name and more (`….preview.webp`). */
const ownerOf = (path: string, known: ReadonlySet<string>): boolean => {
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1))
    if (known.has(path.slice(0, end))) return true;
  return false;
};

/** `known`: as of the snapshot; what has arrived since is not its business. Fails if a file that people can open went meanwhile. */
export async function takeFiles(dataDir: string, folder: string, known: readonly KnownFile[]): Promise<TakenFiles> {
  const keys = new Set(known.map((file) => file.key));
  const objects = (await filesBelow(join(dataDir, OBJECTS))).filter((path) => ownerOf(path, keys));
  const others = (await filesBelowButDatabase(dataDir)).filter((path) => !NOT_KEPT.test(path));
  const parts: Part[] = [];
  for (const path of [...others, ...objects.map((key) => `${OBJECTS}/${key}`)]) {
    const part = await takeOne(dataDir, folder, path);
    if (part) parts.push(part);
  }
  const taken = new Set(parts.map((part) => part.path));
  const lost = known.filter(({ key, needed }) => needed && !taken.has(`data/${OBJECTS}/${key}`)).map(({ key }) => key);
  return { parts, lost };
}

/** A mail may be moved away by whoever reads it; nothing else goes while the backup holds its lock. */
async function takeOne(dataDir: string, folder: string, path: string): Promise<Part | undefined> {
  const file = join(dataDir, path);
  if (!(await stat(file).catch(() => undefined))) return undefined;
  return writePart(folder, `data/${path}`, createReadStream(file));
}

/** The database's folder is large, changes under the reader and may be closed to them. */
async function filesBelowButDatabase(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir, { withFileTypes: true });
  const lists = entries.map(async (entry) => {
    if (entry.isFile()) return [entry.name];
    if (!entry.isDirectory() || /^(?:db|db\.new|backups|logs)$/.test(entry.name)) return [];
    return (await filesBelow(join(dataDir, entry.name))).map((path) => `${entry.name}/${path}`);
  });
  return (await Promise.all(lists)).flat().sort();
}
