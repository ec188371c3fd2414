// Somebody's account: how it stands, and what helps them in.
import { MailPlus } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { peopleTexts } from '../../../messages.ts';
import { inviteAgain } from '../../../mutations.ts';
import type { PersonDetail } from '../../../queries.ts';
import { Card } from '../card.tsx';
import type { Employee } from '../form/use-employee.ts';
import { ExportData } from './export-data.tsx';
import { ResetSecondFactor } from './reset-second-factor.tsx';
import { StatusChoice } from './status-choice.tsx';

interface AccountCardProps {
  employee_id: string;
  person: PersonDetail;
  employee: Employee;
  /** It is one's own: what is done to that, is done in the settings. */
  self: boolean;
  /** They may do nothing that one may not oneself. */
  covers: boolean;
  /** One may switch their account off and on. */
  ends: boolean;
  offline: boolean;
}

export function AccountCard({ employee_id, person, employee, self, covers, ends, offline }: AccountCardProps) {
  const { employee_account_status: status, first_name = '' } = person;
  const one = { employee_id, first_name, offline };
  return (
    <Card id="account" title="Account">
      <StatusChoice status={status} switches={ends && !self} employee={employee} offline={offline} />
      <div className="ll-employee-acts">
        {status === 'INVITED' ? <InviteAgain employee_id={employee_id} offline={offline} /> : null}
        {covers && !self ? <ResetSecondFactor {...one} /> : null}
        {ends && !self && status === 'ACTIVE' ? <ExportData {...one} /> : null}
      </div>
    </Card>
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
    <Button kind="soft" wide icon={MailPlus} disabled={offline} busy={busy && 'Sending…'} onClick={() => void send()}>
      Send the invitation again
    </Button>
  );
}
