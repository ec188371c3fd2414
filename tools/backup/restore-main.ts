// npm run restore -- <backup> [list of erased people]: restores a backup onto what DATA_DIR and DATABASE_URL name.
import { readConfig } from '#server/platform/config/config.ts';
import { explained } from '../lib/explained.ts';
import { BackupError } from './manifest.ts';
import { restoreBackup } from './restore.ts';

explained(async () => {
  const [, , backup, erased] = process.argv;
  if (!backup) throw new BackupError('Say which backup: npm run restore -- backups/limelight-20260102T030405Z');
  const config = readConfig(process.env);
  const { made_at, app_version, files, again } = await restoreBackup(backup, config, erased);
  console.log(`Restored into ${config.dataDir}: everything as of ${made_at} (Limelight ${app_version}).`);
  if (files === 'elsewhere')
    console.log('Files were in an S3-compatible store: set S3_… as before, and restore the bucket by its own means.');
  if (erased) console.log(`Erased again at the first start: ${again} of the list ${erased}.`);
  else
    console.log(
      'Who was erased after the backup was made is back. To have them erased again, add the lines of the old DATA_DIR/erased.txt to the one in here before the start.',
    );
  console.log('Start Limelight with npm start.');
}, 'Begin again, on an empty folder with more space.');
