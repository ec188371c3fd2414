// The three ways to look at colleagues: cards, by department, and the chart of who reports to whom. Each has an address.
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Menu } from '#src/kit/ui/overlay/menu.tsx';
import type { DirectorySearch } from './search.ts';
import '#src/kit/ui/controls/segments.css';
import './directory.css';

interface ViewChoiceProps {
  view: 'cards' | 'departments';
  /** What was looked for stays. */
  search?: DirectorySearch;
}

const within = ({ view: _, ...search }: DirectorySearch, view: ViewChoiceProps['view']): DirectorySearch =>
  view === 'departments' ? { ...search, view } : search;

const exactly = { exact: true };

export const ViewChoice = ({ search = {} }: Pick<ViewChoiceProps, 'search'>) => (
  <nav className="ll-segments ll-people-views" aria-label="View">
    <Link className="ll-segment" to="/people" search={within(search, 'cards')} activeOptions={exactly}>
      Cards
    </Link>
    <Link className="ll-segment" to="/people" search={within(search, 'departments')} activeOptions={exactly}>
      Departments
    </Link>
    <Link className="ll-segment" to="/people/chart" activeOptions={{ includeSearch: false }}>
      Chart
    </Link>
  </nav>
);

/** The same as one pill, where there is no room for three. */
export function ViewMenu({ view, search = {} }: ViewChoiceProps) {
  const navigate = useNavigate();
  const show = (of: ViewChoiceProps['view']) => () => void navigate({ to: '/people', search: within(search, of) });
  const items = [
    { label: 'List', checked: view === 'cards', onSelect: show('cards') },
    { label: 'Departments', checked: view === 'departments', onSelect: show('departments') },
    { label: 'Chart', checked: false, onSelect: () => void navigate({ to: '/people/chart' }) },
  ];
  const name = view === 'departments' ? 'Departments' : 'List';
  return (
    <Menu label="View" groups={[{ items }]}>
      {(trigger) => (
        <Button iconAfter={ChevronDown} aria-label={`View: ${name}`} {...trigger}>
          {name}
        </Button>
      )}
    </Menu>
  );
}
