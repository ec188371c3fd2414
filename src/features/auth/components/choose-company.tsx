// Which company, when the password fits several.
import { ChevronRight } from 'lucide-react';
import { Avatar } from '#src/kit/people/avatar.tsx';
import type { Choices } from '../use-password.ts';
import { AuthPage } from './auth-page.tsx';

export function ChooseCompany({
  choices,
  onChoose,
}: {
  choices: Choices;
  onChoose: (company_id: string) => Promise<unknown>;
}) {
  return (
    <AuthPage title="Choose a company" lead="This password opens more than one." back="/sign-in">
      <ul className="ll-auth-choices">
        {choices.map(({ company_id, company_name, company_logo }) => (
          <li key={company_id}>
            <button type="button" className="ll-auth-choice" onClick={() => void onChoose(company_id)}>
              <Avatar name={company_name} src={company_logo} size={40} shape="square" />
              {company_name}
              <ChevronRight size={20} strokeWidth={1.9} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </AuthPage>
  );
}
