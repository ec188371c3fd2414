// The last step: how far it is, what became of it, and the way back.
import { Link } from '@tanstack/react-router';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { day } from '#src/kit/ui/format/dates.ts';
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';
import { peopleTexts } from '../../messages.ts';
import { type Batch, isGoing, runImport, type Shown, undoImport } from './data.ts';
import { ErrorFile } from './error-file.tsx';
import { MissingList } from './questions/missing.tsx';
import { type Kind, Kinds, Rows } from './rows.tsx';
import { fileName, people, resultWords } from './words.ts';

interface ProgressProps {
  batch: Batch;
  offline: boolean;
  onChange: (batch: Batch) => void;
}

export function Progress(props: ProgressProps) {
  const { batch, offline } = props;
  const { done, of } = batch.progress;
  const isStopped = batch.status === 'stopped';
  if (!isGoing(batch))
    return (
      <section className="ll-admin-part" aria-labelledby="import-done">
        <h2 id="import-done" className="ll-section">
          {fileName(batch)}
        </h2>
        <div className="ll-notice" data-tone={isStopped ? 'warn' : 'ok'} role="status">
          {isStopped ? <TriangleAlert size={18} aria-hidden="true" /> : <CircleCheck size={18} aria-hidden="true" />}
          <p>
            <strong>{resultWords(batch)}.</strong>
            {isStopped ? ' It could not go on. What was done stays.' : null}
          </p>
        </div>
        <Actions {...props} />
        <Outcome batch={batch} offline={offline} />
        {batch.deactivation ? <MissingList batch={batch} offline={offline} label="Who was not in the file" /> : null}
      </section>
    );
  return (
    <section className="ll-admin-part" aria-labelledby="import-goes">
      <h2 id="import-goes" className="ll-section">
        {batch.status === 'undoing' ? 'Undoing the import' : 'Importing'}
      </h2>
      <progress className="ll-import-progress" aria-label="Rows done" max={of || 1} value={done} />
      <p role="status">{`${done.toLocaleString('en')} of ${of.toLocaleString('en')}`}</p>
      <p className="ll-muted">
        {offline ? 'It goes on while you are offline.' : 'You can leave this page: it goes on by itself.'}
      </p>
    </section>
  );
}

function Actions({ batch, offline, onChange }: ProgressProps) {
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const act = async (call: () => Promise<Batch>) => {
    setBusy(true);
    try {
      onChange(await call());
    } catch (thrown) {
      showToast({ text: errorText(thrown, peopleTexts) });
    }
    setBusy(false);
    setAsks(false);
  };
  const { created, changed, refused } = batch.results;
  return (
    <div className="ll-admin-buttons">
      <Button asChild kind="primary">
        <Link to="/admin/people">See people</Link>
      </Button>
      {batch.status === 'stopped' ? (
        <Button
          disabled={offline}
          busy={busy && 'Starting…'}
          onClick={() => void act(() => runImport(batch.import_id, batch.send_invitations))}
        >
          Go on
        </Button>
      ) : null}
      {batch.undo_until ? (
        <Button disabled={offline} onClick={() => setAsks(true)}>
          Undo this import
        </Button>
      ) : null}
      {batch.counts.problem + refused ? <ErrorFile import_id={batch.import_id} offline={offline} /> : null}
      {batch.undo_until ? <span className="ll-meta">{`Can be undone until ${day(batch.undo_until)}.`}</span> : null}
      <ConfirmDialog
        open={asks}
        title="Undo this import?"
        action="Undo import"
        danger
        busy={busy && 'Starting…'}
        onConfirm={() => void act(() => undoImport(batch.import_id))}
        onCancel={() => setAsks(false)}
      >
        <p>{undoWords(created, changed, batch.deactivation?.done ?? 0)}</p>
        <p>Whoever has signed in since stays, and what somebody has changed since is left as it is.</p>
      </ConfirmDialog>
    </div>
  );
}

function undoWords(created: number, changed: number, deactivated: number): string {
  const parts = [
    created ? `${people(created)} it added ${created === 1 ? 'is' : 'are'} removed` : '',
    changed ? `${people(changed)} it changed ${changed === 1 ? 'gets' : 'get'} back what stood there before` : '',
    deactivated ? `${people(deactivated)} it deactivated ${deactivated === 1 ? 'is' : 'are'} active again` : '',
  ].filter(Boolean);
  return `${[parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(', and ')}.`;
}

function Outcome({ batch, offline }: Pick<ProgressProps, 'batch' | 'offline'>) {
  const { counts, results, status } = batch;
  const all: readonly Kind[] = [
    { show: 'create', count: counts.create, label: 'new' },
    { show: 'change', count: counts.change, label: 'to change' },
    { show: 'same', count: counts.same, label: 'the same' },
    { show: 'problem', count: counts.problem + results.refused, label: 'skipped' },
    { show: 'kept', count: status === 'undone' ? results.kept : 0, label: 'left as they are' },
  ];
  const kinds = all.filter(({ count }) => count);
  const [chosen, setShow] = useState<Shown>();
  const show = chosen ?? kinds.at(-1)?.show;
  if (!show) return null;
  return (
    <>
      <Kinds kinds={kinds} value={show} onChange={setShow} />
      <Rows batch={batch} show={show} offline={offline} />
    </>
  );
}
