// What runs in a page of a walk: the app's own data layer, bundled as the browser gets it, so that every page has its modules to
// itself and can be thrown away in the middle of anything.
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import { build } from 'vite';
import type * as pageParts from './page-parts.ts';

export type PageParts = typeof pageParts;

/** Names that the code finds as its page's, not as Node's. */
export type Scope = Readonly<Record<string, unknown>>;

/** Resolves with the way to begin a page; each call runs all modules anew. */
export async function bundlePage(): Promise<(scope: Scope) => PageParts> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { __APP_VERSION__: '"walk"', 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: { entry: fileURLToPath(new URL('page-parts.ts', import.meta.url)), formats: ['iife'], name: 'parts' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [first] = Array.isArray(built) ? built : [];
  const code = first?.output[0].code;
  if (!code) throw new Error('Nothing was bundled');
  return (scope) => compileFunction(`${code}; return parts;`, Object.keys(scope))(...Object.values(scope)) as PageParts;
}
