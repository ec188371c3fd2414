// What a first visit loads, in brotli bytes: of the sign-in page and of a conversation. From the build's own manifest, so that
// it needs no browser: the page's scripts and preloads, the chunks of its routes, and everything these import.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { builtClient } from '#tests/e2e/kit/server.ts';
import { type Report, runAlone } from './lib/report.ts';

const dist = builtClient();
const KIB = 1024;

/** The files that the routes of each page are in: the router splits by route, tools/vite/chunk-groups.ts joins what a first visit needs. */
const PAGES = {
  'sign-in': { groups: ['auth'], most: 130 },
  conversation: { groups: ['signed-in'], most: 160 },
} as const;
const CSS_MOST = 28;

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly isEntry?: boolean;
}
type Manifest = Readonly<Record<string, Chunk>>;

const sizes = new Map<string, number>();
/** As the server sends it: the file that the build put beside it, or else what brotli makes of it. */
function brotliBytes(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const path = join(dist, file);
  const size = existsSync(`${path}.br`) ? statSync(`${path}.br`).size : brotliCompressSync(readFileSync(path)).length;
  sizes.set(file, size);
  return size;
}

/** The keys and everything that they import at once; what is imported on demand is not in it. */
function reach(manifest: Manifest, keys: readonly string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (found.has(key)) continue;
    found.add(key);
    reach(manifest, manifest[key]?.imports ?? [], found);
  }
  return found;
}

/** The chunk of a group. What is in no page's group has moved, and the figures would be too small. */
function chunkOf(manifest: Manifest, group: string): string {
  const [key] = Object.entries(manifest).find(([, { name, file }]) => name === group && file.endsWith('.js')) ?? [];
  if (key) return key;
  throw new Error(`The build has no file "${group}": say in bench/bytes.ts where the routes of that page are now.`);
}

const attribute = (html: string, tag: RegExp, name: string): string[] =>
  [...html.matchAll(tag)].flatMap(([found]) => new RegExp(`${name}="/?([^"]+)"`).exec(found)?.[1] ?? []);

export async function bytes(): Promise<Report> {
  const manifestPath = join(dist, '.vite', 'manifest.json');
  if (!existsSync(manifestPath)) throw new Error('There is no build to weigh: run `npm run build` first.');
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Manifest;
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const inPage = [
    ...attribute(html, /<script[^>]*type="module"[^>]*>/g, 'src'),
    ...attribute(html, /<link[^>]*rel="modulepreload"[^>]*>/g, 'href'),
  ];
  const styles = attribute(html, /<link[^>]*rel="stylesheet"[^>]*>/g, 'href');
  const fonts = attribute(html, /<link[^>]*as="font"[^>]*>/g, 'href');
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  const sum = (files: Iterable<string>) =>
    [...new Set(files)].reduce((total, file) => total + brotliBytes(file), 0) / KIB;

  const figures = Object.entries(PAGES).flatMap(([page, { groups, most }]) => {
    const keys = reach(manifest, [...entries, ...groups.map((group) => chunkOf(manifest, group))]);
    const chunks = [...keys].map((key) => manifest[key] as Chunk);
    const scripts = [...inPage, ...chunks.map((chunk) => chunk.file).filter((file) => file.endsWith('.js'))];
    const sheets = [...styles, ...chunks.flatMap((chunk) => chunk.css ?? [])];
    return [
      { what: `${page}, scripts`, value: sum(scripts), unit: 'KiB', most },
      { what: `${page}, styles`, value: sum(sheets), unit: 'KiB', most: CSS_MOST },
    ];
  });
  const more = [
    { what: 'the page itself', value: sum(['index.html']), unit: 'KiB' },
    { what: 'fonts that are preloaded', value: sum(fonts), unit: 'KiB' },
  ];
  return { bench: 'bytes', figures: [...figures, ...more], notes: [] };
}

if (import.meta.main) await runAlone(bytes);
