// npm run backup [--keep days] [folder]: puts all that must last into one folder, while the server runs or not (tools/backup/take-main.ts).
import { startNode, untilEnd } from './lib/children.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inProject, main } from './lib/project.mjs';

await main(async () => {
  await ensureInstalled();
  return untilEnd([startNode([inProject('tools', 'backup', 'take-main.ts'), ...process.argv.slice(2)])]);
});
