// The hint stands at the very top of the files that are named, and of no other.
import type { Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { compileHints, HINT } from './compile-hints.ts';

const chunk = (name: string) => ({ type: 'chunk', name, code: `run('${name}')` });

function hinted(chunks: readonly string[], files: Record<string, object>) {
  const { generateBundle } = compileHints(chunks);
  if (typeof generateBundle !== 'object') throw new Error('It is a hook with an order');
  const bundle = files as Rolldown.OutputBundle;
  // It asks for neither.
  Reflect.apply(generateBundle.handler, undefined, [undefined, bundle]);
  return Object.fromEntries(Object.entries(files).map(([file, of]) => [file, 'code' in of ? of.code : of]));
}

test('the files that are named, and no other', () => {
  const style = { type: 'asset', source: 'p{}' };
  const files = { 'vendor-1.js': chunk('vendor'), 'more-2.js': chunk('more'), 'app-3.css': style };
  expect(hinted(['vendor'], files)).toEqual({
    'vendor-1.js': `${HINT}run('vendor')`,
    'more-2.js': "run('more')",
    'app-3.css': style,
  });
});

test('a name that is no longer one is said', () => {
  expect(() => hinted(['vendor', 'app'], { 'vendor-1.js': chunk('vendor') })).toThrow('app');
});
