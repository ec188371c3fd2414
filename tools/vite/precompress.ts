// Puts `.br` and `.gz` beside what is worth it, so that the server never compresses at run time.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(?:js|css|html|svg|json|webmanifest|txt)$/;
/** Below this a header costs more than it saves. */
const LEAST = 512;

export function compressFolder(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!TEXT.test(name)) continue;
    const file = join(folder, name);
    const content = readFileSync(file);
    if (content.length < LEAST) continue;
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

export function precompress(): Plugin {
  let folder = '';
  let worker = false;
  return {
    name: 'limelight:precompress',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      folder = config.build.outDir;
      worker = config.build.lib !== false;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: () => {
        if (!worker) compressFolder(folder);
      },
    },
  };
}
