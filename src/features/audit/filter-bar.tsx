// Which lines of the log are shown: words, part of the app, what was done there, person, days.
import { UserRound, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useDirectory } from '#src/kit/people/directory.ts';
import { PeoplePicker } from '#src/kit/people/people-picker.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { SelectField } from '#src/kit/ui/controls/select-field.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { FindField } from '#src/kit/ui/form/find-field.tsx';
import { fullName } from '#src/kit/ui/format/names.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { type Asked, actionsOf, areas, askedIn } from './filters.ts';

interface FilterBarProps {
  asked: Asked;
  onAsk: (asked: Asked) => void;
}

const areaOptions = [
  { value: '', label: 'Everything' },
  ...Object.entries(areas).map(([value, label]) => ({ value, label })),
];

export function FilterBar({ asked, onAsk }: FilterBarProps) {
  const ask = (change: Record<string, unknown>) => onAsk(askedIn({ ...asked, ...change }));
  const find = useCallback((q: string) => onAsk(askedIn({ ...asked, q })), [asked, onAsk]);
  const actions = asked.area ? actionsOf(asked.area) : [];
  return (
    <fieldset className="ll-audit-filters">
      <legend className="ll-hidden-text">Which lines</legend>
      <div className="ll-audit-find">
        <FindField label="Find in the log" placeholder="Name, action, domain or ID" q={asked.q} onFind={find} />
      </div>
      <SelectField
        label="About"
        options={areaOptions}
        value={asked.area ?? ''}
        onChange={(event) => ask({ area: event.target.value, action: undefined })}
      />
      <SelectField
        label="What was done"
        options={[{ value: '', label: 'Anything' }, ...actions.map(([value, label]) => ({ value, label }))]}
        value={asked.action ?? ''}
        disabled={!actions.length}
        onChange={(event) => ask({ action: event.target.value })}
      />
      <PersonFilter person={asked.person} onChange={(person) => ask({ person })} />
      <TextField
        label="From"
        type="date"
        value={asked.from ?? ''}
        max={asked.to}
        onChange={(event) => ask({ from: event.target.value })}
      />
      <TextField
        label="To"
        type="date"
        value={asked.to ?? ''}
        min={asked.from}
        onChange={(event) => ask({ to: event.target.value })}
      />
    </fieldset>
  );
}

function PersonFilter({ person, onChange }: { person?: string | undefined; onChange: (person?: string) => void }) {
  const directory = useDirectory();
  const [choosing, setChoosing] = useState(false);
  const found = person === undefined ? undefined : directory.get(person);
  const name = person === undefined ? 'Anybody' : found ? fullName(found) : 'Former employee';
  return (
    <div className="ll-audit-person">
      <span className="ll-audit-label" aria-hidden="true">
        Person
      </span>
      <div>
        <Button icon={UserRound} onClick={() => setChoosing(true)} aria-label={`Person: ${name}`}>
          {name}
        </Button>
        {person === undefined ? null : <IconButton icon={X} label="Anybody" onClick={() => onChange()} />}
      </div>
      {choosing ? (
        <ChoosePerson
          onClose={() => setChoosing(false)}
          onChoose={(one) => {
            setChoosing(false);
            onChange(one);
          }}
        />
      ) : null}
    </div>
  );
}

function ChoosePerson({ onClose, onChoose }: { onClose: () => void; onChoose: (employee_id: string) => void }) {
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => search.current?.focus(), []);
  return (
    <Dialog open onClose={onClose} title="Whose lines?">
      <PeoplePicker
        ref={search}
        label="Colleague"
        hint="What they did, and what was done to their account."
        chosen={[]}
        onChange={([one]) => one && onChoose(one)}
      />
    </Dialog>
  );
}
