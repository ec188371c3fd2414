// The scrolling column of messages: opens where reading stopped, stays at the end while one is there, loads older ones.
import { ArrowDown } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Spinner } from '#src/kit/ui/feedback/spinner.tsx';
import { clock } from '#src/kit/ui/format/dates.ts';
import { dayLabel, type Row } from '../rows/rows.ts';
import './messages.css';

export interface MessageListProps {
  rows: readonly Row[];
  renderMessage: (row: Extract<Row, { kind: 'message' }>) => ReactNode;
  hasOlder: boolean;
  loadingOlder: boolean;
  onOlder: () => void;
  /** The newest message is on the screen of somebody who looks: it counts as read. */
  onSeenEnd: () => void;
  /** Drawn above the first message when there is nothing older. */
  beginning: ReactNode;
}

/** Within this many px of the end one is "at the end". */
const NEAR_END = 80;
const NEAR_START = 600;

export function MessageList(props: MessageListProps) {
  const { rows, renderMessage, hasOlder, loadingOlder, onOlder, onSeenEnd, beginning } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const margin = useRoomAbove(scroller, above);
  const [atEnd, setAtEnd] = useState(true);
  const [missed, setMissed] = useState(0);
  const { shift, lastKey } = useShift(rows);
  const opened = useRef(false);
  const stick = useRef(true);

  const toEnd = useCallback((smooth = false) => {
    stick.current = true;
    const element = scroller.current;
    element?.scrollTo({ top: element.scrollHeight, behavior: smooth ? 'smooth' : 'instant' });
  }, []);
  useOpening(rows, opened, stick, list, toEnd);
  useEndKept(scroller, stick);

  const ownLast = rows.at(-1);
  const own =
    ownLast?.kind === 'message' && (ownLast.shown.delivery === 'queued' || ownLast.shown.delivery === 'failed');
  useLayoutEffect(() => {
    if (!opened.current || !lastKey) return;
    // What one writes oneself is always shown; what others write must not pull away from what one reads.
    if (stick.current || own) toEnd();
    else setMissed((n) => n + 1);
  }, [lastKey, own, toEnd]);

  const look = () => {
    const element = scroller.current;
    if (!element) return;
    const near = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
    stick.current = near;
    setAtEnd(near);
    if (near) setMissed(0);
    if (near && document.visibilityState === 'visible' && document.hasFocus()) onSeenEnd();
    if (hasOlder && !loadingOlder && element.scrollTop < NEAR_START) onOlder();
  };
  useEffect(() => {
    look();
    addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  });

  return (
    <div className="ll-log-frame">
      <div
        ref={scroller}
        className="ll-log"
        role="log"
        aria-label="Messages"
        aria-live="off"
        tabIndex={0}
        onScroll={look}
        data-scroller=""
      >
        <div ref={above} className="ll-log-above">
          {hasOlder ? (
            <div className="ll-log-older">{loadingOlder ? <Spinner label="Loading older messages" /> : null}</div>
          ) : (
            beginning
          )}
        </div>
        <Virtualizer ref={list} scrollRef={scroller} startMargin={margin} shift={shift} bufferSize={400}>
          {rows.map((row) => (
            <div key={row.key} className="ll-log-row">
              {row.kind === 'message' ? renderMessage(row) : <Divider row={row} />}
            </div>
          ))}
        </Virtualizer>
      </div>
      {atEnd ? null : (
        <Button kind="ink" size="small" className="ll-log-jump" icon={ArrowDown} onClick={() => toEnd(true)}>
          {missed ? `${missed} new` : 'Newest'}
        </Button>
      )}
    </div>
  );
}

function Divider({ row }: { row: Exclude<Row, { kind: 'message' }> }) {
  if (row.kind === 'day')
    return (
      <div className="ll-divider" data-kind="day" role="separator">
        <span>{dayLabel(row.at)}</span>
      </div>
    );
  if (row.kind === 'waiting')
    return (
      <div className="ll-divider" data-kind="waiting" role="separator">
        <span>Saved on this device · waiting for connection</span>
      </div>
    );
  return (
    <div className="ll-divider" data-kind="new" role="separator">
      <span>{row.since ? `New since ${clock(row.since)}` : 'New'}</span>
    </div>
  );
}

/** True in the render in which rows came in front: the view then keeps its distance from the end. */
function useShift(rows: readonly Row[]): { shift: boolean; lastKey: string | undefined } {
  const firstKey = rows[0]?.key;
  const lastKey = rows.at(-1)?.key;
  const [before, setBefore] = useState({ firstKey, lastKey, shift: false });
  if (before.firstKey !== firstKey || before.lastKey !== lastKey) {
    const shift = before.firstKey !== firstKey && before.lastKey === lastKey && before.firstKey !== undefined;
    setBefore({ firstKey, lastKey, shift });
    return { shift, lastKey };
  }
  return { shift: before.shift, lastKey };
}

/** Where to begin: at the mark of what is new, else at the end. Once, as soon as there are rows. */
function useOpening(
  rows: readonly Row[],
  openedRef: { current: boolean },
  stickRef: { current: boolean },
  listRef: { readonly current: VirtualizerHandle | null },
  toEnd: () => void,
): void {
  useLayoutEffect(() => {
    if (openedRef.current || !rows.length) return;
    openedRef.current = true;
    const mark = rows.findIndex((row) => row.kind === 'new');
    if (mark < 0) return toEnd();
    stickRef.current = false;
    listRef.current?.scrollToIndex(mark, { align: 'start', offset: -48 });
  });
}

/** Where the first row begins, in px from the top of what scrolls: without it rows in view are taken for rows out of view. */
function useRoomAbove(
  scrollerRef: { readonly current: HTMLElement | null },
  aboveRef: { readonly current: HTMLElement | null },
): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    const above = aboveRef.current;
    if (!scroller || !above) return;
    const measure = () =>
      setRoom(above.getBoundingClientRect().bottom - scroller.getBoundingClientRect().top + scroller.scrollTop);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(above);
    return () => observer.disconnect();
  }, [scrollerRef, aboveRef]);
  return room;
}

/** Rows are measured late and pictures load later: whoever is at the end stays there while the content grows. */
function useEndKept(scrollerRef: { readonly current: HTMLDivElement | null }, stickRef: { current: boolean }): void {
  useEffect(() => {
    const element = scrollerRef.current;
    if (!element) return;
    const keep = () => {
      if (stickRef.current) element.scrollTop = element.scrollHeight;
    };
    const observer = new ResizeObserver(keep);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [scrollerRef, stickRef]);
}
