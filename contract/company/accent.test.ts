// Any colour becomes an accent that can be read: labels on it, links, text on its tints, the light on ink.
import { expect, test } from 'vitest';
import {
  AA,
  contrast,
  groundsOf,
  type Hex,
  isReadable,
  ownAccent,
  ownName,
  readable,
  readHex,
  scaleOf,
  textOn,
} from './accent.ts';

/** 729 colours, evenly. */
const all: Hex[] = [];
for (let r = 0; r < 256; r += 31.875)
  for (let g = 0; g < 256; g += 31.875)
    for (let b = 0; b < 256; b += 31.875)
      all.push(`#${[r, g, b].map((c) => Math.round(c).toString(16).padStart(2, '0')).join('')}`);

test('the figures of design.md', () => {
  expect(contrast('#1d211c', '#bdee63')).toBeCloseTo(12.1, 1);
  expect(contrast('#ffffff', '#6e56cf')).toBeCloseTo(5.39, 1);
  expect(contrast('#ffffff', '#30a46c')).toBeCloseTo(3.16, 1);
  expect([textOn('#30a46c'), textOn('#6e56cf'), textOn('#bdee63')]).toEqual(['#1d211c', '#ffffff', '#1d211c']);
});

test('names and what people type', () => {
  expect(ownName('#0b6bcb')).toBe('Custom_0b6bcb');
  expect(ownAccent('Custom_0b6bcb')).toBe('#0b6bcb');
  for (const name of ['default', 'Custom_Mob_1', 'Custom_0B6BCB', 'Custom_0b6bcb ', 'xCustom_0b6bcb', '', null, 7])
    expect(ownAccent(name)).toBeUndefined();
  expect(['#0B6BCB', '0b6bcb', ' #abc ', 'abc', '#abcd', 'lime', ''].map(readHex)).toEqual([
    '#0b6bcb',
    '#0b6bcb',
    '#aabbcc',
    '#aabbcc',
    undefined,
    undefined,
    undefined,
  ]);
});

test('what reads already stays as it is; the others move a little until they do', () => {
  let moved = 0;
  for (const accent of all) {
    const mended = readable(accent);
    expect(contrast(textOn(mended), mended), accent).toBeGreaterThanOrEqual(AA);
    if (isReadable(accent)) expect(mended).toBe(accent);
    else moved++;
  }
  expect(moved).toBeGreaterThan(20);
  expect(moved).toBeLessThan(all.length / 5);
});

test.each(['light', 'dark'] as const)('every accent gives steps that can be read, %s', (appearance) => {
  const grounds: Hex[] = appearance === 'light' ? ['#ffffff', '#eff1ef'] : ['#171916', '#20221f'];
  for (const accent of all.map(readable)) {
    const { steps, spot, contrast: label } = scaleOf(accent, appearance);
    expect(steps).toHaveLength(12);
    for (const step of steps) expect(step).toMatch(/^#[0-9a-f]{6}$/);
    const [, , tint, selected, , , , , solid, , link, text] = steps as [Hex, ...Hex[]] & Hex[];
    expect(solid).toBe(accent);
    expect(contrast(label, accent), `label on ${accent}`).toBeGreaterThanOrEqual(AA);
    for (const ground of grounds) expect(contrast(link as Hex, ground), `link of ${accent}`).toBeGreaterThanOrEqual(AA);
    expect(contrast(link as Hex, tint as Hex), `link on tint of ${accent}`).toBeGreaterThanOrEqual(AA);
    expect(contrast(text as Hex, selected as Hex), `text on tint of ${accent}`).toBeGreaterThanOrEqual(AA);
    expect(contrast(spot, '#1d211c'), `spot of ${accent}`).toBeGreaterThanOrEqual(3);
  }
});

test('the desk is nearly as light as the sheet', () => {
  for (const accent of all.map(readable)) {
    const { desk, ground } = groundsOf(accent);
    expect(contrast(desk, '#ffffff'), accent).toBeLessThan(1.3);
    expect(contrast(ground, '#ffffff'), accent).toBeLessThan(1.15);
    expect(contrast(desk, '#60655f'), `muted text on the desk of ${accent}`).toBeGreaterThanOrEqual(AA);
  }
});
