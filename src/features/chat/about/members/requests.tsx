// Who asks to come into the space, and who was invited and has not answered: for who manages its members. Nothing while there is nobody.
import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import type { Space } from '#contract/chat.ts';
import type { Person } from '#contract/people.ts';
import { useDirectory } from '#src/kit/people/directory.ts';
import { PersonRow } from '#src/kit/people/person-row.tsx';
import { IconButton } from '#src/kit/ui/controls/icon-button.tsx';
import { ErrorCard } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { attempt } from '../attempt.ts';
import { answerRequest, rereadRequests } from '../mutations.ts';
import { requestsQuery, type Waiting } from '../queries.ts';

export function Requests({ space, offline }: { space: Space; offline: boolean }) {
  const query = useQuery(requestsQuery(space.space_id));
  const people = useDirectory();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  if (query.isError && !query.data && !offline)
    return <ErrorCard onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  const shown = (query.data ?? []).flatMap((one) => {
    const person = people.get(one.employee_id);
    return person && !hidden.has(one.employee_id) ? [{ one, person }] : [];
  });
  if (!shown.length) return null;
  const hide = (employee_id: string, gone: boolean) => {
    // The row has gone, and the focus with it.
    if (gone)
      document.getElementById('about-requests')?.closest<HTMLElement>('.ll-about')?.querySelector('h2')?.focus();
    setHidden((before) => new Set(gone ? [...before, employee_id] : [...before].filter((id) => id !== employee_id)));
  };
  return (
    <section className="ll-about-section" aria-labelledby="about-requests">
      <header className="ll-about-section-head">
        <h3 id="about-requests">Waiting to join</h3>
        <span className="ll-meta ll-digits">{shown.length}</span>
      </header>
      <ul>
        {shown.map(({ one, person }) => (
          <li key={one.employee_id} className="ll-about-request">
            <Request {...{ space, one, person, offline }} onHide={(gone) => hide(one.employee_id, gone)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RequestProps {
  space: Space;
  one: Waiting;
  person: Person;
  offline: boolean;
  onHide: (gone: boolean) => void;
}

function Request({ space: { space_id, space_name }, one, person, offline, onHide }: RequestProps) {
  const { employee_id, join_status, invited_by } = one;
  const by = useDirectory().get(invited_by ?? '');
  const [busy, setBusy] = useState(false);
  const name = fullName(person);
  const asks = join_status === 'requested';
  const accept = async () => {
    setBusy(true);
    if (await attempt(() => answerRequest(space_id, employee_id, true)))
      showToast({ text: `${name} is in ${space_name} now` });
    await rereadRequests(space_id);
    setBusy(false);
  };
  // Goes through when the toast has gone without Undo: whoever is declined is told at once.
  const decline = () => {
    onHide(true);
    const go = async () => {
      await attempt(() => answerRequest(space_id, employee_id, false));
      await rereadRequests(space_id);
      onHide(false);
    };
    showToast({
      text: asks ? `${name} will not come in` : `${name} is invited no more`,
      action: { label: 'Undo', run: () => onHide(false) },
      onEnd: (end) => void (end !== 'action' && go()),
    });
  };
  return (
    <>
      <PersonRow
        person={person}
        line={asks ? 'Asks to join' : by ? `Invited by ${fullName(by)}` : 'Invited'}
        size={32}
      />
      <span className="ll-about-answers">
        <IconButton
          icon={X}
          size="small"
          label={asks ? `Decline ${name}` : `Take back the invitation of ${name}`}
          disabled={offline}
          onClick={decline}
        />
        {asks ? (
          <IconButton
            icon={Check}
            size="small"
            kind="soft"
            label={`Accept ${name}`}
            disabled={offline}
            aria-disabled={busy || undefined}
            onClick={() => busy || void accept()}
          />
        ) : null}
      </span>
    </>
  );
}
