// Where the mailed link leads: a new password, or the first one of somebody who was invited.
import { createFileRoute, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { PasswordField } from '#src/kit/ui/controls/password-field.tsx';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { AuthPage } from '../components/auth-page.tsx';
import { newPassword, passwordTexts, samePassword } from '../password-checks.ts';
import { reset } from '../requests.ts';

export const Route = createFileRoute('/password/reset/$token')({
  staticData: { access: 'everybody' },
  component: Reset,
});

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Of a link from a mail. */
    resetToken?: string;
  }
}

/** What stands in the address in place of the token. */
const HIDDEN = 'choose';

/** The token of the link, which leaves the address at once: that stays in histories and over shoulders. Undefined if there is none. */
function useToken(): string | undefined {
  const { token } = Route.useParams();
  const { resetToken } = useLocation().state;
  const navigate = useNavigate();
  useEffect(() => {
    if (token === HIDDEN) return;
    const state = { resetToken: token };
    void navigate({ to: '/password/reset/$token', params: { token: HIDDEN }, state, replace: true });
  }, [token, navigate]);
  return token === HIDDEN ? resetToken : token;
}

function Reset() {
  const token = useToken();
  const navigate = useNavigate();
  const [done, setDone] = useState(false);
  const finish = () => {
    setDone(true);
    // It has been used: going back finds no form for it.
    void navigate({ to: '/password/reset/$token', params: { token: HIDDEN }, state: {}, replace: true });
  };
  if (done) return <Done />;
  return token ? <Choose token={token} onDone={finish} /> : <NoLink />;
}

function Done() {
  return (
    <AuthPage title="Your password is set" lead="You can log in with it now.">
      <Button asChild kind="primary" size="large" wide>
        <Link to="/sign-in">Log in</Link>
      </Button>
    </AuthPage>
  );
}

function NoLink() {
  return (
    <AuthPage title="This link did not work" lead="Open it from the mail again, or ask for a new one.">
      <Button asChild kind="primary" size="large" wide>
        <Link to="/password/forgot">Get a new link</Link>
      </Button>
    </AuthPage>
  );
}

function Choose({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useForm(
    { password: '', confirm_password: '' },
    { password: newPassword, confirm_password: samePassword },
    async (values) => {
      await reset({ token, ...values });
      onDone();
    },
    passwordTexts,
  );
  return (
    <AuthPage
      title="Set your password"
      lead="You will use it with your work e-mail."
      error={form.error}
      onSubmit={form.submit}
    >
      <PasswordField
        label="New password"
        autoComplete="new-password"
        large
        autoFocus
        hint="Longer is better than complicated."
        {...form.field('password')}
      />
      <PasswordField label="Again" autoComplete="new-password" large {...form.field('confirm_password')} />
      <Button kind="primary" size="large" wide type="submit" busy={form.busy && 'Saving…'}>
        Save password
      </Button>
    </AuthPage>
  );
}
