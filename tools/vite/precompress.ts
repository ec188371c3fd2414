// Puts `.br` and `.gz` beside what is worth it, so that the server never compresses at run time.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(?:js|css|html|svg|json|webmanifest|txt)$/;
/** Below this a header costs more than it saves. */
const LEAST = 512;

/** What brotli guesses of a file is right for some and wrong for others; a build has the time to try. */
const TRIED: readonly Readonly<Record<number, number>>[] = [
  {},
  { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT },
  { [constants.BROTLI_PARAM_LGBLOCK]: 16 },
  { [constants.BROTLI_PARAM_NPOSTFIX]: 1 },
  { [constants.BROTLI_PARAM_NDIRECT]: 1 },
  { [constants.BROTLI_PARAM_NPOSTFIX]: 1, [constants.BROTLI_PARAM_NDIRECT]: 8 },
];
/** Above this a file is none that somebody waits for, and trying takes seconds. */
const MOST_TRIED = 400_000;

function smallest(content: Buffer): Buffer {
  const ways = content.length > MOST_TRIED ? TRIED.slice(0, 1) : TRIED;
  const made = ways.map((way) =>
    brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, ...way } }),
  );
  return made.reduce((best, one) => (one.length < best.length ? one : best));
}

export function compressFolder(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!TEXT.test(name)) continue;
    const file = join(folder, name);
    const content = readFileSync(file);
    if (content.length < LEAST) continue;
    writeFileSync(`${file}.br`, smallest(content));
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
