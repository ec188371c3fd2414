// When the client is built again, and what a new build leaves of the one before.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inputsHash, isStale, swapIn } from './client-build.mjs';

const DAY_S = 24 * 60 * 60;
let base = '';

beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'll-build-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function write(file: string, text: string): void {
  const full = path.join(base, file);
  mkdirSync(path.dirname(full), { recursive: true });
  writeFileSync(full, text);
}

/** A finished build in `folder` with these assets. */
function build(folder: string, ...assets: string[]): string {
  write(`${folder}/index.html`, folder);
  for (const asset of assets) write(`${folder}/assets/${asset}`, asset);
  return path.join(base, folder);
}

const dist = () => path.join(base, 'dist');
const has = (asset: string) => existsSync(path.join(dist(), 'assets', asset));

it('is stale after a change of a source, a rename or a setting, not after a change of a test', () => {
  write('src/main.tsx', 'one');
  write('src/main.test.ts', 'one');
  write('vite.config.ts', 'one');
  const first = inputsHash(base, {});
  write('src/main.test.ts', 'two');
  expect(inputsHash(base, { HOME: '/' })).toBe(first);
  const others = [inputsHash(base, { VITE_BACKEND_URL: 'http://localhost' })];
  write('src/main.tsx', 'two');
  others.push(inputsHash(base, {}));
  rmSync(path.join(base, 'src/main.tsx'));
  write('src/main2.tsx', 'two');
  others.push(inputsHash(base, {}));
  expect(new Set([first, ...others]).size).toBe(4);
});

it('puts the new build in place and keeps the chunks of the one before for thirty days', () => {
  swapIn(build('dist-new-1', 'a-1.js', 'both.js'), dist(), 'first');
  expect([isStale(dist(), 'first'), isStale(dist(), 'second')]).toEqual([false, true]);

  swapIn(build('dist-new-2', 'a-2.js', 'both.js'), dist(), 'second');
  expect(readFileSync(path.join(dist(), 'index.html'), 'utf8')).toBe('dist-new-2');
  expect([has('a-1.js'), has('a-2.js'), has('both.js')]).toEqual([true, true, true]);

  // a-1 was replaced thirty-one days ago; a-2 is that old too, but in use until now.
  const longAgo = Date.now() / 1000 - 31 * DAY_S;
  for (const name of ['a-1.js', 'a-2.js']) utimesSync(path.join(dist(), 'assets', name), longAgo, longAgo);
  swapIn(build('dist-new-3', 'a-3.js'), dist(), 'third');
  expect([has('a-1.js'), has('a-2.js'), has('a-3.js'), has('both.js')]).toEqual([false, true, true, true]);
});
