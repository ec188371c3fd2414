// A cut font has no axis left, and all its glyphs.
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inProject } from '#tools/lib/project.mjs';
import { cutFonts } from './one-weight.ts';

const NAME = 'bricolage-grotesque-latin-wght-normal';
const FOLDER = '@fontsource-variable/bricolage-grotesque/files';
const root = mkdtempSync(join(tmpdir(), 'limelight-font-'));

beforeAll(async () => {
  symlinkSync(inProject('node_modules'), join(root, 'node_modules'));
  await cutFonts({ root, folder: FOLDER, weight: 650, files: [NAME] });
});
afterAll(() => rmSync(root, { recursive: true }));

/** Places of the tables in the list of the standard (WOFF2, 4.1 and 4.2), each with its length. */
function tablesOf(font: Buffer): Map<number, number> {
  const tables = new Map<number, number>();
  let at = 48;
  const number = () => {
    let value = 0;
    for (let byte = 0x80; byte & 0x80; ) {
      byte = font.readUInt8(at++);
      value = value * 128 + (byte & 0x7f);
    }
    return value;
  };
  for (let left = font.readUInt16BE(12); left > 0; left--) {
    const flags = font.readUInt8(at++);
    const tag = flags & 0x3f;
    if (tag === 63) at += 4;
    tables.set(tag, number());
    // Transformed, they have a second length: glyf and loca unless they say 3, all others if they say anything.
    const isGlyphs = tag === 10 || tag === 11;
    if (isGlyphs ? flags >> 6 !== 3 : flags >> 6 !== 0) number();
  }
  return tables;
}

const LOCA = 11;
const FVAR = 47;
const GVAR = 48;

test('no axes, every glyph, and half the size', () => {
  const whole = readFileSync(join(root, 'node_modules', FOLDER, `${NAME}.woff2`));
  const cut = readFileSync(join(root, '.cache/fonts/650', `${NAME}.woff2`));
  expect([tablesOf(whole).has(FVAR), tablesOf(whole).has(GVAR)]).toEqual([true, true]);
  expect([tablesOf(cut).has(FVAR), tablesOf(cut).has(GVAR)]).toEqual([false, false]);
  expect(tablesOf(cut).get(LOCA)).toBe(tablesOf(whole).get(LOCA));
  expect(cut.length).toBeLessThan(0.6 * whole.length);
});
