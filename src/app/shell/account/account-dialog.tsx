// What the account menu opens over the page: the question before logging out, or the companies to switch between.
import { CompaniesDialog } from './companies/companies-dialog.tsx';
import { LogOutQuestion, type LogOutQuestionProps } from './log-out-question.tsx';

export interface AccountDialogProps extends LogOutQuestionProps {
  companies: boolean;
}

export function AccountDialog({ companies, ...question }: AccountDialogProps) {
  return companies ? <CompaniesDialog onClose={question.onCancel} /> : <LogOutQuestion {...question} />;
}
