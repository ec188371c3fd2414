// Builds the floor of browser/start.ts with the same tools as the app and serves it: brotli, files that never change, a worker that keeps all
// of it and answers from what it keeps.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
};

const workerOf = (paths: readonly string[]): string => `
const KEPT = ${JSON.stringify(paths)};
addEventListener('install', (event) => event.waitUntil(caches.open('floor').then((cache) => cache.addAll(KEPT))));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  const path = event.request.mode === 'navigate' ? '/index.html' : new URL(event.request.url).pathname;
  if (KEPT.includes(path)) event.respondWith(caches.match(path).then((found) => found ?? fetch(event.request)));
});`;

export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** `folder`: an empty one, for the build. `rows`: what the conversation shows. */
export async function serveFloorApp(folder: string, rows: readonly string[]): Promise<Served> {
  const root = fileURLToPath(new URL('../programs/floor-app/', import.meta.url));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'baseline-widely-available',
      modulePreload: { polyfill: false },
    },
  });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const contents = new Map(
    files.map((one) => {
      const path = join(one.parentPath, one.name);
      return [path.slice(folder.length).replaceAll('\\', '/'), readFileSync(path)];
    }),
  );
  contents.set('/sw.js', Buffer.from(workerOf([...contents.keys()])));
  contents.set('/rows.json', Buffer.from(JSON.stringify(rows.map((text, id) => ({ id, text })))));
  const packed = new Map([...contents].map(([path, content]) => [path, brotliCompressSync(content)]));
  const server = createServer((request, response) => {
    const path = request.url && packed.has(request.url) ? request.url : '/index.html';
    response.writeHead(200, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-encoding': 'br',
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    response.end(packed.get(path));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
