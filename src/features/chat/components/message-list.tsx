// The scrolling column of messages: brings into view what it is told to, stays at the end while one is there, and asks for more
// at both ends. Nothing else moves it. What stands around it (pills, dates, keys) is reading/reading-tools.tsx.
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { Spinner } from '#src/kit/ui/feedback/spinner.tsx';
import { clock, dateAndTime } from '#src/kit/ui/format/dates.ts';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { useGoal } from '../hooks/use-goal.ts';
import type { Edge, End } from '../hooks/use-growth.ts';
import type { Late } from '../hooks/use-new-mark.ts';
import { useOneEnd } from '../hooks/use-one-end.ts';
import type { Excuse } from '../hooks/use-reading.ts';
import { useEndKept, useRoomAbove } from '../hooks/use-room.ts';
import { dayLabel, type Goal, type Row, seqOf } from './rows/rows.ts';
import './messages.css';

const ReadingTools = lazyPart(() => import('../reading/reading-tools.tsx'), 'ReadingTools');

export interface MessageListProps {
  rows: readonly Row[];
  renderMessage: (row: Extract<Row, { kind: 'message' }>) => ReactNode;
  goal: Goal | undefined;
  excuse: Excuse | undefined;
  older: Edge;
  newer: Edge;
  /** The message of this seq, and all before it, were on the screen of somebody who looks. */
  onSeen: (seq: number) => void;
  onHalf: (half: End) => void;
  /** What is asked for with the tools. */
  onGoal: (goal: Goal) => void;
  onRead: () => void;
  unread: number;
  /** What was unread on opening lies after this seq. */
  newAfter: number | null;
  /** That was known after the messages. */
  late: Late;
  /** The message that is being changed stays in the document, wherever one reads. */
  edited: string | undefined;
  /** Drawn above the first message when there is nothing older. */
  beginning: ReactNode;
}

/** Within this many px of the end one is "at the end". */
const NEAR_END = 80;
/** This near to what is not there yet it is asked for. */
const NEAR_EDGE = 900;
/** So far beyond what is to be seen rows are drawn. */
const AROUND = 400;
/** A row at the top stands below the floating date. */
const TOP_PX = 48;

/** What the tools know of where one reads. */
export interface View {
  /** Of the first and the last row that are to be seen. */
  readonly top: number;
  readonly bottom: number;
  readonly atEnd: boolean;
  /** Rows from the end that stay drawn while one is there. */
  readonly tail: number;
}

