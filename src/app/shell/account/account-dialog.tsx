// What the account menu opens over the page: the question before logging out, or the companies to switch between.
import { app } from '#src/realtime/app.ts';
import { useOfWaiting } from '#src/realtime/hooks.ts';
import { unsentIn } from '../../state/waiting.ts';
import { CompaniesDialog } from './companies/companies-dialog.tsx';
import { LogOutQuestion } from './log-out-question.tsx';

export interface AccountDialogProps {
  companies: boolean;
  onCancel: () => void;
}

export function AccountDialog({ companies, onCancel }: AccountDialogProps) {
  const unsent = useOfWaiting(unsentIn);
  if (companies) return <CompaniesDialog onClose={onCancel} />;
  const logOut = () => void app.signOut({ discard: unsent ? 'all' : 'sent' });
  return <LogOutQuestion unsent={unsent} onConfirm={logOut} onCancel={onCancel} />;
}
