// Beside the form of signing in: the companies that this browser is signed in to still.
import { onlineManager, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { app } from '#src/realtime/app.ts';
import { companiesQuery, enterCompany, leaveParked } from '../companies.ts';
import { authTexts } from '../messages.ts';

const texts = { ...authTexts, SESSION_NOT_FOUND: 'You are signed out there by now. Please sign in again.' };

const AGAIN_MS = 5_000;

export function ContinueTo() {
  const client = useQueryClient();
  // Without an answer there is the form.
  const { data = [] } = useQuery({
    ...companiesQuery,
    refetchInterval: ({ state }) => (state.status === 'error' ? AGAIN_MS : false),
  });
  const offline = useSyncExternalStore(onlineManager.subscribe, () => !onlineManager.isOnline());
  const [going, setGoing] = useState<string>();
  const [error, setError] = useState<string>();
  const attempt = async (what: string, work: () => Promise<unknown>) => {
    if (going) return;
    setGoing(what);
    setError(undefined);
    try {
      await work();
    } catch (thrown) {
      setError(errorText(thrown, texts));
    }
    await client.invalidateQueries(companiesQuery);
    setGoing(undefined);
  };
  const enter = (company_id: string) => attempt(company_id, async () => app.signIn(await enterCompany(company_id)));
  const leave = () =>
    attempt('all', async () => {
      const there = await leaveParked();
      if (there) location.assign(there);
    });
  if (!data.length) return error ? <ErrorNote text={error} /> : null;
  return (
    <section className="ll-auth-continue" aria-label="Companies that you are signed in to">
      {error ? <ErrorNote text={error} /> : null}
      <ul className="ll-auth-choices">
        {data.map(({ company_id, company_name, company_logo }) => (
          <li key={company_id}>
            <button
              type="button"
              className="ll-auth-choice"
              aria-busy={going === company_id}
              disabled={offline}
              onClick={() => void enter(company_id)}
            >
              <Avatar name={company_name} src={company_logo} size={40} shape="square" />
              <span>{going === company_id ? 'One moment…' : `Continue to ${company_name}`}</span>
              <ChevronRight size={20} strokeWidth={1.9} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {offline ? (
        <p className="ll-meta" role="status">
          Continuing needs a connection.
        </p>
      ) : null}
      <button type="button" className="ll-link" disabled={offline} onClick={() => void leave()}>
        {data.length > 1 ? 'Log out of all of these' : 'Log out there'}
      </button>
      <p className="ll-auth-or">or sign in to another company</p>
    </section>
  );
}
