// How somebody's account stands, and as what it could stand: what the server would refuse is not offered.
import { MailPlus } from 'lucide-react';
import { useState } from 'react';
import type { RequestOf } from '#contract/kernel/endpoint.ts';
import type { setStatus } from '#contract/people.ts';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { ChoiceCards } from '#src/kit/ui/form/choice-cards.tsx';
import { peopleTexts } from '../../messages.ts';
import { inviteAgain } from '../../mutations.ts';
import type { PersonDetail } from '../../queries.ts';
import { AccountStatus, statusLabels } from '../account-status.tsx';

export type Standing = RequestOf<typeof setStatus>['status'];

interface AccountPartProps {
  employee_id: string;
  /** As it is. */
  status: PersonDetail['employee_account_status'];
  /** One may switch it off and on, and it is not one's own: nobody switches themselves off by a slip. */
  switches: boolean;
  chosen: Standing | undefined;
  /** It has changed after one had chosen. */
  overtaken: boolean;
  onChoose: (status: Standing) => void;
  offline: boolean;
}

const meanings: Readonly<Record<Standing, string>> = {
  ACTIVE: 'Can sign in.',
  INVITED: 'Can sign in once the invitation is accepted.',
  INACTIVE: 'Keeps everything, cannot sign in.',
  SUSPENDED: 'Kept out for a while: keeps everything, cannot sign in.',
};

export function AccountPart(props: AccountPartProps) {
  const { employee_id, status = 'ACTIVE', switches, chosen, overtaken, onChoose, offline } = props;
  if (status === 'DELETED') return null;
  const off = status === 'INACTIVE' || status === 'SUSPENDED';
  const on: Standing = off ? 'ACTIVE' : status;
  const texts = off
    ? { ...meanings, ACTIVE: 'Can sign in again. Who never accepted the invitation gets a new one.' }
    : meanings;
  const isEnding = (chosen === 'INACTIVE' || chosen === 'SUSPENDED') && !off;
  return (
    <section className="ll-admin-part" aria-labelledby="employee-account">
      <h2 id="employee-account" className="ll-section">
        Account
      </h2>
      {switches ? (
        <ChoiceCards<Standing>
          label="Account status"
          labelHidden
          options={[on, 'INACTIVE' as const, 'SUSPENDED' as const].map((value) => ({
            value,
            label: statusLabels[value],
            text: texts[value],
          }))}
          value={chosen ?? status}
          onChange={onChoose}
          disabled={offline}
        />
      ) : (
        <p>
          <AccountStatus status={status} /> <span className="ll-meta">{meanings[status]}</span>
        </p>
      )}
      {overtaken ? (
        <p className="ll-meta" role="status">
          This account was changed meanwhile: it stays as it is now, unless you choose again.
        </p>
      ) : null}
      {isEnding ? <p className="ll-meta">Once you save, they are signed out on all devices.</p> : null}
      {status === 'INVITED' ? <InviteAgain employee_id={employee_id} offline={offline} /> : null}
    </section>
  );
}

function InviteAgain({ employee_id, offline }: { employee_id: string; offline: boolean }) {
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    const text = await inviteAgain(employee_id).then(
      () => 'A new invitation is on its way.',
      (thrown: unknown) => errorText(thrown, peopleTexts),
    );
    showToast({ text });
    setBusy(false);
  };
  return (
    <div className="ll-admin-buttons">
      <Button icon={MailPlus} disabled={offline} busy={busy && 'Sending…'} onClick={() => void send()}>
        Send the invitation again
      </Button>
    </div>
  );
}
