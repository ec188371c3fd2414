// The built client in dist: built again only when a source changed, never destroyed by a build that fails, and without
// taking the old chunks away from pages that are open.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { inProject, node24, root, run, ToolError } from './project.mjs';

/** Everything that can change the build. */
const INPUTS = [
  'src',
  'sw',
  'contract',
  'public',
  'tools/vite',
  'index.html',
  'vite.config.ts',
  'manifest.webmanifest',
  'package.json',
  'package-lock.json',
  '.env',
  '.env.local',
  '.env.production',
];
/** Tests are not in the build; generated files are made by it. */
const NOT_INPUTS = /\.test\.tsx?$|\.gen\.ts$/;

/** Pages that were opened before an update load their old chunks for so long. */
const KEEP_MS = 30 * 24 * 60 * 60 * 1000;

function filesBelow(place, base) {
  const full = path.join(base, place);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [place];
  return readdirSync(full)
    .toSorted()
    .flatMap((name) => filesBelow(`${place}/${name}`, base));
}

/** A hash over the content of all inputs and the VITE_ variables of the environment. */
export function inputsHash(base = root, environment = process.env) {
  const hash = createHash('sha256');
  for (const file of INPUTS.flatMap((place) => filesBelow(place, base))) {
    if (!NOT_INPUTS.test(file)) hash.update(`\0${file}\0`).update(readFileSync(path.join(base, file)));
  }
  for (const name of Object.keys(environment).toSorted()) {
    if (name.startsWith('VITE_')) hash.update(`\0${name}=${environment[name]}`);
  }
  return hash.digest('hex');
}

/** dist/.stamp: what the build was made of, and which assets are its own (the others were kept from earlier builds). */
function readStamp(dist) {
  try {
    return JSON.parse(readFileSync(path.join(dist, '.stamp'), 'utf8'));
  } catch {
    return { inputs: '', assets: [] };
  }
}

/** True unless the build in `dist` was made of just these inputs and put in place whole. */
export const isStale = (dist, inputs) => readStamp(dist).inputs !== inputs;

const assetsOf = (dist) => filesBelow('assets', dist);

/** Copies assets of the build before into the new one. Their time is when they were replaced; thirty days later they go. */
function keepOldAssets(before, after, now = Date.now()) {
  const own = new Set(readStamp(before).assets);
  for (const asset of assetsOf(before)) {
    const from = path.join(before, asset);
    const to = path.join(after, asset);
    const replacedAt = own.has(asset) ? now : statSync(from).mtimeMs;
    if (existsSync(to) || now - replacedAt > KEEP_MS) continue;
    mkdirSync(path.dirname(to), { recursive: true });
    cpSync(from, to);
    utimesSync(to, replacedAt / 1000, replacedAt / 1000);
  }
}

/** Puts the new build in the place of the old one. Until the last two renames the old one is whole. */
export function swapIn(fresh, dist, inputs) {
  writeFileSync(path.join(fresh, '.stamp'), JSON.stringify({ inputs, assets: assetsOf(fresh) }));
  const old = `${dist}-old-${process.pid}`;
  if (existsSync(dist)) {
    keepOldAssets(dist, fresh);
    renameSync(dist, old);
  }
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
}

/** Builds the client if a source changed. Throws ToolError with Vite's output; the old build is then still there. */
export async function ensureClientBuilt() {
  const dist = inProject('dist');
  const inputs = inputsHash();
  if (!isStale(dist, inputs)) return;
  console.log('Building the client …');
  const fresh = `${dist}-new-${process.pid}`;
  const vite = inProject('node_modules', 'vite', 'bin', 'vite.js');
  try {
    const { code, output } = await run(node24, [vite, 'build', '--outDir', fresh, '--logLevel', 'warn']);
    if (code !== 0) throw new ToolError(`The client could not be built:\n${output}`);
    swapIn(fresh, dist, inputs);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}
