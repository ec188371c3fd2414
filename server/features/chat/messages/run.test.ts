// The bounds of pages of messages, against counting them out one by one.
import { expect, test } from 'vitest';
import { runOf } from './run.ts';

const BOUNDS = [
  [0, 0],
  [0, 1],
  [0, 2],
  [0, 5],
  [0, 9],
  [1, 1],
  [1, 2],
  [2, 5],
  [5, 5],
  [5, 9],
] as const;
const all = (since_seq: number, last_seq: number) =>
  Array.from({ length: last_seq - since_seq }, (_, i) => since_seq + i + 1);

test('every page has exactly the seqs asked for, and says rightly what lies around them', () => {
  for (const [since_seq, last_seq] of BOUNDS)
    for (const before_seq of [undefined, 0, 1, 2, 5, 6, 999_999_999_999_999])
      for (const after_seq of [undefined, 0, 1, 4, 5, 6, 999_999_999_999_999])
        for (const limit of [1, 2, 5, 100]) {
          const between = all(since_seq, last_seq).filter(
            (seq) => seq < (before_seq ?? Infinity) && seq > (after_seq ?? 0),
          );
          const expected = after_seq === undefined ? between.slice(-limit) : between.slice(0, limit);
          const run = runOf({ since_seq, last_seq }, { before_seq, after_seq, limit });
          const label = JSON.stringify({ since_seq, last_seq, before_seq, after_seq, limit });
          const seqs = all(since_seq, last_seq).filter((seq) => seq >= run.from && seq <= run.to);
          expect(seqs, label).toEqual(expected);
          if (!expected.length) continue;
          expect(run.has_before, label).toBe(Number(expected[0]) > since_seq + 1);
          expect(run.has_after, label).toBe(Number(expected.at(-1)) < last_seq);
        }
});

test('an empty page still says on which side something is', () => {
  expect(runOf({ since_seq: 0, last_seq: 0 }, { limit: 50 })).toMatchObject({ has_before: false, has_after: false });
  expect(runOf({ since_seq: 0, last_seq: 5 }, { before_seq: 1, limit: 50 })).toMatchObject({
    has_before: false,
    has_after: true,
  });
  expect(runOf({ since_seq: 0, last_seq: 5 }, { after_seq: 5, limit: 50 })).toMatchObject({
    has_before: true,
    has_after: false,
  });
  expect(runOf({ since_seq: 0, last_seq: 5 }, { after_seq: 900, limit: 50 })).toMatchObject({
    has_before: true,
    has_after: false,
  });
});

test('around a seq there is as much on both sides as there can be, and never less than a whole page', () => {
  for (const [since_seq, last_seq] of BOUNDS)
    for (const around_seq of [0, 1, 3, 5, 6, 9, 999_999_999_999_999])
      for (const limit of [1, 2, 3, 5, 100]) {
        const run = runOf({ since_seq, last_seq }, { around_seq, limit, before_seq: 1, after_seq: 9 });
        const label = JSON.stringify({ since_seq, last_seq, around_seq, limit });
        const seqs = all(since_seq, last_seq).filter((seq) => seq >= run.from && seq <= run.to);
        expect(seqs.length, label).toBe(Math.min(limit, last_seq - since_seq));
        expect([run.has_before, run.has_after], label).toEqual([
          last_seq > since_seq && seqs[0] !== since_seq + 1,
          last_seq > since_seq && seqs.at(-1) !== last_seq,
        ]);
        if (last_seq === since_seq) continue;
        const middle = Math.min(Math.max(around_seq, since_seq + 1), last_seq);
        expect(seqs, label).toContain(middle);
        const [before, after] = [seqs.indexOf(middle), seqs.length - 1 - seqs.indexOf(middle)];
        if (run.has_before && run.has_after) expect(Math.abs(before - after), label).toBeLessThanOrEqual(1);
      }
});
