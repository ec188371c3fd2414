// What was on the screen of somebody who looks counts as read: the marker follows, at the end at once, on the way there every
// now and then.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ConversationState } from '#contract/chat.ts';
import { useClient } from '#src/realtime/hooks.ts';
import * as write from '../mutations.ts';
import { type Late, useNewMark } from './use-new-mark.ts';

export interface Seen {
  /** What was unread on opening lies after this seq; null: nothing was. */
  readonly newAfter: number | null;
  readonly late: Late;
  /** The message of this seq, and all before it. */
  readonly upTo: (seq: number) => void;
  /** Everything, whether it was on the screen or not. */
  readonly all: () => void;
}

/** Between two tellings on the way. Milliseconds. */
const PACE_MS = 1_500;

/** Whoever has just marked something unread is `held`: it stays so until the conversation is left, or all is said to be read. */
export function useSeen(state: ConversationState | undefined, heldRef: { current: boolean }): Seen {
  const client = useClient();
  const mark = useNewMark(state);
  const told = useRef(0);
  const seen = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    // The list may be behind what is on the screen.
    const seq = Math.min(seen.current, state?.last_seq ?? 0);
    if (heldRef.current || !state || seq <= state.read_seq || seq <= told.current) return;
    told.current = seq;
    write.markRead(client, state.conversation_id, seq);
  };
  const tellNow = useEffectEvent(() => {
    if (timer.current !== undefined) tell();
  });
  const [late, setLate] = useState(0);
  useEffect(() => tellNow(), [late]);
  // Whoever leaves has seen it all the same.
  useEffect(() => () => tellNow(), []);
  const upTo = (seq: number) => {
    if (!mark.look()) return;
    seen.current = Math.max(seen.current, seq);
    if (!state || seen.current <= Math.max(state.read_seq, told.current)) return;
    if (seq >= state.last_seq) tell();
    else timer.current ??= setTimeout(() => setLate((n) => n + 1), PACE_MS);
  };
  const all = () => {
    heldRef.current = false;
    told.current = 0;
    upTo(state?.last_seq ?? 0);
  };
  return { newAfter: mark.after, late: mark.late, upTo, all };
}
