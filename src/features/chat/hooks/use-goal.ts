// Brings into view what the list is told to show, once for each time that it is told. Nothing else scrolls by itself.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Goal, goalIn, type Row } from '../components/rows/rows.ts';
import type { Late } from './use-new-mark.ts';

export interface GoalInput {
  readonly rows: readonly Row[];
  readonly goal: Goal | undefined;
  /** What is new was known after what stands here. */
  readonly late: Late;
  /** Where it begins. */
  readonly newAfter: number | null;
  readonly epoch: number;
  /** The row that is read right now. */
  readonly topKey: string | undefined;
  readonly stickRef: { current: boolean };
  /** It was led to what has come while nobody looks. */
  readonly ledRef: { current: boolean };
  /** It is there, and what is on the screen may be looked at. */
  readonly settledRef: { current: boolean };
  readonly toEnd: () => void;
  /** Messages to the middle, all else to the top, below the floating date. */
  readonly toRow: (at: number, kind: Goal['kind']) => void;
}

/** How long a message stays lit. Milliseconds. */
const LIT_MS = 2_400;

const toMark = (rows: readonly Row[]) => goalIn(rows, { kind: 'mark' });

/** Which message is lit. */
export function useGoal(input: GoalInput): string | undefined {
  const { rows, goal, late, newAfter, epoch, topKey, stickRef, ledRef, settledRef, toEnd, toRow } = input;
  const reached = useRef<Goal>(undefined);
  const turn = useRef(0);
  const before = useRef({ epoch, topKey, rows, mark: null as number | null });
  const [dark, setDark] = useState<Goal>();
  const [at, settle] = useState<{ readonly goal?: Goal | undefined }>({});
  /** `find`: asked anew each time, since rows above may be cut off meanwhile. */
  const goTo = (find: (rows: readonly Row[]) => number | undefined, kind: Goal['kind']) => {
    settledRef.current = false;
    const own = ++turn.current;
    // Unless it was led elsewhere meanwhile.
    const next = (work: () => void) => requestAnimationFrame(() => own === turn.current && work());
    const go = () => {
      const place = find(before.current.rows);
      if (place === undefined) toEnd();
      else toRow(place, kind);
    };
    go();
    // What comes into view is measured first, and moves once more by that; what grew meanwhile was not there to scroll to. How much room
    // there is above is heard at the end of that frame: only from then on what it gains or loses has to be scrolled by. Who scrolls
    // meanwhile has settled it.
    next(() =>
      next(() => {
        if (!settledRef.current) go();
        next(() => {
          settledRef.current = true;
          settle({ goal: reached.current });
        });
      }),
    );
  };
  useLayoutEffect(() => {
    const last = before.current;
    const now = {
      epoch,
      topKey,
      rows,
      mark: rows.some(({ kind }) => kind === 'new') ? newAfter : null,
    };
    before.current = now;
    if (!goal || !rows.length) return;
    const isNew = now.mark !== null && now.mark !== last.mark && stickRef.current;
    // Of a copy from the device that had nothing unread yet: it comes below what was read last.
    const opens = goal.kind === 'mark' && (late || rows.at(-1)?.key !== last.rows.at(-1)?.key);
    if (reached.current !== goal) {
      reached.current = goal;
      goTo((all) => goalIn(all, goal), goal.kind);
    } else if (isNew && (opens || late === 'away')) {
      // Wherever one was led before: by now that was read.
      ledRef.current = late === 'away';
      goTo(toMark, 'mark');
    } else if (now.epoch !== last.epoch && !stickRef.current) {
      goTo((all) => {
        const same = all.findIndex(({ key }) => key === last.topKey);
        return same < 0 ? toMark(all) : same;
      }, 'mark');
    }
  });
  // From when it has come into view, which takes a while on a busy machine, and in a tab behind another until somebody looks.
  const isShown = goal?.kind === 'message' && at.goal === goal;
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setDark(goal), LIT_MS);
    return () => clearTimeout(timer);
  }, [isShown, goal]);
  return goal?.kind === 'message' && goal !== dark ? goal.message_id : undefined;
}
