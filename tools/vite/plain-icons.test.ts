// Every icon that the app draws is the same drawing without what was taken away.
import { readdirSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { inProject } from '../lib/project.mjs';
import { plainIcon } from './plain-icons.ts';

const folder = inProject('node_modules', 'lucide-react', 'dist', 'esm', 'icons');

interface Icon {
  readonly size?: number;
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, unknown>>])[];
}

/** Of a module: what it says of its icon. */
function iconIn(code: string): Icon {
  const [, data = ''] = /const __iconData = (\{[\s\S]*?\n\});/.exec(code) ?? [];
  return runInNewContext(`(${data})`) as Icon;
}

test('an icon loses its keys, names and usual size, and nothing of its drawing', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.mjs'));
  expect(files.length).toBeGreaterThan(1_000);
  let smaller = 0;
  for (const file of files) {
    const code = readFileSync(`${folder}/${file}`, 'utf8');
    if (!code.includes('const __iconData')) continue;
    const [before, plain] = [iconIn(code), iconIn(plainIcon(code))];
    const drawn = before.node.map(([tag, { key: _, ...attributes }]) => [tag, attributes]);
    expect(plain, file).toEqual({ ...(before.size !== 24 && { size: before.size }), node: drawn });
    smaller++;
  }
  expect(smaller).toBeGreaterThan(1_000);
});
