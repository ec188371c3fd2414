// Departments that the file names and that are not there: what each is to be is said once, for all of its rows.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { SelectField } from '#src/kit/ui/controls/select-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { peopleTexts } from '../../../messages.ts';
import { departmentsQuery } from '../../departments/data.ts';
import { choicesOf, treeOf } from '../../departments/tree.ts';
import { type Answer, answerDepartments, type Batch } from '../data.ts';
import { rowCount } from '../words.ts';

interface DepartmentsProps {
  batch: Batch;
  offline: boolean;
  onAnswered: (batch: Batch) => void;
}

export function Departments({ batch, offline, onAnswered }: DepartmentsProps) {
  const query = useQuery(departmentsQuery);
  /** Meanwhile what was chosen is shown. */
  const [asking, setAsking] = useState<{ names: readonly string[]; value: string }>();
  const [error, setError] = useState<string>();
  const { departments } = batch;
  const here = query.data;
  // One that stood for it may have been deleted since.
  const isGone = ({ answer: given, department_id }: (typeof departments)[number]) =>
    given === 'use' && here !== undefined && !here.some((one) => one.department_id === department_id);
  const open = departments.filter((one) => !one.answer || isGone(one)).map(({ name }) => name);
  const answer = async (names: readonly string[], value: string) => {
    setError(undefined);
    setAsking({ names, value });
    try {
      onAnswered(await answerDepartments(batch.import_id, names, answerOf(value)));
    } catch (thrown) {
      setError(errorText(thrown, peopleTexts));
    }
    setAsking(undefined);
  };
  const choices = [
    { value: '', label: 'Skip these rows' },
    { value: CREATE, label: 'Create it' },
    { value: LEAVE, label: 'Leave department as it is' },
    ...choicesOf(treeOf(here ?? [])).map(({ value, label }) => ({ value, label: `Use ${label.trim()}` })),
  ];
  return (
    <section className="ll-import-missing" aria-labelledby="unknown-departments">
      <h3 id="unknown-departments" className="ll-strong">
        {departments.length === 1
          ? 'One department in the file is not in Limelight'
          : `${departments.length} departments in the file are not in Limelight`}
      </h3>
      <p className="ll-meta">
        {open.length
          ? 'Say what each one is. Until then the rows that name it need a fix.'
          : 'New departments are made when the import runs. Undoing it removes those that nobody uses by then.'}
      </p>
      <ul className="ll-import-unknown">
        {departments.map(({ name, rows, answer: given, department_id }) => (
          <li key={name}>
            <span className="ll-department-what">
              <span className="ll-strong">{name}</span>
              <span className="ll-meta ll-digits">{rowCount(rows)}</span>
            </span>
            <SelectField
              label={`What ${name} is`}
              labelHidden
              disabled={offline || !!asking}
              value={
                asking?.names.includes(name) ? asking.value : given === 'use' ? (department_id ?? '') : (given ?? '')
              }
              options={choices}
              onChange={({ currentTarget }) => void answer([name], currentTarget.value)}
            />
          </li>
        ))}
      </ul>
      {error ? <ErrorNote text={error} /> : null}
      {open.length > 1 ? (
        <Button
          size="small"
          disabled={offline}
          busy={asking && 'Looking at each row…'}
          onClick={() => void answer(open, CREATE)}
        >
          {`Create ${open.length === departments.length ? 'all' : 'the other'} ${open.length}`}
        </Button>
      ) : null}
    </section>
  );
}

const CREATE = 'create';
const LEAVE = 'leave';

function answerOf(value: string): Answer {
  if (!value) return { answer: null };
  return value === CREATE || value === LEAVE ? { answer: value } : { answer: 'use', department_id: value };
}
