// The rows of the list: only those in sight are drawn, the next page is asked for before its end is reached. On phones each is a
// card.
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type CSSProperties, memo, useEffect, useMemo, useRef } from 'react';
import { VList, type VListHandle } from 'virtua';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { useDirectory } from '#src/kit/people/directory.ts';
import { date } from '#src/kit/ui/format/dates.ts';
import { midSentence } from '#src/kit/ui/format/mid-sentence.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { relativeTime } from '#src/kit/ui/format/relative-time.ts';
import { AccountStatus } from '../account-status.tsx';
import { columnLabels } from './columns.tsx';
import type { Listed } from './data.ts';
import type { Choices } from './filters.tsx';
import { type RowActions, useRowActions } from './row-actions.ts';
import { RowMenu } from './row-menu.tsx';
import { type ColumnName, defaultColumns, type ListSearch, type Sort } from './search.ts';
import type { Selection } from './selection.ts';

interface TableProps {
  rows: readonly Listed[];
  total: number;
  search: ListSearch;
  choices: Choices | undefined;
  selection: Selection;
  onSearch: (search: ListSearch) => void;
  onEnd: () => void;
}

/** Pixels before the end at which the next page is asked for. */
const AHEAD = 1200;
const SORTED: Partial<Record<ColumnName, Sort>> = {
  department: 'department',
  status: 'status',
  last_seen: 'last_seen',
  joining_date: 'joining_date',
};

/** Least widths: of the name, of another column, of the ends with their box and their menu; and between them (list.css). */
const NAME_PX = 220;
const COLUMN_PX = 96;
const END_PX = 44;
const GAP_PX = 12;

export function Table({ rows, total, search, choices, selection, onSearch, onEnd }: TableProps) {
  const list = useRef<VListHandle>(null);
  const actions = useRowActions();
  const columns = search.columns ?? defaultColumns;
  const ids = useMemo(() => rows.map((row) => row.employee_id), [rows]);
  const tools = useTools({ toggle: (id, shift) => selection.toggle(ids, id, shift), actions });
  const near = () => {
    const at = list.current;
    if (at && at.scrollOffset + at.viewportSize > at.scrollSize - AHEAD) onEnd();
  };
  const all = rows.length > 0 && ids.every((id) => selection.ids.has(id));
  const template: CSSProperties & Record<`--${string}`, string> = {
    '--ll-columns': `minmax(${NAME_PX}px, 2.4fr) ${columns.map(() => `minmax(${COLUMN_PX}px, 1fr)`).join(' ')} ${END_PX}px`,
    '--ll-columns-width': `${END_PX + NAME_PX + columns.length * (COLUMN_PX + GAP_PX) + END_PX + 2 * GAP_PX}px`,
  };
  return (
    <div className="ll-managed" role="table" aria-label="People" aria-rowcount={total + 1} style={template}>
      <div role="rowgroup">
        <div className="ll-managed-row ll-managed-head" role="row" aria-rowindex={1}>
          <span role="columnheader" className="ll-check ll-managed-check">
            <input
              type="checkbox"
              aria-label="Select everybody loaded"
              checked={all}
              ref={(box) => {
                if (box) box.indeterminate = !all && selection.ids.size > 0;
              }}
              onChange={() => selection.set(all ? [] : ids)}
            />
          </span>
          <Head name="name" label="Name" {...{ search, onSearch }} />
          {columns.map((column) => (
            <Head key={column} name={SORTED[column]} label={columnLabels[column]} {...{ search, onSearch }} />
          ))}
          <span role="columnheader">
            <span className="ll-hidden-text">Actions</span>
          </span>
        </div>
      </div>
      <VList
        ref={list}
        className="ll-managed-list"
        role="rowgroup"
        data={rows as Listed[]}
        onScroll={near}
        data-scroller=""
        tabIndex={0}
      >
        {(row, index) => (
          <Row
            key={row.employee_id}
            selected={selection.ids.has(row.employee_id)}
            {...{ row, index, columns, choices, tools }}
          />
        )}
      </VList>
    </div>
  );
}

interface HeadProps extends Pick<TableProps, 'search' | 'onSearch'> {
  name: Sort | undefined;
  label: string;
}

