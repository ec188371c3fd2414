// Whether the log is whole: asked by a button, told in a sentence.
import { CircleAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { type Verdict, verifyLog } from './data.ts';

export interface Checking {
  busy: boolean;
  /** How far it is. */
  checked: number;
  found?: Verdict | undefined;
  error?: string | undefined;
}

export function useVerdict(): Checking & { check: () => void } {
  const [state, setState] = useState<Checking>({ busy: false, checked: 0 });
  const check = async () => {
    setState({ busy: true, checked: 0 });
    try {
      const found = await verifyLog((checked) => setState({ busy: true, checked }));
      setState({ busy: false, checked: found.checked, found });
    } catch (thrown) {
      setState({ busy: false, checked: 0, error: errorText(thrown) });
    }
  };
  return { ...state, check: () => void check() };
}

const lines = (count: number) => (count === 1 ? '1 line' : `${count.toLocaleString('en')} lines`);

export function VerdictNote({ verdict: { busy, checked, found, error } }: { verdict: Checking }) {
  if (error) return <ErrorNote text={error} />;
  const bad = problemOf(found);
  const text = bad ?? (found ? `${lines(found.checked)} checked. None was changed, put in or taken out.` : undefined);
  const Icon = bad ? CircleAlert : ShieldCheck;
  return (
    <div role="status" className="ll-audit-verdict">
      {busy && checked > 0 ? <p className="ll-meta">{`${lines(checked)} checked so far.`}</p> : null}
      {text ? (
        <div className="ll-notice" data-tone={bad ? 'danger' : 'ok'}>
          <Icon size={18} strokeWidth={1.9} aria-hidden="true" />
          <p>{text}</p>
        </div>
      ) : null}
    </div>
  );
}

function problemOf(found: Verdict | undefined): string | undefined {
  if (found?.broken_at != null)
    return `Line ${found.broken_at.toLocaleString('en')} is not what was written there: somebody has changed the log in the database.`;
  if (found?.stray)
    return `${lines(found.stray)} stand in the database that Limelight did not write, or have lost their place.`;
  return undefined;
}
