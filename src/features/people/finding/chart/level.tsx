// The cards of one level, each with the level below it where that is open.
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { SkeletonBox } from '#src/kit/ui/feedback/skeleton.tsx';
import { fullName } from '#src/kit/ui/format/names.ts';
import { type ChartEntry, useAround, useLevel } from './data.ts';

/** What all cards need to know of the whole. */
export interface Shown {
  readonly open: ReadonlySet<string>;
  readonly toggle: (employee_id: string) => void;
  /** From the top down to whom it is about: shown even where their level has more people than were read. */
  readonly path: readonly string[];
  readonly at: string | undefined;
  /** Whom Tab leads to. */
  readonly current: string | undefined;
  readonly onCurrent: (employee_id: string) => void;
  /** The card of whom it is about is drawn. */
  readonly onThere: (employee_id: string, card: HTMLElement) => void;
  readonly offline: boolean;
}

interface LevelProps {
  of: string | null;
  level: number;
  shown: Shown;
}

export function Level({ of, level, shown }: LevelProps) {
  const query = useLevel(of);
  const around = query.data?.pages[0];
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  // Of the way to whom it is about, if it leads through here.
  const next = (shown.path[level - 2] ?? null) === of ? shown.path[level - 1] : undefined;
  const missing = next && around && !items.some(({ person }) => person.employee_id === next) ? next : undefined;
  if (!around) return <Unread {...{ level, query }} offline={shown.offline} />;
  const rest = around.direct - items.length;
  return (
    <>
      {items.map((entry, index) => (
        <Card key={entry.person.employee_id} {...{ entry, level, shown, index }} size={around.direct} />
      ))}
      {missing && rest > 0 ? <Missing employee_id={missing} {...{ level, shown }} size={around.direct} /> : null}
      {query.hasNextPage ? (
        <Extra
          level={level}
          busy={query.isFetchingNextPage}
          onPress={() => void query.fetchNextPage({ cancelRefetch: false })}
        >
          {shown.offline ? `${rest} more need a connection` : `Show ${Math.min(rest, 50)} of ${rest} more`}
        </Extra>
      ) : null}
    </>
  );
}

interface UnreadProps {
  level: number;
  offline: boolean;
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown };
}

function Unread({ level, offline, query }: UnreadProps) {
  if (!query.isError && !offline)
    return (
      <li role="none" className="ll-chart-node">
        <span className="ll-chart-card ll-chart-waiting" aria-hidden="true">
          <SkeletonBox shape="round" height={40} />
          <SkeletonBox width={120} />
        </span>
      </li>
    );
  return (
    <Extra level={level} busy={query.isFetching} onPress={() => void query.refetch()}>
      {offline ? 'Seeing who is below needs a connection' : 'This didn’t load. Try again'}
    </Extra>
  );
}

interface ExtraProps {
  level: number;
  busy: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** An item of the tree that is nobody: more to read, or what went wrong. */
const Extra = ({ level, busy, onPress, children }: ExtraProps) => (
  <li role="none" className="ll-chart-node" data-extra="">
    <div role="treeitem" aria-level={level} tabIndex={-1} className="ll-chart-more" onClick={onPress}>
      {busy ? 'Loading…' : children}
    </div>
  </li>
);

/** Somebody on the way whose page of the level was not read. */
function Missing({ employee_id, ...rest }: Omit<CardProps, 'entry' | 'index'> & { employee_id: string }) {
  const { entry } = useAround(employee_id);
  return entry ? <Card entry={entry} {...rest} /> : null;
}

interface CardProps {
  entry: ChartEntry;
  level: number;
  shown: Shown;
  /** How many are in its level, and which of them it is. */
  size: number;
  index?: number;
}

function Card({ entry, level, shown, size, index }: CardProps) {
  const { person, direct, all } = entry;
  const { employee_id } = person;
  const item = useRef<HTMLDivElement>(null);
  const below = useId();
  const name = fullName(person);
  const open = direct > 0 && shown.open.has(employee_id);
  const here = shown.at === employee_id;
  const { onThere } = shown;
  useEffect(() => {
    if (here && item.current) onThere(employee_id, item.current);
  }, [here, employee_id, onThere]);
  return (
    <li role="none" className="ll-chart-node">
      <div
        ref={item}
        role="treeitem"
        aria-level={level}
        aria-setsize={size}
        aria-posinset={index === undefined ? undefined : index + 1}
        aria-expanded={direct ? open : undefined}
        aria-owns={open ? below : undefined}
        aria-current={here ? 'true' : undefined}
        tabIndex={shown.current === employee_id ? 0 : -1}
        data-id={employee_id}
        className="ll-chart-card"
        data-open={open ? '' : undefined}
        onFocus={(event) => {
          if (event.target === event.currentTarget) shown.onCurrent(employee_id);
        }}
      >
        <Link to="/profile/$employee_id" params={{ employee_id }} className="ll-chart-who" tabIndex={-1}>
          <Avatar name={name} src={person.profile_url} size={40} />
          <span className="ll-person-text">
            <span className="ll-person-name ll-ellipsis">{name}</span>
            <span className="ll-meta ll-ellipsis">{person.position_title}</span>
          </span>
        </Link>
        {direct ? <Count {...{ direct, all, open }} onPress={() => shown.toggle(employee_id)} /> : null}
      </div>
      {open ? (
        <ul role="group" id={below} className="ll-chart-level">
          <Level of={employee_id} level={level + 1} shown={shown} />
        </ul>
      ) : null}
    </li>
  );
}

interface CountProps {
  direct: number;
  all: number;
  open: boolean;
  onPress: () => void;
}

/** Opens and closes the level below. By keys that is the card's own business. */
const Count = ({ direct, all, open, onPress }: CountProps) => (
  <button type="button" tabIndex={-1} className="ll-chart-count ll-digits" onClick={onPress}>
    <span>
      <span className="ll-hidden-text">{open ? 'Hide ' : 'Show '}</span>
      {direct === 1 ? '1 report' : `${direct} reports`}
    </span>
    {all > direct ? <span className="ll-meta">{`${all} in all`}</span> : null}
    <ChevronRight size={16} strokeWidth={2} aria-hidden="true" />
  </button>
);
