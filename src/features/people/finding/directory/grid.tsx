// Everybody by name, in as many columns as there is room for: only what is in sight is drawn, and the next page is asked for before
// its end is reached.
import { type CSSProperties, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { VList, type VListHandle } from 'virtua';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { Skeleton, SkeletonBox, SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { Card, Row } from './card.tsx';
import { type Colleague, FAR_ROW } from './data.ts';
import type { Colleagues } from './use-colleagues.ts';

/** Pixels before the end at which the next page is asked for. */
const AHEAD = 1600;
/** After so long new lines are there. */
const DRAWN_MS = 100;
/** About so high is a line before it is measured: guessed lower, all pages would seem to end at once. */
const CARD_PX = 160;
const ROW_PX = 80;

const styleOf = (columns: number): CSSProperties & Record<`--${string}`, number> => ({ '--ll-columns': columns });

export const REST_FAILED = 'The others didn’t load';

/** Not as wide as its parent: beside it there is room for the ring of what has the focus. */
export const asWideAsThereIs = { width: 'auto' };

interface GridProps {
  rows: readonly Colleague[];
  found: Colleagues;
  columns: number;
  /** Whether the end of the first pages may be in sight. */
  onFar: (far: boolean) => void;
}

export function Grid({ rows, found, columns, onFar }: GridProps) {
  const { total, isFetching, more, again } = found;
  const list = useRef<VListHandle>(null);
  const lines = useMemo(
    () => Array.from({ length: Math.ceil(rows.length / columns) }, (_, n) => n * columns),
    [rows.length, columns],
  );
  const near = () => {
    const at = list.current;
    if (!at) return;
    const end = at.scrollOffset + at.viewportSize;
    onFar(at.findItemIndex(end) * columns > FAR_ROW);
    if (end > at.scrollSize - AHEAD) more();
  };
  const look = useEffectEvent(near);
  // Nobody scrolls when a page ends that was in the way of the next one, or when rows go.
  useEffect(() => {
    if (isFetching) return;
    const soon = setTimeout(look, DRAWN_MS);
    return () => clearTimeout(soon);
  }, [isFetching, rows.length, columns]);
  useEffect(() => () => onFar(false), [onFar]);
  return (
    <>
      <VList
        ref={list}
        className="ll-people-list"
        style={asWideAsThereIs}
        role="list"
        aria-label="People"
        data={lines}
        itemSize={columns > 1 ? CARD_PX : ROW_PX}
        onScroll={near}
        data-scroller=""
      >
        {(from) => (
          <Line key={from} people={rows.slice(from, from + columns)} columns={columns} from={from} total={total} />
        )}
      </VList>
      {again ? <ErrorCard title={REST_FAILED} onRetry={again} retrying={isFetching} /> : null}
    </>
  );
}

interface LineProps {
  people: readonly Colleague[];
  columns: number;
  /** The place of the first of them, of so many. */
  from: number;
  total: number;
}

const Line = ({ people, columns, from, total }: LineProps) => (
  <div className="ll-colleagues" style={styleOf(columns)}>
    {people.map((person, n) => (
      <div key={person.employee_id} role="listitem" aria-posinset={from + n + 1} aria-setsize={total}>
        {columns > 1 ? <Card person={person} /> : <Row person={person} />}
      </div>
    ))}
  </div>
);

/** A few colleagues below a heading. */
export const Few = ({ people, columns, label }: Pick<LineProps, 'people' | 'columns'> & { label: string }) => (
  <ul className="ll-colleagues" style={styleOf(columns)} aria-label={label}>
    {people.map((person) => (
      <li key={person.employee_id}>{columns > 1 ? <Card person={person} /> : <Row person={person} />}</li>
    ))}
  </ul>
);

export function GridSkeleton({ columns, lines }: { columns: number; lines: number }) {
  if (columns === 1) return <SkeletonRows label="people" rows={lines * 2} size={48} />;
  return (
    <Skeleton label="people">
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="ll-colleagues" style={styleOf(columns)}>
          {Array.from({ length: columns }, (_each, n) => (
            <div key={n} className="ll-colleague">
              <div className="ll-colleague-main">
                <SkeletonBox shape="round" height={60} />
                <div className="ll-colleague-waiting">
                  <SkeletonBox width={`${[64, 78, 58][(line + n) % 3]}%`} height={14} />
                  <SkeletonBox width={`${[82, 60, 71][(line + n) % 3]}%`} height={10} />
                  <SkeletonBox width={`${[44, 52, 36][(line + n) % 3]}%`} height={10} />
                </div>
              </div>
              <SkeletonBox height={40} shape="box" />
            </div>
          ))}
        </div>
      ))}
    </Skeleton>
  );
}
