// npm run operator [-- reset [e-mail]]: who runs the server, and a way in for one who has forgotten the password (tools/operator/main.ts).
import { startNode, untilEnd } from './lib/children.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inProject, main } from './lib/project.mjs';

await main(async () => {
  await ensureInstalled();
  return untilEnd([startNode([inProject('tools', 'operator', 'main.ts'), ...process.argv.slice(2)])]);
});
