// Which company, when the password fits several.
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '#src/api/error-text.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { authTexts } from '../messages.ts';
import type { Choices } from '../use-password.ts';
import { AuthPage } from './auth-page.tsx';

export function ChooseCompany({
  choices,
  onChoose,
  turn,
}: {
  choices: Choices;
  onChoose: (company_id: string) => Promise<unknown>;
  turn: number | undefined;
}) {
  const [error, setError] = useState<string>();
  const [going, setGoing] = useState<string>();
  const choose = async (company_id: string) => {
    if (going) return;
    setGoing(company_id);
    setError(undefined);
    await onChoose(company_id).catch((thrown: unknown) => setError(errorText(thrown, authTexts)));
    setGoing(undefined);
  };
  return (
    <AuthPage
      title="Choose a company"
      lead="This password opens more than one."
      back="/sign-in"
      error={error}
      turn={turn}
    >
      <ul className="ll-auth-choices">
        {choices.map(({ company_id, company_name, company_logo }) => (
          <li key={company_id}>
            <button
              type="button"
              className="ll-auth-choice"
              aria-busy={going === company_id}
              onClick={() => void choose(company_id)}
            >
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
