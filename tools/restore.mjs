// npm run restore -- <backup>: puts a backup onto an empty data folder, or an empty database (tools/backup/restore-main.ts).
import { startNode, untilEnd } from './lib/children.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inProject, main } from './lib/project.mjs';

await main(async () => {
  await ensureInstalled();
  return untilEnd([startNode([inProject('tools', 'backup', 'restore-main.ts'), ...process.argv.slice(2)])]);
});
