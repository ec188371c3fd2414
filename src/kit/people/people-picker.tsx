// Choosing several colleagues: who is chosen stands above the search as chips, who can be chosen below it.
import { Search, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Person } from '#contract/people.ts';
import { TextField } from '../ui/controls/text-field.tsx';
import { fullName } from '../ui/format/names.ts';
import { useActiveOption } from '../ui/hooks/use-active-option.ts';
import { Avatar } from './avatar.tsx';
import { useDirectory } from './directory.ts';
import { findPeople } from './find-people.ts';
import { personName } from './names.ts';
import './people-picker.css';

export interface PeoplePickerProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** employee_ids in the order of choosing. */
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  /** Never offered: oneself, who is in already. */
  except?: ReadonlySet<string>;
  /** If given, nobody else is offered: the members of a space. */
  among?: ReadonlySet<string>;
  ref?: Ref<HTMLInputElement>;
}

const MOST = 40;
const nobody: ReadonlySet<string> = new Set();

export function PeoplePicker(props: PeoplePickerProps) {
  const { label, hint, error, chosen, onChange, except = nobody, among, ref } = props;
  const people = useDirectory();
  const [query, setQuery] = useState('');
  // The list comes with the first focus and stays: what stands below must not move away under a press.
  const [open, setOpen] = useState(false);
  const picker = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Inside a dialog the list may come below the edge: what one types for must be seen.
    if (open) picker.current?.scrollIntoView({ block: 'nearest' });
  }, [open, chosen.length]);
  const wanted = useDeferredValue(query);
  const found = useMemo(
    () =>
      findPeople(people.values(), wanted).filter(
        ({ employee_id }) => !except.has(employee_id) && (!among || among.has(employee_id)),
      ),
    [people, wanted, except, among],
  );
  const shown = open ? found.slice(0, MOST) : [];
  const toggle = (employee_id: string) => {
    const without = chosen.filter((other) => other !== employee_id);
    onChange(without.length < chosen.length ? without : [...chosen, employee_id]);
  };
  const keys = shown.map(({ employee_id }) => employee_id);
  const pick = (index: number) => {
    const person = shown[index];
    if (!person) return;
    toggle(person.employee_id);
    setQuery('');
  };
  const list = useActiveOption(keys, wanted, pick, wanted !== query);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && !query) {
      // Whoever holds it down empties the search, and means nobody below it.
      if (!event.repeat) onChange(chosen.slice(0, -1));
    }
    // Enter is for the list, also an empty one: it must not send the form around it.
    else if (event.key === 'Enter' && !shown.length) event.preventDefault();
    else list.input.onKeyDown(event);
  };
  return (
    <div ref={picker} className="ll-picker">
      <TextField
        {...list.input}
        ref={ref}
        label={label}
        hint={hint}
        error={error}
        type="search"
        autoComplete="off"
        icon={Search}
        placeholder="Search by name or position"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={() => setOpen(true)}
      />
      <Chosen people={people} chosen={chosen} onRemove={toggle} />
      <div className="ll-picker-found" hidden={!open}>
        <div id={list.listId} role="listbox" aria-label="Colleagues" aria-multiselectable="true">
          {shown.map((person, index) => (
            <div
              key={person.employee_id}
              {...list.option(index)}
              className="ll-picker-row"
              aria-selected={chosen.includes(person.employee_id)}
            >
              <Row person={person} />
            </div>
          ))}
        </div>
        <p className="ll-meta" role="status">
          {open ? foundText(found.length, query, except.size > 0 || among !== undefined) : ''}
        </p>
      </div>
    </div>
  );
}

/** @param some people are not offered: they may be who is searched for. */
function foundText(found: number, query: string, some: boolean): string {
  if (!found && !query) return 'Nobody left to choose';
  if (!found) return `${some ? 'Nobody else' : 'Nobody'} found for “${query}”`;
  return found > MOST ? `${found - MOST} more: type a name to find them` : '';
}

function Row({ person }: { person: Person }) {
  const name = fullName(person);
  return (
    <>
      <Avatar name={name} src={person.profile_url} size={32} />
      <span className="ll-person-text">
        <span className="ll-person-name ll-ellipsis">{name}</span>
        {person.position_title ? <span className="ll-meta ll-ellipsis">{person.position_title}</span> : null}
      </span>
      <span className="ll-picker-tick" aria-hidden="true" />
    </>
  );
}

interface ChosenProps {
  people: ReadonlyMap<string, Person>;
  chosen: readonly string[];
  onRemove: (employee_id: string) => void;
}

function Chosen({ people, chosen, onRemove }: ChosenProps) {
  if (!chosen.length) return null;
  return (
    <ul className="ll-picker-chosen" aria-label="Chosen">
      {chosen.map((employee_id) => {
        const person = people.get(employee_id);
        const name = personName(people, employee_id);
        return (
          <li key={employee_id}>
            <button type="button" className="ll-picker-chip" onClick={() => onRemove(employee_id)}>
              <span className="ll-hidden-text">Remove </span>
              <Avatar name={name} src={person?.profile_url} size={22} />
              <span className="ll-ellipsis">{name}</span>
              <X size={14} strokeWidth={2.2} aria-hidden="true" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
