// The companies that this device is signed in to: going to one, adding one, logging out. In a dialog of the account menu, and in the
// settings.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, ChevronRight, LogOut, Plus } from 'lucide-react';
import { useState } from 'react';
import type { listCompanies } from '#contract/auth/companies.ts';
import type { ResponseOf } from '#contract/kernel/endpoint.ts';
import { errorText } from '#src/api/error-text.ts';
import { companiesQuery, leaveParked } from '#src/features/auth/companies.ts';
import { authTexts } from '#src/features/auth/messages.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { ErrorCard, ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { SkeletonRows } from '#src/kit/ui/feedback/skeleton.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { Dialog } from '#src/kit/ui/overlay/dialog.tsx';
import { app } from '#src/realtime/app.ts';
import { useOffline, useOfWaiting } from '#src/realtime/hooks.ts';
import { LeavingQuestion, type Step } from './leaving-question.tsx';
import { addCompany, logOutOfAll, switchTo } from './switching.ts';
import './companies.css';

type Item = ResponseOf<typeof listCompanies>['items'][number];

const texts = { ...authTexts, SESSION_NOT_FOUND: 'You are signed out there by now. Add the company again.' };

export function CompanyList() {
  const client = useQueryClient();
  const query = useQuery(companiesQuery);
  const offline = useOffline();
  const unsent = useOfWaiting(app.unsentCount);
  const [asked, setAsked] = useState<Step>();
  const [busy, setBusy] = useState<string>();
  /** A number, one more whenever the browser has closed what says so (Esc, twice): then it opens anew. 0: nobody is leaving. */
  const [leaving, setLeaving] = useState(0);
  const [error, setError] = useState<string>();

  const attempt = async (what: string, work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(what);
    setError(undefined);
    try {
      await work();
    } catch (thrown) {
      setLeaving(0);
      setError(errorText(thrown, texts));
      await client.invalidateQueries(companiesQuery);
    }
    setBusy(undefined);
  };
  /** As in logging out: what is unsent is not given up without a word, nor is what was written meanwhile. */
  const leave = (step: Step, discard = false) => {
    if (busy) return;
    if (app.unsentCount() > 0 && !discard) return setAsked(step);
    setLeaving(1);
    void attempt(step.what, async () => {
      const left = await step.go(discard);
      if (!left.unsent) return;
      setLeaving(0);
      setAsked(step);
    });
  };
  const endOne = ({ company_id, company_name }: Item) =>
    attempt(company_id, async () => {
      const there = await leaveParked(company_id);
      await client.invalidateQueries(companiesQuery);
      showToast({ text: `You are logged out of ${company_name}.` });
      if (there) location.assign(there);
    });
  const several = (query.data?.length ?? 0) > 1;
  return (
    <div className="ll-companies">
      {error ? <ErrorNote text={error} /> : null}
      {query.data ? (
        <ul aria-label="Companies on this device">
          {query.data.map((item) => (
            <Row
              key={item.company_id}
              item={item}
              busy={busy === item.company_id}
              disabled={offline}
              onGo={() =>
                leave({
                  what: item.company_id,
                  title: `Switch to ${item.company_name}`,
                  verb: 'Switch',
                  go: (discard) => switchTo(item.company_id, discard),
                })
              }
              onLeave={() => void endOne(item)}
            />
          ))}
        </ul>
      ) : query.isError && !offline ? (
        <ErrorCard onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : offline ? null : (
        <SkeletonRows label="companies" rows={2} size={40} />
      )}
      {offline ? (
        <p className="ll-meta" role="status">
          {query.data ? 'Switching needs a connection.' : 'Seeing your companies needs a connection.'}
        </p>
      ) : null}
      <div className="ll-companies-actions">
        <Button
          icon={Plus}
          disabled={offline}
          busy={busy === 'add' && 'One moment…'}
          onClick={() => leave({ what: 'add', title: 'Go to the sign-in page', verb: 'Go on', go: addCompany })}
        >
          Add a company
        </Button>
        {several ? (
          <Button
            kind="ghost"
            icon={LogOut}
            disabled={offline}
            busy={busy === 'all' && 'Logging out…'}
            onClick={() => leave({ what: 'all', title: 'Log out of all companies', verb: 'Log out', go: logOutOfAll })}
          >
            Log out of all
          </Button>
        ) : null}
      </div>
      {asked ? (
        <LeavingQuestion
          unsent={Math.max(1, unsent)}
          step={asked}
          onConfirm={() => {
            setAsked(undefined);
            leave(asked, true);
          }}
          onCancel={() => setAsked(undefined)}
        />
      ) : null}
      {leaving ? (
        // Until the page is gone: nobody is to write something in it any more.
        <Dialog
          key={leaving}
          open
          dismissible={false}
          title="One moment…"
          onClose={() => setLeaving((n) => n && n + 1)}
        >
          <p className="ll-muted">You are leaving this company.</p>
        </Dialog>
      ) : null}
    </div>
  );
}

interface RowProps {
  item: Item;
  busy: boolean;
  disabled: boolean;
  onGo: () => void;
  onLeave: () => void;
}

function Row({ item, busy, disabled, onGo, onLeave }: RowProps) {
  const { company_name, company_logo, present } = item;
  const what = (
    <>
      <Avatar name={company_name} src={company_logo} size={40} shape="square" />
      <span className="ll-companies-name">
        <strong>{company_name}</strong>
        <span className="ll-meta">{present ? 'You are here' : busy ? 'One moment…' : 'Signed in on this device'}</span>
      </span>
    </>
  );
  if (present)
    return (
      <li>
        <div className="ll-companies-one" aria-current="true">
          {what}
          <Check size={20} strokeWidth={1.9} aria-hidden="true" />
        </div>
      </li>
    );
  return (
    <li>
      <button type="button" className="ll-companies-one" disabled={disabled} aria-busy={busy} onClick={onGo}>
        {what}
        <ChevronRight size={20} strokeWidth={1.9} aria-hidden="true" />
      </button>
      <IconButton icon={LogOut} label={`Log out of ${company_name}`} disabled={disabled} onClick={onLeave} />
    </li>
  );
}