function Head({ name, label, search, onSearch }: HeadProps) {
  if (!name)
    return (
      <span role="columnheader" className="ll-meta">
        {label}
      </span>
    );
  const active = (search.sort ?? 'name') === name;
  const falls = Boolean(search.reverse) !== (name === 'last_seen' || name === 'joining_date');
  const turn = () => {
    const { reverse, sort: _, ...rest } = search;
    onSearch({ ...rest, ...(name !== 'name' && { sort: name }), ...(active && !reverse && { reverse: true }) });
  };
  const Icon = falls ? ArrowDown : ArrowUp;
  return (
    <span role="columnheader" aria-sort={active ? (falls ? 'descending' : 'ascending') : undefined}>
      <button type="button" className="ll-managed-sort" onClick={turn}>
        {label}
        {active ? <Icon size={15} strokeWidth={2} aria-hidden="true" /> : null}
      </button>
    </span>
  );
}

interface Tools {
  toggle: (employee_id: string, shift: boolean) => void;
  actions: RowActions;
}

/** The same two functions for ever, which do what the last rendering meant: no row is drawn again because of them. */
function useTools(meant: Tools): Tools {
  const last = useRef(meant);
  useEffect(() => {
    last.current = meant;
  });
  return useMemo(
    () => ({
      toggle: (employee_id, shift) => last.current.toggle(employee_id, shift),
      actions: (row) => last.current.actions(row),
    }),
    [],
  );
}

interface RowProps extends Pick<TableProps, 'choices'> {
  row: Listed;
  index: number;
  columns: readonly ColumnName[];
  selected: boolean;
  tools: Tools;
}

const Row = memo(function Row({ row, index, columns, choices, selected, tools }: RowProps) {
  const { employee_id, position_title, location } = row;
  const name = fullName(row);
  return (
    <div
      className="ll-managed-row"
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-selected={selected ? '' : undefined}
    >
      <span role="cell" className="ll-check ll-managed-check">
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          checked={selected}
          onChange={(event) => tools.toggle(employee_id, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </span>
      <span role="cell" className="ll-managed-who">
        <Link to="/admin/people/$employee_id" params={{ employee_id }} className="ll-person-main">
          <Avatar name={name} src={row.profile_url} size={36} />
          <span className="ll-person-text">
            <span className="ll-person-name ll-ellipsis">{name}</span>
            <span className="ll-meta ll-ellipsis">
              {leftText(row) ?? [position_title, location].filter(Boolean).join(', ')}
            </span>
          </span>
        </Link>
      </span>
      {columns.map((column) => (
        <span key={column} role="cell" className="ll-managed-cell" data-column={column}>
          <Cell row={row} column={column} choices={choices} />
        </span>
      ))}
      <RowMenu row={row} actions={tools.actions} />
    </div>
  );
});

const leftText = ({ left_at, erase_at }: Listed): string | undefined =>
  left_at && erase_at ? `Left on ${date(left_at)}, erased on ${date(erase_at)}` : undefined;

function Cell({ row, column, choices }: { row: Listed; column: ColumnName; choices: Choices | undefined }) {
  switch (column) {
    case 'department':
      return choices?.departments?.find(({ id }) => id === row.department_id)?.label ?? null;
    case 'role':
      return named(choices?.roles, row.role_ids);
    case 'groups':
      return named(choices?.groups, row.group_ids);
    case 'status':
      return <AccountStatus status={row.employee_account_status} />;
    case 'last_seen':
      return lastSeen(row);
    case 'joining_date':
      return row.joining_date ?? null;
    case 'location':
      return row.location ?? null;
    case 'work_email_id':
      return row.work_email_id;
    case 'phone_number':
      return row.phone_number ?? null;
    case 'employee_number':
      return row.employee_number ?? null;
    case 'manager':
      return row.manager_id ? <Manager employee_id={row.manager_id} /> : null;
  }
}

const named = (choices: readonly { id: string; label: string }[] = [], ids: readonly string[] = []): string =>
  choices
    .filter(({ id }) => ids.includes(id))
    .map(({ label }) => label)
    .join(', ');

/** Of somebody who has yet to come it is told since when they could. */
function lastSeen({ employee_account_status, invited_at, last_seen_at }: Listed): string {
  if (employee_account_status === 'INVITED')
    return invited_at ? `Sent ${midSentence(relativeTime(invited_at))}` : 'No open invitation';
  return last_seen_at ? relativeTime(last_seen_at) : 'Never';
}

function Manager({ employee_id }: { employee_id: string }) {
  const manager = useDirectory().get(employee_id);
  return manager ? fullName(manager) : null;
}
