// What the account menu opens over the page: the question before logging out, or the companies to switch between.
import { app } from '#src/realtime/app.ts';
import { CompaniesDialog } from './companies/companies-dialog.tsx';
import { LogOutQuestion } from './log-out-question.tsx';

export interface AccountDialogProps {
  companies: boolean;
  unsent: number;
  onCancel: () => void;
}

export function AccountDialog({ companies, unsent, onCancel }: AccountDialogProps) {
  if (companies) return <CompaniesDialog onClose={onCancel} />;
  const logOut = () => void app.signOut({ discard: unsent ? 'all' : 'sent' });
  return <LogOutQuestion unsent={unsent} onConfirm={logOut} onCancel={onCancel} />;
}
