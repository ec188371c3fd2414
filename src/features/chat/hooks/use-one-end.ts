// The list of rows as the virtualizer can follow it: from one rendering to the next it changes at one end only, because then it
// is known by how much the view has to be moved. Messages that come while a page is put in front take one rendering more.
import { useLayoutEffect, useState } from 'react';
import type { Row } from '../components/rows/rows.ts';

interface Shown {
  readonly rows: readonly Row[];
  /** Rows came or went in front: the view keeps its distance from the end. */
  readonly shift: boolean;
  /** Another one when nothing of what was there can be followed: the list begins anew. */
  readonly epoch: number;
  readonly lastKey: string | undefined;
}

/** What is to be rendered next, on the way from `before` to `wanted`. Pure. */
export function nextOf(before: Shown, wanted: readonly Row[]): Shown {
  const lastKey = wanted.at(-1)?.key;
  const still = { ...before, rows: wanted, lastKey };
  if (!before.rows.length || before.rows[0]?.key === wanted[0]?.key) return { ...still, shift: false };
  if (before.lastKey === lastKey) return { ...still, shift: true };
  const there = wanted.findIndex((row) => row.key === before.lastKey);
  if (there < 0) return { ...still, shift: false, epoch: before.epoch + 1 };
  return { ...before, rows: wanted.slice(0, there + 1), shift: true };
}

export function useOneEnd(wanted: readonly Row[]): Shown {
  const [held, setShown] = useState<Shown & { of: readonly Row[] }>(() => ({
    of: wanted,
    rows: wanted,
    shift: false,
    epoch: 0,
    lastKey: wanted.at(-1)?.key,
  }));
  let shown = held;
  if (shown.of !== wanted) setShown((shown = { ...nextOf(shown, wanted), of: wanted }));
  const isPart = shown.rows !== wanted;
  useLayoutEffect(() => {
    // After this one is in the document, and before it is painted.
    if (isPart)
      queueMicrotask(() => setShown((now) => (now.of === wanted ? { ...nextOf(now, wanted), of: wanted } : now)));
  }, [isPart, wanted]);
  return shown;
}
