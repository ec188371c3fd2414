// npm run keys [-- rotate | retire [purpose…]]: the keys by which secrets lie sealed in the database (keys-main.ts).
import { startNode, untilEnd } from '../lib/children.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { inProject, main } from '../lib/project.mjs';

await main(async () => {
  await ensureInstalled();
  return untilEnd([startNode([inProject('tools', 'operator', 'keys-main.ts'), ...process.argv.slice(2)])]);
});
