// Who is not in the file: how many, who they are, and whether they are deactivated with it, which is off until it is ticked.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { MissingPerson } from '#contract/people/spreadsheet/importing.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Checkbox } from '#src/kit/ui/controls/check.tsx';
import { Awaited } from '../../frame.tsx';
import { type Batch, missingQuery } from '../data.ts';
import { people, rowCount } from '../words.ts';

interface MissingProps {
  batch: Batch;
  numbers: NonNullable<Batch['missing']>;
  offline: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function Missing({ batch, numbers, offline, checked, onChange }: MissingProps) {
  const about = useId();
  const barred = barredBy(numbers);
  return (
    <section className="ll-import-missing" aria-label="People who are not in this file">
      <Checkbox
        label={`Deactivate people who are not in this file (${numbers.people.toLocaleString('en')})`}
        aria-describedby={about}
        checked={checked && !barred}
        disabled={offline || !!barred}
        onChange={(event) => onChange(event.target.checked)}
      />
      <p id={about} className="ll-meta">
        {barred ?? 'They are signed out at once and lose nothing. Undoing the import activates them again.'}
      </p>
      <MissingList batch={batch} offline={offline} label="See who they are" />
    </section>
  );
}

/** Why nobody can be deactivated with it. */
function barredBy({ people: missing, most, unclear }: NonNullable<Batch['missing']>): string | undefined {
  if (missing > most)
    return `${people(missing)} ${missing === 1 ? 'is' : 'are'} more than a fifth of your active people. An import never deactivates as many: is this the whole list?`;
  if (unclear)
    return unclear === 1
      ? 'Mend the row with a problem first: it may be about somebody who is missing.'
      : `Mend the ${rowCount(unclear)} with problems first: one of them may be about somebody who is missing.`;
  return undefined;
}

interface MissingListProps {
  batch: Batch;
  offline: boolean;
  label: string;
}

/** Asked for when it is opened. */
export function MissingList({ batch, offline, label }: MissingListProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="ll-import-absent">
      <Button size="small" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {label}
      </Button>
      <div id={id}>{open ? <Absent batch={batch} offline={offline} /> : null}</div>
    </div>
  );
}

function Absent({ batch, offline }: Omit<MissingListProps, 'label'>) {
  const query = useInfiniteQuery(missingQuery(batch));
  const all = query.data?.pages.flatMap((page) => page.items);
  if (!all) return <Awaited query={query} offline={offline} what="who they are" />;
  return (
    <>
      <ul className="ll-import-names" aria-label="People who are not in this file">
        {all.map((person, at) => (
          <li key={person.employee_id ?? at}>
            <span className="ll-strong">{person.name || 'Somebody who left'}</span>
            <span className="ll-meta">{person.work_email_id}</span>
            <span className="ll-meta">{outcomeOf(person)}</span>
          </li>
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button disabled={offline} busy={query.isFetching && 'Loading…'} onClick={() => void query.fetchNextPage()}>
          Show more people
        </Button>
      ) : null}
    </>
  );
}

const words = { done: 'Deactivated', undone: 'Active again', refused: 'Left alone', kept: 'Left as it is' } as const;

function outcomeOf({ outcome, why }: MissingPerson): string | null {
  if (!outcome) return null;
  return why ? `${words[outcome]}: ${why.slice(0, 1).toLowerCase()}${why.slice(1)}` : words[outcome];
}
