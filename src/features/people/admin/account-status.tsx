// How an account stands, in a word and a mark.
import type { Person } from '#contract/people.ts';

type AccountStatus = Person['employee_account_status'];

export const statusLabels: Readonly<Record<AccountStatus, string>> = {
  ACTIVE: 'Active',
  INVITED: 'Invited',
  INACTIVE: 'Inactive',
  SUSPENDED: 'Suspended',
  DELETED: 'Removed',
};

export function AccountStatus({ status }: { status: AccountStatus }) {
  return (
    <span className="ll-account-status" data-status={status}>
      {statusLabels[status]}
    </span>
  );
}
