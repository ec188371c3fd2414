// The manifest: what a backup holds, of which moment, for which schema, and the SHA-256 of each part and of itself.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { inProject } from '../lib/project.mjs';

const MANIFEST = 'manifest.json';
/** Of an error for the person at the terminal: printed without a stack. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

// A path leads nowhere but below the backup's folder.
const path = v.pipe(
  v.string(),
  v.regex(/^(?:data|database)\//),
  v.check((text) => !/(?:^|\/)\.{1,2}(?:\/|$)|[\\\0]/.test(text)),
);
const identifier = v.pipe(v.string(), v.regex(/^[a-z_][a-z0-9_]*$/));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const manifestSchema = v.strictObject({
  format: v.literal(1),
  app_version: v.string(),
  /** The moment of the database's snapshot: what was acknowledged before is in here. */
  made_at: v.string(),
  schema: v.array(v.strictObject({ name: v.string(), checksum: v.string() })),
  tables: v.array(v.strictObject({ name: identifier, columns: v.array(identifier), rows: count, part: path })),
  sequences: v.array(v.strictObject({ name: identifier, value: v.string(), is_called: v.boolean() })),
  /** `elsewhere`: in an S3-compatible store, which is backed up by its own means. */
  files: v.picklist(['disk', 'elsewhere']),
  /** Files that the database knows and the disk had lost before. */
  lost: v.array(v.string()),
  parts: v.array(v.strictObject({ path, size: count, sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) })),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;

const hashOf = (manifest: unknown): string => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** The manifest as it stands in the file, with its own hash. */
export const manifestText = (manifest: Manifest): string =>
  `${JSON.stringify({ sha256: hashOf(manifest), manifest }, null, 1)}\n`;

export const manifestFile = (folder: string): string => join(folder, MANIFEST);

/** Throws BackupError if there is none, or it was changed, or belongs to a later Limelight. */
export function readManifest(folder: string): Manifest {
  let text: string;
  try {
    text = readFileSync(manifestFile(folder), 'utf8');
  } catch (error) {
    throw new BackupError(
      `${folder} is no backup: its ${MANIFEST} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
  const damaged = new BackupError(`The backup is damaged: ${MANIFEST} was changed. Nothing was restored.`);
  let outer: { sha256?: unknown; manifest?: { format?: unknown } };
  try {
    outer = JSON.parse(text) as typeof outer;
  } catch {
    throw damaged;
  }
  if (outer.sha256 !== hashOf(outer.manifest)) throw damaged;
  if (outer.manifest?.format !== 1)
    throw new BackupError('The backup was made by a newer Limelight. Restore it with that version.');
  const parsed = v.safeParse(manifestSchema, outer.manifest);
  if (!parsed.success) throw damaged;
  return parsed.output;
}

export const appVersion = (): string =>
  (JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as { version: string }).version;
