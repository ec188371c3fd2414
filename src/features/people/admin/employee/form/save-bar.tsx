// What is not saved yet, below the page for as long as there is something: how much, how much of it is wrong, and the two ways on.
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { useFocusKept } from '#src/kit/ui/hooks/use-focus-kept.ts';
import { changesText, problemsText } from './draft.ts';
import type { Employee } from './use-employee.ts';

interface SaveBarProps {
  employee: Employee;
  /** The form that its button sends. */
  form_id: string;
  uploading: boolean;
  offline: boolean;
}

export function SaveBar(props: SaveBarProps) {
  const { employee, uploading, offline } = props;
  const shown = employee.changes > 0 || uploading || employee.error !== undefined;
  return (
    <>
      {/* Stands from the start: what comes with its element is not read out. */}
      <p className="ll-hidden-text" role="status">
        {shown ? told(employee) : ''}
      </p>
      {shown ? (
        <Bar {...props} />
      ) : offline ? (
        <p className="ll-employee-foot ll-meta">Changing it needs a connection.</p>
      ) : null}
    </>
  );
}

function Bar({ employee, form_id, uploading, offline }: SaveBarProps) {
  const { changes, problems, error, busy, discard, dismiss, form } = employee;
  const bar = useRef<HTMLDivElement>(null);
  const kept = useFocusKept({ left: () => form.current });
  useEffect(() => {
    // It comes where something may be that is typed in.
    document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={bar} className="ll-employee-foot" {...kept}>
      {error ? <ErrorNote text={error} /> : null}
      <p className="ll-employee-unsaved" data-wrong={problems ? '' : undefined} aria-hidden="true">
        {changes || uploading ? <CircleAlert size={18} strokeWidth={1.9} /> : null}
        {changes ? <span>{changesText(changes)}</span> : null}
        {problems ? <span>{problemsText(problems)}</span> : null}
      </p>
      {offline ? <p className="ll-meta">Changing it needs a connection.</p> : null}
      {error && !changes ? (
        <Button kind="ghost" disabled={busy} onClick={dismiss}>
          Dismiss
        </Button>
      ) : (
        <Button kind="ghost" disabled={busy || !changes} onClick={discard}>
          Discard
        </Button>
      )}
      <Button
        kind="primary"
        type="submit"
        form={form_id}
        disabled={offline || !(changes || uploading || busy)}
        busy={(busy && 'Saving…') || (uploading && 'Uploading…')}
      >
        <span>
          Save<span className="ll-employee-more"> changes</span>
        </span>
      </Button>
    </div>
  );
}

const told = ({ changes, problems }: Employee): string =>
  [...(changes ? [changesText(changes)] : []), ...(problems ? [problemsText(problems)] : [])].join(', ');
