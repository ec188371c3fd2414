// Somebody who has left, for those who manage people: since when, until when they can come back, and the two ways on.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Eraser, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Leaver as Left } from '#contract/people/leaving.ts';
import { errorText } from '#src/api/error-text.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { useDirectory } from '#src/kit/people/directory.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { date } from '#src/kit/ui/format/dates.ts';
import { fullName } from '#src/kit/ui/format/names.ts';
import { ConfirmDialog } from '#src/kit/ui/overlay/confirm-dialog.tsx';
import { peopleTexts } from '../../../messages.ts';
import { Awaited } from '../../frame.tsx';
import { erase, leaverQuery, restore } from './leaving-data.ts';
import { wentTo } from './leaving-words.ts';

const texts = {
  ...peopleTexts,
  AUTH_EMAIL_ALREADY_EXISTS: 'Somebody else has their address by now: give that person another one first.',
  NO_PERMISSION: 'They could do what you may not: this is for somebody who may do at least as much.',
};

export function Leaver({ employee_id, offline }: { employee_id: string; offline: boolean }) {
  const query = useQuery(leaverQuery(employee_id));
  if (query.data) return <About leaver={query.data} offline={offline} />;
  if (query.data === null && !query.isFetching)
    return <p className="ll-muted">Everything about this person is erased. What they wrote stays.</p>;
  return <Awaited query={query} offline={offline} what="this person" />;
}

function About({ leaver, offline }: { leaver: Left; offline: boolean }) {
  const { employee, left_at, erase_at, handed_over, hand_over_to, in_reach } = leaver;
  const { employee_id, position_title, work_email_id } = employee;
  const client = useQueryClient();
  const heir = useDirectory().get(hand_over_to ?? '');
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState<'restore' | 'erase'>();
  const [error, setError] = useState<string>();
  const name = fullName(employee);
  const run = async (what: 'restore' | 'erase') => {
    setBusy(what);
    setError(undefined);
    try {
      await (what === 'restore' ? restore(employee_id) : erase(client, employee_id));
      showToast({ text: what === 'restore' ? `${name} is back.` : `Everything about ${name} is erased.` });
    } catch (thrown) {
      setError(errorText(thrown, texts));
    }
    setBusy(undefined);
    setAsks(false);
  };
  const went = wentTo(handed_over);
  return (
    <div className="ll-form ll-leaver">
      <div className="ll-leaver-who">
        <Avatar name={name} src={employee.profile_url} size={56} />
        <div className="ll-person-text">
          <span className="ll-person-name">{name}</span>
          <span className="ll-meta">{[position_title, work_email_id].filter(Boolean).join(', ')}</span>
        </div>
      </div>
      <p>{`Left on ${date(left_at)}. Everything about them is erased on ${date(erase_at)}.`}</p>
      {went ? (
        <p className="ll-muted">{`${heir ? fullName(heir) : 'Somebody else'} has taken over ${went}. That stays so if they come back.`}</p>
      ) : null}
      {in_reach ? null : (
        <p className="ll-muted">
          They could do what you may not: somebody who may do at least as much can bring them back, or erase them.
        </p>
      )}
      {offline && in_reach ? (
        <p className="ll-muted">Bringing somebody back or erasing them needs a connection.</p>
      ) : null}
      {error ? <ErrorNote text={error} /> : null}
      {in_reach ? (
        <div className="ll-settings-buttons">
          <Button
            kind="primary"
            icon={Undo2}
            disabled={offline || busy === 'erase'}
            busy={busy === 'restore' && 'Restoring…'}
            onClick={() => void run('restore')}
          >
            {`Restore ${employee.first_name}`}
          </Button>
          <Button
            className="ll-leaving-open"
            icon={Eraser}
            disabled={offline || Boolean(busy)}
            onClick={() => setAsks(true)}
          >
            Erase now
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={asks}
        title={`Erase everything about ${name}?`}
        action="Erase for good"
        danger
        typed={name}
        busy={busy === 'erase' && 'Erasing…'}
        onConfirm={() => void run('erase')}
        onCancel={() => setAsks(false)}
      >
        Their profile, picture, password, drafts and settings are gone then, and cannot be brought back. What they wrote
        to others stays, under “Former employee”.
      </ConfirmDialog>
    </div>
  );
}
