// Somebody's account: how it stands, and what helps them in.
import { Mail, MailPlus } from 'lucide-react';
import { inviteAgain, sendPasswordReset } from '../../../mutations.ts';
import type { PersonDetail } from '../../../queries.ts';
import { Card } from '../card.tsx';
import type { Employee } from '../form/use-employee.ts';
import { ExportData } from './export-data.tsx';
import { MailButton } from './mail-button.tsx';
import { RemovedWhen } from './removed-when.tsx';
import { ResetSecondFactor } from './reset-second-factor.tsx';
import { SignOut } from './sign-out.tsx';
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
  const helps = ends && !self;
  const one = { employee_id, first_name, offline };
  return (
    <Card id="account" title="Account">
      <StatusChoice status={status} switches={helps} employee={employee} offline={offline} />
      <RemovedWhen person={person} />
      <div className="ll-employee-acts">
        {status === 'INVITED' ? (
          <MailButton
            icon={MailPlus}
            label="Send the invitation again"
            send={() => inviteAgain(employee_id)}
            done="A new invitation is on its way."
            offline={offline}
          />
        ) : null}
        {helps && status === 'ACTIVE' ? (
          <MailButton
            icon={Mail}
            label="Send password reset"
            send={() => sendPasswordReset(employee_id)}
            // To the address that is saved, whatever is being written.
            done={`A link to choose a new password is on its way to ${person.work_email_id}.`}
            offline={offline}
          />
        ) : null}
        {helps ? <SignOut {...one} /> : null}
        {covers && !self ? <ResetSecondFactor {...one} /> : null}
        {helps && status === 'ACTIVE' ? <ExportData {...one} /> : null}
      </div>
    </Card>
  );
}
