// npm run dev: the server, started again on every change, and Vite's dev server in front of it. Ctrl-C ends both.
// PORT (default 4000) is Vite's; the server listens on a free port behind it.
import { createServer } from 'node:net';
import { startNode, untilEnd } from './lib/children.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inProject, main } from './lib/project.mjs';

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

await main(async () => {
  await ensureInstalled();
  const port = process.env.PORT ?? '4000';
  const backend = String(await freePort());
  const page = `http://localhost:${port}`;
  return untilEnd([
    startNode(['--watch', '--watch-preserve-output', '--disable-proto=delete', inProject('server', 'main.ts')], {
      PORT: backend,
      PUBLIC_URL: process.env.PUBLIC_URL ?? page,
    }),
    // vite.config.ts sends /api there, the socket too.
    startNode([inProject('node_modules', 'vite', 'bin', 'vite.js'), '--port', port, '--strictPort'], {
      LIMELIGHT_API: `http://127.0.0.1:${backend}`,
    }),
  ]);
});
