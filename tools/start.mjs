// npm start: installs what is missing, builds the client if it is stale, and runs the server until it is told to stop.
import { startNode, untilEnd } from './lib/children.mjs';
import { ensureClientBuilt } from './lib/client-build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inProject, main } from './lib/project.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureClientBuilt();
  return untilEnd([startNode(['--disable-proto=delete', inProject('server', 'main.ts')])]);
});
