// Finding people in the list: the search field, one chip for each filter, and which columns are shown.
import { ChevronDown, Columns3, Search, X } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import { columnNames } from '#contract/people/finding/views.ts';
import type { dropdown } from '#contract/people.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { Menu } from '#src/kit/ui/overlay/menu.tsx';
import { type ColumnName, defaultColumns, type FilterName, filterNames, type ListSearch } from './search.ts';

export type Choices = ResponseOf<typeof dropdown>;

const names: Readonly<Record<FilterName, string>> = {
  departments: 'Department',
  statuses: 'Status',
  roles: 'Role',
  groups: 'Group',
  locations: 'Location',
  managers: 'Manager',
};
export const columnLabels: Readonly<Record<ColumnName, string>> = {
  department: 'Department',
  role: 'Role',
  status: 'Status',
  last_seen: 'Last seen',
  joining_date: 'Joined',
  location: 'Location',
  manager: 'Manager',
  employee_number: 'Employee number',
};

interface FiltersProps {
  search: ListSearch;
  choices: Choices | undefined;
  onChange: (search: ListSearch) => void;
}

/** How long after the last key it is looked for. */
const TYPING_MS = 250;

/** Not drawn again for each page of the list that comes: a filter can have a thousand choices. */
export const Filters = memo(function Filters({ search, choices, onChange }: FiltersProps) {
  const { q = '' } = search;
  const [typed, setTyped] = useState(q);
  // What was looked for last, and what was typed for it: a view, or everybody, may be asked for by something else than the field.
  const [last, setLast] = useState({ seen: q, asked: q });
  if (q !== last.seen) {
    setLast({ seen: q, asked: q });
    if (q !== last.asked) setTyped(q);
  }
  useEffect(() => {
    const asked = typed.trim();
    if (asked === q) return;
    const { q: _, ...rest } = search;
    const soon = setTimeout(() => {
      setLast((before) => ({ ...before, asked }));
      onChange(asked ? { ...rest, q: asked } : rest);
    }, TYPING_MS);
    return () => clearTimeout(soon);
  }, [typed, q, search, onChange]);
  return (
    <div className="ll-managed-tools">
      <TextField
        label="Find people"
        labelHidden
        type="search"
        icon={Search}
        placeholder="Name, e-mail or title"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="ll-managed-chips">
        {filterNames.map((name) => (
          <FilterChip key={name} name={name} {...{ search, choices, onChange }} />
        ))}
        <Columns search={search} onChange={onChange} />
      </div>
    </div>
  );
});

function FilterChip({ name, search, choices, onChange }: FiltersProps & { name: FilterName }) {
  const chosen = search[name] ?? [];
  const all = choices?.[name] ?? [];
  if (!all.length && !chosen.length) return null;
  const put = (values: readonly string[]) => {
    const { [name]: _, ...rest } = search;
    onChange(values.length ? { ...rest, [name]: values } : rest);
  };
  const toggle = (id: string) => put(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const label = all.find(({ id }) => id === chosen[0])?.label ?? names[name];
  const text = chosen.length ? (chosen.length > 1 ? `${label} +${chosen.length - 1}` : label) : names[name];
  const items = all.map(({ id, label: choice }) => ({
    label: choice,
    checked: chosen.includes(id),
    onSelect: () => toggle(id),
  }));
  return (
    <span className="ll-managed-chip">
      <Menu label={names[name]} groups={[{ items }]}>
        {(trigger) => (
          <Button
            kind={chosen.length ? 'ink' : 'outline'}
            iconAfter={ChevronDown}
            aria-label={`Filter by ${names[name].toLowerCase()}${chosen.length ? `: ${text}` : ''}`}
            {...trigger}
          >
            {text}
          </Button>
        )}
      </Menu>
      {chosen.length ? (
        <IconButton icon={X} label={`Clear ${names[name].toLowerCase()}`} onClick={() => put([])} />
      ) : null}
    </span>
  );
}

function Columns({ search, onChange }: Omit<FiltersProps, 'choices'>) {
  const shown = search.columns ?? defaultColumns;
  const items = columnNames.map((name) => ({
    label: columnLabels[name],
    checked: shown.includes(name),
    onSelect: () =>
      onChange({
        ...search,
        columns: columnNames.filter((one) => shown.includes(one) !== (one === name)),
      }),
  }));
  return (
    <span className="ll-managed-columns">
      <Menu label="Columns" groups={[{ items }]} align="end">
        {(trigger) => (
          <Button kind="ghost" icon={Columns3} {...trigger}>
            Columns
          </Button>
        )}
      </Menu>
    </span>
  );
}
