// S5's truth table, over all small sets.
import { expect, test } from 'vitest';
import { permits } from './permits.ts';

const sets: string[][] = [[], ['a'], ['b'], ['c'], ['a', 'b'], ['a', 'c'], ['b', 'c'], ['a', 'b', 'c']];

test('passes if all required are held, or else any of the optional; with nothing asked for it passes; without a session it fails', () => {
  for (const all of sets) {
    for (const any of sets) {
      expect(permits({ all, any }, null)).toBe(false);
      for (const held of sets) {
        const holdsAll = all.length > 0 && all.every((p) => held.includes(p));
        const holdsAny = any.some((p) => held.includes(p));
        const expected = all.length + any.length === 0 || holdsAll || holdsAny;
        expect(permits({ all, any }, held), JSON.stringify({ all, any, held })).toBe(expected);
        expect(permits({ all, any }, new Set(held))).toBe(expected);
      }
    }
  }
});
