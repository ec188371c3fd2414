// The second step: what each column holds. Guessed from the headings; whoever knows better says so.
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { type ImportField, importFields } from '#contract/people/spreadsheet/importing.ts';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { SelectField } from '#src/kit/ui/controls/select-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { peopleTexts } from '../../messages.ts';
import { type Batch, checkColumns } from './data.ts';
import { fieldWords, fileName, rowCount } from './words.ts';

interface ColumnsProps {
  batch: Batch;
  offline: boolean;
  onDone: (batch: Batch) => void;
  onOther: () => void;
}

export function Columns({ batch, offline, onDone, onOther }: ColumnsProps) {
  const [fields, setFields] = useState(() => batch.columns.map(({ field }) => field));
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const set = (at: number, field: ImportField | null) =>
    // A field stands once: where it stood before, nothing stands any more.
    setFields(fields.map((one, place) => (place === at ? field : one === field ? null : one)));
  const next = async () => {
    if (!fields.includes('work_email_id') && !fields.includes('employee_number'))
      return setError('Say which column holds the work e-mail, or the employee number.');
    const same = batch.status === 'checked' && batch.columns.every(({ field }, at) => field === fields[at]);
    if (same) return onDone(batch);
    setError(undefined);
    setBusy(true);
    try {
      onDone(await checkColumns(batch, fields));
    } catch (thrown) {
      setError(errorText(thrown, peopleTexts));
      setBusy(false);
    }
  };
  const left = fields.filter((field) => field === null).length;
  return (
    <section className="ll-admin-part" aria-labelledby="check-columns">
      <h2 id="check-columns" className="ll-section">
        What each column holds
      </h2>
      <p className="ll-muted">
        {`${fileName(batch)}, ${rowCount(batch.counts.rows)}. `}
        {batch.status === 'columns'
          ? 'Limelight does not know which column holds the work e-mail, or the employee number: choose it, and what else to bring in.'
          : left
            ? `${left === 1 ? 'One column is' : `${left} columns are`} left out.`
            : 'All of its columns are brought in.'}
      </p>
      <ul className="ll-import-columns">
        {batch.columns.map(({ heading, sample }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; headings may be the same
          <li key={at} className="ll-import-column">
            <span className="ll-department-what">
              <span className="ll-strong">{heading || `Column ${at + 1}`}</span>
              <span className="ll-meta ll-ellipsis">{sample ? `Such as ${sample}` : 'Empty'}</span>
            </span>
            <ArrowRight size={18} strokeWidth={1.9} aria-hidden="true" />
            <SelectField
              label={`What ${heading || `column ${at + 1}`} holds`}
              labelHidden
              disabled={offline}
              value={fields[at] ?? ''}
              options={[
                { value: '', label: 'Leave out' },
                ...importFields.map((field) => ({ value: field, label: fieldWords[field] })),
              ]}
              onChange={({ currentTarget }) => set(at, (currentTarget.value || null) as ImportField | null)}
            />
          </li>
        ))}
      </ul>
      {error ? <ErrorNote text={error} /> : null}
      <div className="ll-admin-buttons">
        <Button kind="primary" disabled={offline} busy={busy && 'Looking at each row…'} onClick={() => void next()}>
          Look at every row
        </Button>
        <Button kind="ghost" onClick={onOther}>
          Choose another file
        </Button>
      </div>
    </section>
  );
}
