// What stands around the column of messages: the date that one reads, the ways to the newest and to the first unread message,
// the keys. Fetched right after the messages are there.
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { Message } from '#contract/chat.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { useShortcut } from '#src/kit/ui/hooks/use-shortcut.ts';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { useClient } from '#src/realtime/hooks.ts';
import { dayLabel, type Goal, type Row, seqOf } from '../components/rows/rows.ts';
import type { Excuse } from '../hooks/use-reading.ts';
import { type RovingInput, useRoving } from './use-roving.ts';
import './reading.css';

const DateJump = lazyPart(() => import('./date-jump.tsx'), 'DateJump');

export interface ReadingToolsProps extends RovingInput {
  goal: Goal | undefined;
  excuse: Excuse | undefined;
  newAfter: number | null;
  unread: number;
  onGoal: (goal: Goal) => void;
  /** Everything counts as read. */
  onRead: () => void;
}

/** Where another part of the past has to be read, the list is another one after this time at the most. Milliseconds. */
const ANOTHER_MS = 5_000;
/** When somebody was led away, by what goes with that: on the clock of the page. */
let ledAt = Number.NEGATIVE_INFINITY;

export function ReadingTools(props: ReadingToolsProps) {
  const { scroller, rows, view, newAfter, unread } = props;
  // The button goes once one is there, and the list perhaps, too. Nobody who uses the keyboard is to begin again at the top of the page.
  const onGoal = (goal: Goal) => {
    // Where a tap takes no focus the field has it still.
    if (document.activeElement instanceof HTMLButtonElement) {
      ledAt = performance.now();
      scroller.current?.focus({ preventScroll: true });
    }
    props.onGoal(goal);
  };
  useEffect(() => {
    const isLed = performance.now() - ledAt < ANOTHER_MS && document.activeElement === document.body;
    ledAt = Number.NEGATIVE_INFINITY;
    if (isLed) scroller.current?.focus({ preventScroll: true });
  }, [scroller]);
  const [asked, setAsked] = useState<{ anchor: Element; at: string }>();
  const end = useRoving(props);
  useExcuse(props);
  useShortcut('escape', props.onRead, { shift: false });
  const client = useClient();
  const save = () => {
    const message = chosenIn(rows);
    if (message) void import('../later/saved/saving.ts').then(({ toggleSaved }) => toggleSaved(client, message));
  };
  useShortcut('s', save, { when: () => chosenIn(rows) !== undefined });

  useEffect(() => {
    const element = scroller.current;
    const clicked = ({ target }: MouseEvent) => {
      const anchor = target instanceof Element ? target.closest<HTMLElement>('[data-day]') : null;
      if (anchor?.dataset['day']) setAsked({ anchor, at: anchor.dataset['day'] });
    };
    element?.addEventListener('click', clicked);
    return () => element?.removeEventListener('click', clicked);
  }, [scroller]);

  const day = rows.slice(0, view.top + 1).findLast((row) => row.kind === 'day');
  const mark = rows.findIndex(({ kind }) => kind === 'new');
  const [seenMark, setSeenMark] = useState(false);
  if (!seenMark && mark >= view.top && mark <= view.bottom && view.bottom > 0) setSeenMark(true);
  const isAbove = mark < 0 ? firstSeq(rows) > (newAfter ?? Number.MAX_SAFE_INTEGER) : mark < view.top;
  const way = newAfter !== null && !seenMark && view.bottom > 0 && isAbove;
  return (
    <>
      <span ref={end} tabIndex={-1} />
      <div className="ll-reading-top">
        {day ? (
          <button
            type="button"
            className="ll-day ll-reading-day"
            aria-label={`${dayLabel(day.at)}, jump to date`}
            aria-haspopup="dialog"
            data-quiet={rows[view.top]?.kind === 'day' ? '' : undefined}
            onClick={({ currentTarget }) => setAsked({ anchor: currentTarget, at: day.at })}
          >
            {dayLabel(day.at)}
          </button>
        ) : null}
        {way ? (
          <Button kind="ink" size="small" icon={ArrowUp} onClick={() => onGoal({ kind: 'mark' })}>
            First unread
          </Button>
        ) : null}
      </div>
      {view.atEnd ? null : (
        <Button
          kind="ink"
          size="small"
          className="ll-log-jump"
          icon={ArrowDown}
          onClick={() => onGoal({ kind: 'end' })}
        >
          {unread ? `${unread} new` : 'Newest'}
        </Button>
      )}
      {asked ? (
        <Suspense>
          <DateJump
            anchor={asked.anchor}
            at={asked.at}
            onClose={() => setAsked(undefined)}
            onPick={(at) => {
              setAsked(undefined);
              onGoal({ kind: 'time', at });
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** The message that has the focus, if the server has it. */
function chosenIn(rows: readonly Row[]): Message | undefined {
  const id = document.activeElement?.closest<HTMLElement>('[data-message]')?.dataset['message'];
  const row = rows.find(({ key }) => key === id);
  if (row?.kind !== 'message' || row.shown.message.deleted_at || !seqOf(row)) return undefined;
  return row.shown.message;
}

const firstSeq = (rows: readonly Row[]): number => {
  const first = rows.find((row) => row.kind === 'message');
  return first?.kind === 'message' ? first.shown.message.seq - 1 : 0;
};

const excuses: Readonly<Record<Excuse, string>> = {
  away: 'That part of the conversation is not on this device.',
  failed: 'That part of the conversation could not be loaded.',
};

/** Says why what somebody asked for is not on the screen. */
function useExcuse({ goal, excuse, rows }: ReadingToolsProps): void {
  const isGone = goal?.kind === 'message' && !rows.some(({ key }) => key === goal.message_id);
  const text = excuse ? excuses[excuse] : isGone ? 'That message is not here any more.' : undefined;
  const followed = useRef<Goal>(undefined);
  useEffect(() => {
    // What was there when the link was followed, and is cut from a long run, is still in the conversation.
    if (text && (excuse || followed.current !== goal)) showToast({ text });
    followed.current = goal;
  }, [text, goal, excuse]);
}
