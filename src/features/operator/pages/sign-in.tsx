// The operator's own sign-in: stands in the place of whatever page was asked for, which is there right after.
import { Button } from '#src/kit/ui/controls/button.tsx';
import { PasswordField } from '#src/kit/ui/controls/password-field.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { emailAddress, required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { signIn } from '../data.ts';
import { operatorTexts } from '../messages.ts';
import { Outside } from '../parts/outside.tsx';

export function SignIn() {
  const form = useForm(
    { email_id: '', password: '' },
    { email_id: emailAddress, password: required },
    (values) => signIn(values),
    operatorTexts,
  );
  return (
    <Outside
      title="Operator sign-in"
      lead="For whoever runs this server. Colleagues sign in to their company."
      error={form.error}
      onSubmit={form.submit}
    >
      <TextField label="E-mail" type="email" autoComplete="username" large {...form.field('email_id')} />
      <PasswordField label="Password" autoComplete="current-password" large {...form.field('password')} />
      <Button kind="primary" size="large" wide type="submit" busy={form.busy && 'Signing in…'}>
        Sign in
      </Button>
      <p className="ll-meta">
        Forgot your password? On the server, <code>npm run operator -- reset</code> prints a link for a new one.
      </p>
    </Outside>
  );
}