export function MessageList(props: MessageListProps) {
  const { rows: wanted, renderMessage, goal, older, newer, beginning } = props;
  const { rows, shift, epoch, lastKey } = useOneEnd(wanted);
  const scroller = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const stick = useRef(false);
  const led = useRef(false);
  const settled = useRef(false);
  const lastTop = useRef(0);
  const top = useRef(0);
  const [view, setView] = useState<View>({ top: 0, bottom: 0, atEnd: true, tail: 0 });
  const [kept, setKept] = useState<string>();
  const margin = useRoomAbove(scroller, above, stick, settled, top, older.has);
  const toEnd = () => {
    stick.current = true;
    const element = scroller.current;
    if (element) element.scrollTop = element.scrollHeight;
  };
  // The virtualizer's own way would pull back whoever scrolls on meanwhile, for as long as there are rows to be measured.
  const toRow = (at: number, kind: Goal['kind']) => {
    const [element, virtual] = [scroller.current, list.current];
    if (!element || !virtual) return;
    const place = top.current + virtual.getItemOffset(at);
    const room = element.clientHeight - virtual.getItemSize(at);
    const down = place - element.scrollTop;
    if (kind === 'edit' && down > TOP_PX && down < room) {
      // Its field has taken the focus, and the browser may have led there.
      stick.current &&= element.scrollTop >= lastTop.current;
      return;
    }
    stick.current = false;
    element.scrollTop = place - (kind === 'edit' || kind === 'message' ? room / 2 : TOP_PX);
  };
  const topKey = rows[view.top]?.key;
  const lit = useGoal({
    rows,
    goal,
    late: props.late,
    newAfter: props.newAfter,
    epoch,
    topKey,
    stickRef: stick,
    ledRef: led,
    settledRef: settled,
    toEnd,
    toRow,
  });
  useEndKept(scroller, stick);

  useLayoutEffect(() => {
    // What comes must not pull away from what one reads.
    if (lastKey && settled.current && stick.current) toEnd();
  }, [lastKey]);

  const scrolls = () => {
    settled.current = true;
    led.current = false;
  };
  const look = () => {
    const [element, virtual] = [scroller.current, list.current];
    // What is new, and what comes below it, is not read yet: it is not to be cut off.
    if (led.current) props.onHalf('older');
    // Where there is nothing yet, nothing has to be brought into view.
    if (!element || !virtual || !(settled.current || !rows.length)) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    // What grew under whoever is at the end takes them along.
    const grew = stick.current && below >= NEAR_END && element.scrollTop >= lastTop.current;
    lastTop.current = element.scrollTop;
    if (grew && !newer.has) return toEnd();
    const atEnd = below < NEAR_END && !newer.has;
    // Where there is little room a pane beside it covers it.
    const beside = element.closest('section')?.nextElementSibling?.clientWidth ?? -1;
    const isLooking = document.visibilityState === 'visible' && document.hasFocus() && beside < element.clientWidth;
    // Led to what is new while nobody looks, it stays there whatever else comes, until that is read here or elsewhere.
    if (led.current && (isLooking || !props.unread)) {
      led.current = false;
      if (!isLooking && !newer.has) return toEnd();
    }
    stick.current = atEnd && !led.current;
    const from = virtual.findItemIndex(element.scrollTop);
    const under = virtual.findItemIndex(element.scrollTop + element.clientHeight);
    const to = atEnd ? rows.length - 1 : Math.max(from, under - 1);
    if (view.top !== from || view.bottom !== to || view.atEnd !== atEnd) {
      // What moves the end by a line is no scrolling: the list must not let go of the rows above, to draw them anew a moment later.
      // A little more at first: rows just beyond would come and go.
      const around = AROUND * (view.tail ? 1 : 1.5);
      const tail = Math.max(view.tail, rows.length - virtual.findItemIndex(element.scrollTop - around));
      setView({ top: from, bottom: to, atEnd, tail: atEnd ? tail : 0 });
    }
    props.onHalf(from * 2 > rows.length ? 'newer' : 'older');
    if (older.has && element.scrollTop < NEAR_EDGE) older.load();
    else if (newer.has && below < NEAR_EDGE) newer.load();
    if (isLooking) props.onSeen(Math.max(0, ...rows.slice(from, to + 1).map(seqOf)));
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
        onWheel={scrolls}
        onTouchMove={scrolls}
        data-scroller=""
      >
        <div ref={above} className="ll-log-above">
          {older.has ? <More edge={older} label="older" /> : beginning}
        </div>
        <Virtualizer
          key={epoch}
          ref={list}
          scrollRef={scroller}
          startMargin={margin}
          shift={shift}
          bufferSize={AROUND}
          data={rows}
          keepMounted={rows.flatMap(({ key }, at) =>
            key === kept || key === props.edited || rows.length - at <= view.tail ? at : [],
          )}
        >
          {(row) => (
            <div key={row.key} className="ll-log-row" data-lit={row.key === lit ? '' : undefined}>
              {row.kind === 'message' ? renderMessage(row) : <Divider row={row} />}
            </div>
          )}
        </Virtualizer>
        {newer.has ? <More edge={newer} label="newer" /> : null}
      </div>
      {rows.length ? (
        <Suspense>
          <ReadingTools
            {...props}
            scroller={scroller}
            list={list}
            rows={rows}
            view={view}
            stick={stick}
            keep={setKept}
            lit={lit}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

function More({ edge, label }: { edge: Edge; label: string }) {
  return (
    <div className="ll-log-older">
      {edge.loading ? <Spinner label={`Loading ${label} messages`} /> : null}
      {edge.cut ? (
        <p className="ll-muted">{`${label === 'older' ? 'Older' : 'Newer'} messages are not on this device.`}</p>
      ) : null}
    </div>
  );
}

function Divider({ row }: { row: Exclude<Row, { kind: 'message' }> }) {
  if (row.kind === 'day')
    return (
      <div className="ll-divider" data-kind="day">
        <button type="button" className="ll-day" data-day={row.at} tabIndex={-1} aria-haspopup="dialog">
          {dayLabel(row.at)}
        </button>
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
      <span>{row.since ? `New since ${sinceLabel(row.since)}` : 'New'}</span>
    </div>
  );
}

const sinceLabel = (at: string): string => (dayLabel(at) === 'Today' ? clock(at) : dateAndTime(at));
