// The third step: what becomes of each row, before anything is written; and the button that does it.
import { useState } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { Switch } from '#src/kit/ui/controls/check.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { peopleTexts } from '../../messages.ts';
import { type Batch, runImport, type Shown } from './data.ts';
import { ErrorFile } from './error-file.tsx';
import { Departments } from './questions/departments.tsx';
import { Missing } from './questions/missing.tsx';
import { type Kind, Kinds, Rows } from './rows.tsx';
import { actionWords, fileName, rowCount } from './words.ts';

interface ReviewProps {
  batch: Batch;
  offline: boolean;
  onAnswered: (batch: Batch) => void;
  onRun: (batch: Batch) => void;
  onColumns: () => void;
}

export function Review({ batch, offline, onAnswered, onRun, onColumns }: ReviewProps) {
  const { create, change, same, problem, rows } = batch.counts;
  const kinds: readonly Kind[] = [
    { show: 'create', count: create, label: create === 1 ? 'new person' : 'new people' },
    { show: 'change', count: change, label: 'will be changed' },
    { show: 'same', count: same, label: 'the same as now' },
    { show: 'problem', count: problem, label: problem === 1 ? 'needs a fix' : 'need a fix' },
  ];
  const [chosen, setShow] = useState<Shown>();
  const there = kinds.filter(({ count }) => count).map((kind) => kind.show);
  const show = chosen && there.includes(chosen) ? chosen : problem ? 'problem' : (there[0] ?? 'create');
  const [invites, setInvites] = useState(false);
  const [deactivates, setDeactivates] = useState(false);
  const missing = batch.missing?.people ?? 0;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const run = async () => {
    setError(undefined);
    setBusy(true);
    try {
      onRun(await runImport(batch.import_id, invites, deactivates));
    } catch (thrown) {
      setError(errorText(thrown, peopleTexts));
      setBusy(false);
    }
  };
  return (
    <section className="ll-admin-part" aria-labelledby="look-at-rows">
      <div className="ll-import-head">
        <h2 id="look-at-rows" className="ll-section">
          {fileName(batch)}
        </h2>
        <span className="ll-meta ll-digits">{rowCount(rows)}</span>
        {batch.source === 'file' ? (
          <Button size="small" onClick={onColumns}>
            Columns
          </Button>
        ) : null}
      </div>
      {batch.departments.length ? <Departments {...{ batch, offline }} onAnswered={onAnswered} /> : null}
      <Kinds kinds={kinds} value={show} onChange={setShow} />
      {problem ? <ErrorFile import_id={batch.import_id} offline={offline} /> : null}
      {batch.missing && missing ? (
        <Missing {...{ batch, offline }} numbers={batch.missing} checked={deactivates} onChange={setDeactivates} />
      ) : null}
      <Rows batch={batch} show={show} offline={offline} />
      <div className="ll-import-foot">
        {create + change || deactivates ? (
          <>
            <div className="ll-import-invites">
              <Switch
                label="Send invitations"
                checked={invites}
                disabled={offline || !create}
                onChange={() => setInvites(!invites)}
              />
              <p className="ll-meta">
                {invites
                  ? 'Each new person gets a mail with a link to sign in.'
                  : 'New people get no mail now. You can invite them later from the list of people.'}
              </p>
            </div>
            {error ? <ErrorNote text={error} /> : null}
            <Button kind="primary" disabled={offline} busy={busy && 'Starting…'} onClick={() => void run()}>
              {actionWords(batch, deactivates ? missing : 0)}
            </Button>
          </>
        ) : (
          <p className="ll-strong">
            {problem
              ? batch.source === 'file'
                ? 'Nothing to import until these rows are fixed.'
                : 'Nothing to import until these are put right in your HR system.'
              : 'Nothing to import: everybody is up to date.'}
          </p>
        )}
      </div>
    </section>
  );
}
