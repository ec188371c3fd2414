// How somebody's account stands, and as what it could stand: what the server would refuse is not offered.
import { useCompanySetting } from '#src/kit/company/settings.ts';
import { ChoiceCards } from '#src/kit/ui/form/choice-cards.tsx';
import type { PersonDetail } from '../../../queries.ts';
import { AccountStatus, statusLabels } from '../../account-status.tsx';
import type { Standing } from '../form/draft.ts';
import type { Employee } from '../form/use-employee.ts';

interface StatusChoiceProps {
  /** As it is. */
  status: PersonDetail['employee_account_status'];
  /** One may switch it off and on, and it is not one's own: nobody switches themselves off by a slip. */
  switches: boolean;
  employee: Employee;
  offline: boolean;
}

const meanings: Readonly<Record<Standing, string>> = {
  ACTIVE: 'Can sign in.',
  INVITED: 'Can sign in once the invitation is accepted.',
  INACTIVE: 'Keeps everything, cannot sign in.',
  SUSPENDED: 'Kept out for a while: keeps everything, cannot sign in.',
};

export function StatusChoice({ status = 'ACTIVE', switches, employee, offline }: StatusChoiceProps) {
  const { chosen, overtaken, choose } = employee;
  const days = useCompanySetting('deactivated_days');
  if (status === 'DELETED') return null;
  const off = status === 'INACTIVE' || status === 'SUSPENDED';
  const on: Standing = off ? 'ACTIVE' : status;
  const texts = off
    ? { ...meanings, ACTIVE: 'Can sign in again. Who never accepted the invitation gets a new one.' }
    : meanings;
  const isEnding = (chosen === 'INACTIVE' || chosen === 'SUSPENDED') && !off;
  return (
    <>
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
          onChange={choose}
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
      {isEnding ? (
        <p className="ll-meta">
          {`Once you save, they are signed out on all devices.${days && chosen === 'INACTIVE' ? ` Unless they are activated again, they are removed ${days} days later.` : ''}`}
        </p>
      ) : null}
    </>
  );
}
