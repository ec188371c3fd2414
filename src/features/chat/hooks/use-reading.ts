// Which part of a conversation is on the screen: where reading stopped, where a link leads, or the newest. Data is the run's
// own business (use-messages.ts), scrolling the list's (message-list.tsx).
import type { QueryKey } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Address } from '#contract/chat.ts';
import { useClient, useLine } from '#src/realtime/hooks.ts';
import { addressKey } from '../address.ts';
import type { Goal } from '../components/rows/rows.ts';
import { type Around, isWindow, messagesKey, windowKey } from '../live/keys.ts';
import type { Messages } from '../live/live-messages.ts';
import { type Edge, type End, useGrowth } from './use-growth.ts';
import type { LinkedMessage } from './use-linked-message.ts';
import { type Run, useMessages } from './use-messages.ts';
import type { Late } from './use-new-mark.ts';

/** Why what was asked for is not on the screen: it is not on this device, or could not be loaded. */
export type Excuse = 'away' | 'failed';

export interface Place {
  readonly scope: string;
  /** Counts jumps: what grows stays the same view. */
  readonly view: number;
  readonly key: QueryKey;
  readonly goal: Goal;
  readonly link: string | undefined;
  readonly excuse: Excuse | undefined;
}

export interface ReadingInput {
  readonly address: Address;
  readonly seenSeq: number | null;
  /** The conversation list has told what it knows. */
  readonly listed: boolean;
  /** What was unread on opening lies after this seq. */
  readonly newAfter: number | null;
  /** Which is known after the messages. */
  readonly late: Late;
  readonly link: LinkedMessage | undefined;
}

export interface Reading {
  /** The conversation's latest messages, whatever is on the screen. */
  readonly latest: Run;
  /** What is on the screen. */
  readonly run: Run;
  /** Undefined until it is known where to begin. */
  readonly place: Place | undefined;
  readonly online: boolean;
  readonly older: Edge;
  readonly newer: Edge;
  readonly go: (goal: Goal) => void;
  /** In which half of the run somebody reads: when it has become too long, it is cut at its other end. */
  readonly onHalf: (half: End) => void;
}

const start: Goal = { kind: 'mark' };
/** As long as nothing is here but what one writes oneself. */
const alone: Goal = { kind: 'end' };

/** So that no two jumps and no two windows are the same. */
let count = 0;

export function useReading({ address, seenSeq, listed, newAfter, late, link }: ReadingInput): Reading {
  const line = useLine();
  const scope = addressKey(address);
  const latestKey = messagesKey(scope);
  const latest = useMessages(latestKey, seenSeq);
  const offline = line === 'offline';
  const [held, setPlace] = useState<Place>();
  let place = held?.scope === scope ? held : undefined;
  const run = useMessages(place?.key ?? latestKey, seenSeq);
  // Where to begin is decided once the rest comes: in the same list, because by then the focus may be in there.
  const begun = place?.goal === alone ? undefined : place;

  const jump = (goal: Goal): Place => {
    // Which link was followed last stays known while a thread is open, whose link it is then.
    const here = { scope, goal, link: link?.nonce ?? begun?.link, excuse: undefined };
    if (place && isIn(run.data, goal, newAfter)) return { ...here, view: place.view, key: place.key };
    if (isIn(latest.data, goal, newAfter)) return { ...here, view: ++count, key: latestKey };
    const around = offline ? undefined : aroundOf(goal, newAfter);
    if (around) return { ...here, view: ++count, key: windowKey(scope, around, count) };
    const excuse = goal.kind === 'mark' ? undefined : 'away';
    const stay = begun ?? { ...here, view: place?.view ?? ++count, key: latestKey, goal: start };
    return { ...stay, link: here.link, excuse };
  };
  const go = (goal: Goal) => setPlace(jump(goal));
  // All that follows is decided while rendering: what is not to be seen must not be drawn first.
  const settle = (next: Place | undefined) => {
    place = next;
    setPlace(next);
  };
  const isReplaced = useReplaced(latest.data);
  const [marked, setMarked] = useState(newAfter);
  if (isReplaced && begun && !isWindow(begun.key)) settle(undefined);
  else if (!begun && latest.data && !latest.missing && (listed || offline))
    settle(jump(link ? { kind: 'message', ...link } : start));
  else if (!place && latest.missing)
    settle({ scope, view: ++count, key: latestKey, goal: alone, link: undefined, excuse: undefined });
  // What is new begins before all that the run has: it was read anew after a long absence.
  else if (begun && late && newAfter !== marked && (run.data?.items[0]?.seq ?? 0) > (newAfter ?? 0) + 1)
    settle(jump(start));
  else if (begun && link && begun.link !== link.nonce) settle(jump({ kind: 'message', ...link }));
  if (newAfter !== marked) setMarked(newAfter);
  if (place && run.error && isWindow(place.key) && place.key === held?.key)
    settle({ ...place, view: ++count, key: latestKey, goal: start, excuse: 'failed' });

  // What one writes is always shown.
  const mine = latest.shown.at(-1);
  const writing = mine?.delivery === 'queued' ? mine.message.message_id : undefined;
  const [written, setWritten] = useState(writing);
  if (writing !== written) {
    setWritten(writing);
    if (writing && begun) settle(jump({ kind: 'end' }));
  }
  useLeftBehind(place?.key);
  const move = (from: QueryKey, key: QueryKey) => setPlace((now) => (now?.key === from ? { ...now, key } : now));
  return {
    latest,
    run,
    place,
    online: line === 'online',
    go,
    ...useGrowth({ address, key: place?.key, data: run.data, offline, move }),
  };
}

/** True in the rendering in which the messages were read anew after a long absence, and nothing of what was there is left. */
function useReplaced(data: Messages | undefined): boolean {
  const [first, last] = [data?.items[0]?.seq, data?.items.at(-1)?.seq];
  const [before, setBefore] = useState(last);
  if (before === last) return false;
  setBefore(last);
  return first !== undefined && before !== undefined && first > before + 1;
}

/** True if the run has what is to be brought into view. */
function isIn(data: Messages | undefined, goal: Goal, newAfter: number | null): boolean {
  const [first, last] = [data?.items[0], data?.items.at(-1)];
  if (!data || !first || !last) return data !== undefined && !data.has_before && !data.has_after;
  const has = (seq: number) => (seq >= first.seq || !data.has_before) && (seq <= last.seq || !data.has_after);
  if ('seq' in goal) return has(goal.seq);
  if (goal.kind === 'mark' && newAfter !== null) return has(newAfter + 1);
  if (goal.kind !== 'time') return !data.has_after;
  return (!data.has_before || first.created_at < goal.at) && (!data.has_after || last.created_at >= goal.at);
}

function aroundOf(goal: Goal, newAfter: number | null): Around | undefined {
  if (goal.kind === 'time') return { at_time: goal.at };
  if ('seq' in goal) return { around_seq: String(goal.seq) };
  return goal.kind === 'mark' && newAfter !== null ? { around_seq: String(newAfter + 1) } : undefined;
}

/** A window that nobody looks at any more goes from memory. */
function useLeftBehind(key: QueryKey | undefined): void {
  const { queryClient } = useClient();
  useEffect(() => {
    if (!key || !isWindow(key)) return;
    return () => {
      // Later: whoever takes its place may still read it.
      setTimeout(() => {
        const query = queryClient.getQueryCache().find({ queryKey: key, exact: true });
        if (!query?.getObserversCount()) queryClient.removeQueries({ queryKey: key, exact: true });
      });
    };
  }, [key, queryClient]);
}
