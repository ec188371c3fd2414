// Finding people in the list: the search field, one chip for each filter, and which columns are shown.
import { Columns3 } from 'lucide-react';
import { memo, useCallback } from 'react';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import { columnNames } from '#contract/people/finding/views.ts';
import type { dropdown } from '#contract/people.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Menu } from '#src/kit/ui/overlay/menu.tsx';
import { FilterChip } from '../../components/filter-chip.tsx';
import { FindField } from '../../components/find-field.tsx';
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

/** Not drawn again for each page of the list that comes: a filter can have a thousand choices. */
export const Filters = memo(function Filters({ search, choices, onChange }: FiltersProps) {
  const find = useCallback(
    (asked: string) => {
      const { q: _, ...rest } = search;
      onChange(asked ? { ...rest, q: asked } : rest);
    },
    [search, onChange],
  );
  return (
    <div className="ll-managed-tools">
      <FindField placeholder="Name, e-mail, title or skill" q={search.q} onFind={find} />
      <div className="ll-managed-chips">
        {filterNames.map((name) => (
          <FilterChip
            key={name}
            name={names[name]}
            choices={choices?.[name] ?? []}
            chosen={search[name]}
            onChange={(values) => {
              const { [name]: _, ...rest } = search;
              onChange(values.length ? { ...rest, [name]: values } : rest);
            }}
          />
        ))}
        <Columns search={search} onChange={onChange} />
      </div>
    </div>
  );
});

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
