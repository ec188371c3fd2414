// Asking for a link to set a new password. What is answered does not tell whether the address exists.
import { createFileRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { emailAddress } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { AuthPage } from '../components/auth-page.tsx';
import { requestReset } from '../requests.ts';
import { signingIn } from '../store.ts';

export const Route = createFileRoute('/password/forgot')({ staticData: { access: 'signed-out' }, component: Forgot });

function Forgot() {
  const { email } = useSnapshot(signingIn);
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({ email }, { email: emailAddress }, async (values) => {
    await requestReset(values.email.trim());
    setSentTo(values.email.trim());
  });
  if (sentTo) {
    return (
      <AuthPage
        title="Check your e-mail"
        lead={
          <>
            If there is an account, a link to set a new password is on its way to <strong>{sentTo}</strong>
          </>
        }
      >
        <p className="ll-meta">The link works once, for 30 minutes.</p>
        <Button asChild size="large" wide>
          <Link to="/sign-in">Back to sign-in</Link>
        </Button>
      </AuthPage>
    );
  }
  return (
    <AuthPage
      title="Forgot your password?"
      lead="We’ll mail you a link to set a new one."
      back="/sign-in"
      error={form.error}
      onSubmit={form.submit}
    >
      <TextField
        label="Work e-mail"
        type="email"
        autoComplete="username"
        inputMode="email"
        large
        autoFocus
        {...form.field('email')}
      />
      <Button kind="primary" size="large" wide type="submit" busy={form.busy && 'Sending…'}>
        Send the link
      </Button>
    </AuthPage>
  );
}
