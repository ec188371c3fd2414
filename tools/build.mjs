// npm run build: the client alone, if it is stale, in the way that never breaks a server that is running.
import { ensureClientBuilt } from './lib/client-build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { main } from './lib/project.mjs';

await main(async () => {
  await ensureInstalled();
  await ensureClientBuilt();
});
