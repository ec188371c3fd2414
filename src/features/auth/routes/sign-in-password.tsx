// The second page of signing in: the password, and the choice of a company when it fits several.
import { createFileRoute, Link, Navigate } from '@tanstack/react-router';
import { useSnapshot } from 'valtio';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { PasswordField } from '#src/kit/ui/controls/password-field.tsx';
import { AuthPage, NewCompany } from '../components/auth-page.tsx';
import { ChooseCompany } from '../components/choose-company.tsx';
import { UsernameForManagers } from '../components/username.tsx';
import { signingIn } from '../store.ts';
import { usePassword } from '../use-password.ts';

export const Route = createFileRoute('/sign-in/password')({
  staticData: { access: 'signed-out' },
  component: Password,
});

function Password() {
  const { email } = useSnapshot(signingIn);
  const { form, choices, choose, turn } = usePassword();
  if (!email) return <Navigate to="/sign-in" search={true} replace />;
  if (choices.length) return <ChooseCompany choices={choices} onChoose={choose} turn={turn} />;
  return (
    <AuthPage
      title="Enter your password"
      lead={<strong>{email}</strong>}
      back="/sign-in"
      aside={<NewCompany />}
      error={form.error}
      turn={turn}
      onSubmit={form.submit}
    >
      <UsernameForManagers email={email} />
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
