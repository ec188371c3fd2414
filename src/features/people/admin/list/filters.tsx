// Finding people in the list: the search field, and one chip for each filter.
import { memo, useCallback } from 'react';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import type { LastSeen } from '#contract/people/finding/views.ts';
import type { dropdown } from '#contract/people.ts';
import { FindField } from '#src/kit/ui/form/find-field.tsx';
import { FilterChip } from '../../components/filter-chip.tsx';
import { type FilterName, filterNames, type ListSearch } from './search.ts';

export type Choices = ResponseOf<typeof dropdown>;

const names: Readonly<Record<FilterName, string>> = {
  departments: 'Department',
  statuses: 'Status',
  roles: 'Role',
  groups: 'Group',
  locations: 'Location',
  managers: 'Manager',
};
const SEEN: readonly { readonly id: LastSeen; readonly label: string }[] = [
  { id: 'week', label: 'Seen in the last 7 days' },
  { id: 'month', label: 'Seen in the last 30 days' },
  { id: 'year', label: 'Seen this year' },
  { id: 'not_month', label: 'Not seen in 30 days' },
  { id: 'never', label: 'Never seen' },
];

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
      <FindField label="Find people" placeholder="Name, e-mail, title or skill" q={search.q} onFind={find} />
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
        <FilterChip
          name="Last seen"
          single
          choices={SEEN}
          chosen={search.seen && [search.seen]}
          onChange={([seen]) => {
            const { seen: _, ...rest } = search;
            onChange(seen ? { ...rest, seen: seen as LastSeen } : rest);
          }}
        />
      </div>
    </div>
  );
});
