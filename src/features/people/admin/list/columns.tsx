// Which columns of the list are shown, and what each is called.
import { Columns3 } from 'lucide-react';
import { columnNames } from '#contract/people/finding/views.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Menu } from '#src/kit/ui/overlay/menu.tsx';
import { type ColumnName, defaultColumns, type ListSearch } from './search.ts';

export const columnLabels: Readonly<Record<ColumnName, string>> = {
  department: 'Department',
  role: 'Role',
  status: 'Status',
  last_seen: 'Last seen',
  joining_date: 'Joined',
  location: 'Location',
  manager: 'Manager',
  groups: 'Groups',
  work_email_id: 'Work e-mail',
  phone_number: 'Phone number',
  employee_number: 'Employee number',
};

interface ColumnsProps {
  search: ListSearch;
  onChange: (search: ListSearch) => void;
}

export function Columns({ search, onChange }: ColumnsProps) {
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
