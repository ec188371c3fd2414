// npm run demo: fills a company with people, spaces and messages, and prints how to sign in (tools/demo/main.ts).
import { startNode, untilEnd } from './lib/children.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inProject, main } from './lib/project.mjs';

await main(async () => {
  await ensureInstalled();
  return untilEnd([startNode([inProject('tools', 'demo', 'main.ts'), ...process.argv.slice(2)])]);
});
