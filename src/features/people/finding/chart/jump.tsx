// Finding somebody in the chart by name. Over the names on the device, so it finds without a connection, too.
import { Search } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { useDirectory } from '#src/kit/people/directory.ts';
import { findPeople } from '#src/kit/people/find-people.ts';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { fullName } from '#src/kit/ui/format/names.ts';
import { useActiveOption } from '#src/kit/ui/hooks/use-active-option.ts';

const MOST = 7;

export function Jump({ onChoose }: { onChoose: (employee_id: string) => void }) {
  const people = useDirectory();
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query).trim();
  const found = useMemo(() => (wanted ? findPeople(people.values(), wanted) : []), [people, wanted]);
  const shown = found.slice(0, MOST);
  const keys = shown.map(({ employee_id }) => employee_id);
  const pick = (index: number) => {
    const person = shown[index];
    if (!person) return;
    setQuery('');
    onChoose(person.employee_id);
  };
  const list = useActiveOption(keys, wanted, pick, wanted !== query.trim());
  return (
    <div className="ll-chart-jump">
      <TextField
        {...list.input}
        label="Find a person in the chart"
        labelHidden
        type="search"
        autoComplete="off"
        icon={Search}
        placeholder="Name or position"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && query) {
            event.stopPropagation();
            setQuery('');
          } else list.input.onKeyDown(event);
        }}
      />
      <div id={list.listId} role="listbox" aria-label="People found" className="ll-chart-found" hidden={!shown.length}>
        {shown.map((person, index) => (
          <div
            key={person.employee_id}
            {...list.option(index)}
            className="ll-chart-option"
            aria-selected={index === list.active}
          >
            <Avatar name={fullName(person)} src={person.profile_url} size={32} />
            <span className="ll-person-text">
              <span className="ll-person-name ll-ellipsis">{fullName(person)}</span>
              <span className="ll-meta ll-ellipsis">{person.position_title}</span>
            </span>
          </div>
        ))}
      </div>
      <p className="ll-hidden-text" role="status">
        {wanted && !found.length ? `Nobody found for “${wanted}”` : ''}
      </p>
    </div>
  );
}
