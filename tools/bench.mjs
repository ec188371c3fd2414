// npm run bench: every figure the project quotes, measured again (bench/main.ts prints the table and writes it as JSON).
import { ensureBrowser } from './lib/browser.mjs';
import { startNode, untilEnd } from './lib/children.mjs';
import { ensureClientBuilt } from './lib/client-build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inProject, main } from './lib/project.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureClientBuilt();
  const CHROMIUM_PATH = await ensureBrowser();
  return untilEnd([startNode([inProject('bench', 'main.ts'), ...process.argv.slice(2)], { CHROMIUM_PATH })]);
});
