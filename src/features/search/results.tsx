// The list of what was found, group by group. The box points at its rows; the focus stays there.
import type { SearchType } from '#contract/search.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { dateAndTime } from '#src/kit/ui/format/dates.ts';
import { relativeTime } from '#src/kit/ui/format/relative-time.ts';
import type { ActiveOption } from '#src/kit/ui/hooks/use-active-option.ts';
import { useNow } from '#src/kit/ui/hooks/use-now.ts';
import { useOnline, usePresence } from '#src/realtime/hooks.ts';
import type { Picture, Row, RowGroup } from './rows.ts';
import type { Search } from './use-search.ts';

export interface ResultsProps {
  search: Search;
  list: ActiveOption;
  /** All of one type is asked for. */
  onAll: (type: SearchType) => void;
}

export function Results({ search, list, onAll }: ResultsProps) {
  const { groups, more } = search;
  const starts = groups.map((_, at) => groups.slice(0, at).reduce((sum, group) => sum + group.rows.length, 0));
  const end = groups.reduce((sum, group) => sum + group.rows.length, 0);
  return (
    <div
      id={list.listId}
      className="ll-search-list"
      role="listbox"
      aria-label="Results"
      data-busy={search.pending ? '' : undefined}
    >
      {groups.map((group, at) => (
        <Group key={group.type} group={group} from={starts[at] ?? 0} list={list} onAll={more.has ? undefined : onAll} />
      ))}
      {more.has ? (
        <div {...list.option(end)} aria-selected={list.active === end} className="ll-search-row ll-search-more">
          {more.loading ? 'Loading more…' : 'Show more'}
        </div>
      ) : null}
    </div>
  );
}

interface GroupProps {
  group: RowGroup;
  from: number;
  list: ActiveOption;
  onAll: ((type: SearchType) => void) | undefined;
}

function Group({ group, from, list, onAll }: GroupProps) {
  const { type, label, note, rows, more } = group;
  return (
    <div role="group" aria-label={note ? `${label}, ${note}` : label}>
      <div className="ll-search-group" aria-hidden="true">
        <span>
          {label}
          {note ? <span className="ll-search-note"> · {note}</span> : null}
        </span>
        {more && onAll && type !== 'recent' && type !== 'pages' ? (
          // For the pointer; the keyboard has the choice above the list.
          <button type="button" tabIndex={-1} className="ll-link" onClick={() => onAll(type)}>
            See all
          </button>
        ) : null}
      </div>
      {rows.map((row, at) => (
        <div
          key={row.key}
          {...list.option(from + at)}
          aria-selected={from + at === list.active}
          className="ll-search-row"
          data-type={type}
        >
          {'icon' in row.picture ? (
            <span className="ll-search-page">
              <row.picture.icon size={20} strokeWidth={1.9} aria-hidden="true" />
            </span>
          ) : (
            <Face picture={row.picture} />
          )}
          <span className="ll-search-text">
            <span className="ll-search-title">
              <Marked text={row.title} ranges={row.ranges} />
            </span>
            {row.line ? <span className="ll-meta ll-ellipsis">{row.line}</span> : null}
          </span>
          {row.time ? <When time={row.time} /> : null}
          <kbd aria-hidden="true">↵</kbd>
        </div>
      ))}
    </div>
  );
}

function Face({ picture }: { picture: Picture }) {
  const presence = usePresence(picture.employee_id ?? '');
  const online = useOnline();
  const { name, src, shape, employee_id } = picture;
  return (
    <Avatar name={name} src={src} size={36} shape={shape} presence={online && employee_id ? presence : undefined} />
  );
}

function When({ time }: { time: string }) {
  const now = useNow();
  return (
    <time className="ll-meta ll-search-time" dateTime={time} title={dateAndTime(time)}>
      {relativeTime(time, now)}
    </time>
  );
}

/** The text with its hits marked. Ranges rise and do not touch each other. */
export function Marked({ text, ranges }: { text: string; ranges: Row['ranges'] }) {
  const parts = ranges.map(([from, to], at) => (
    <span key={from}>
      {text.slice(ranges[at - 1]?.[1] ?? 0, from)}
      <mark>{text.slice(from, to)}</mark>
    </span>
  ));
  return (
    <>
      {parts}
      {text.slice(ranges.at(-1)?.[1] ?? 0)}
    </>
  );
}
