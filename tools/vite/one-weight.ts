// Serves a variable font at the one weight in which it is drawn: half the bytes, and every first visit fetches them. All glyphs stay.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

export interface OneWeightOptions {
  /** Of the project. */
  readonly root: string;
  /** The font's files: a folder of a package, as the stylesheet names it. */
  readonly folder: string;
  readonly weight: number;
  /** Which of them are wanted, by how the name begins. */
  readonly files: readonly string[];
}

/** Where the cut files are, made anew at each start: it takes a tenth of a second. */
const placeOf = ({ root, weight }: OneWeightOptions) => join(root, '.cache', 'fonts', String(weight));

export async function cutFonts(options: OneWeightOptions): Promise<void> {
  const from = join(options.root, 'node_modules', options.folder);
  const to = placeOf(options);
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (!options.files.some((start) => name === `${start}.woff2`)) continue;
    const cut = await subsetFont(readFileSync(join(from, name)), undefined, {
      targetFormat: 'woff2',
      keepAllGlyphs: true,
      variationAxes: { wght: options.weight },
      preserveNameIds: [0, 13, 14],
    });
    writeFileSync(join(to, name), cut);
  }
}

export function oneWeight(options: OneWeightOptions): Plugin {
  return {
    name: 'limelight:one-weight',
    config: async () => {
      await cutFonts(options);
      return { resolve: { alias: [{ find: options.folder, replacement: placeOf(options) }] } };
    },
  };
}
