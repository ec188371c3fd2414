// The files that a backup is made of: each is written through its SHA-256 and flushed, or read back and judged by it.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** `path` from the backup's folder, with slashes. */
export interface Part {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

type Source = NodeJS.ReadableStream | AsyncIterable<Buffer>;

/** Writes one part, readable by its owner alone, and flushes it to the disk. `through`: what the bytes pass first (gzip). */
export async function writePart(
  folder: string,
  path: string,
  source: Source,
  through: readonly Transform[] = [],
): Promise<Part> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline([source as NodeJS.ReadableStream, ...through, measure, target]);
  return { path, size, sha256: hash.digest('hex') };
}

/** What is wrong with a part, or undefined. */
export async function judgePart(folder: string, { path, size, sha256 }: Part): Promise<string | undefined> {
  const hash = createHash('sha256');
  let found = 0;
  try {
    for await (const chunk of createReadStream(join(folder, path)) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      found += chunk.length;
    }
  } catch (error) {
    return `${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`;
  }
  if (found !== size) return `${path} has ${found} bytes instead of ${size}`;
  return hash.digest('hex') === sha256 ? undefined : `${path} was changed`;
}

/** All files below a folder, with slashes; none if it is not there. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    )
    .sort();
}

/** Names in a folder last after a loss of power only when the folder is flushed, too. Not where that is impossible (Windows). */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** The same for all folders below it. */
export async function flushFolders(folder: string): Promise<void> {
  const below = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of below) if (entry.isDirectory()) await flushFolder(join(entry.parentPath, entry.name));
  await flushFolder(folder);
}
