// The second page of signing in: the password, and the choice of a company when it fits several.
import { createFileRoute, Link, Navigate, useNavigate } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { ApiError } from '#src/api/errors.ts';
import { Avatar } from '#src/kit/people/avatar.tsx';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { PasswordField } from '#src/kit/ui/controls/password-field.tsx';
import { required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { AuthPage } from '../components/auth-page.tsx';
import { authTexts } from '../messages.ts';
import { login } from '../requests.ts';
import { signingIn } from '../store.ts';

export const Route = createFileRoute('/sign-in/password')({
  staticData: { access: 'signed-out' },
  component: Password,
});

type Choices = NonNullable<Awaited<ReturnType<typeof login>>>;

function Password() {
  const { email } = useSnapshot(signingIn);
  const navigate = useNavigate();
  const [choices, setChoices] = useState<Choices>([]);
  const enter = async (password: string, company_id?: string) => {
    try {
      setChoices((await login({ email_id: email, password, ...(company_id ? { company_id } : {}) })) ?? []);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'AUTH_EMAIL_VERIFICATION_PENDING')
        return navigate({ to: '/sign-in/verify', search: true });
      if (error instanceof ApiError && error.code === 'ACCOUNT_INACTIVE') return navigate({ to: '/inactive' });
      throw error;
    }
  };
  const form = useForm({ password: '' }, { password: required }, ({ password }) => enter(password), authTexts);
  if (!email) return <Navigate to="/sign-in" search={true} replace />;
  if (choices.length)
    return <ChooseCompany choices={choices} onChoose={(company_id) => enter(form.values.password, company_id)} />;
  return (
    <AuthPage
      title="Enter your password"
      lead={<strong>{email}</strong>}
      back="/sign-in"
      error={form.error}
      onSubmit={form.submit}
    >
      {/* For password managers, which fill pairs. */}
      <input
        className="ll-hidden-text"
        type="email"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        large
        autoFocus
        aside={
          <Link to="/password/forgot" className="ll-link">
            Forgot it?
          </Link>
        }
        {...form.field('password')}
      />
      <Button kind="primary" size="large" wide type="submit" busy={form.busy && 'Logging in…'}>
        Log in
      </Button>
    </AuthPage>
  );
}

function ChooseCompany({
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
