// npm run backup [--keep days] [folder]: takes a backup, removes old ones beside it, and says where it is.
import { readConfig } from '#server/platform/config/config.ts';
import { explained } from '../lib/explained.ts';
import type { Manifest } from './manifest.ts';
import { asked, removeOld } from './old.ts';
import { takeBackup } from './take.ts';

function report(
  folder: string,
  { parts, tables, files, lost }: Manifest,
  { removed, stubborn }: Awaited<ReturnType<typeof removeOld>>,
): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const bytes = parts.reduce((sum, part) => sum + part.size, 0);
  return [
    `The backup is whole: ${rows.toLocaleString('en')} rows of ${tables.length} tables, ${parts.length - tables.length} files, ${(bytes / 1e6).toFixed(1)} MB.`,
    ...(files === 'elsewhere'
      ? ['Files are in your S3-compatible store and not in here: back up the bucket by its own means.']
      : []),
    ...(lost.length
      ? [
          `${lost.length} files that the database names were missing on the disk before; they are listed in the manifest.`,
        ]
      : []),
    ...(removed.length ? [`Removed because they were too old: ${removed.join(', ')}.`] : []),
    ...(stubborn.length ? [`Too old, and could not be removed: ${stubborn.join(', ')}.`] : []),
    'It holds secrets and what people wrote: keep it where only you can read it.',
    folder,
  ].join('\n');
}

explained(async () => {
  const { folder: into, keep } = asked(process.argv.slice(2));
  const { folder, manifest } = await takeBackup(readConfig(process.env), into);
  const old = keep === undefined ? { removed: [], stubborn: [] } : await removeOld(folder, keep);
  console.log(report(folder, manifest, old));
}, 'Nothing of the backup was kept.');
