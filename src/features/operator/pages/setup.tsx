// Where the link leads that the server prints, or that another operator has made: an account, and in.
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { PasswordField } from '#src/kit/ui/controls/password-field.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { emailAddress, REQUIRED, required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { setUp } from '../data.ts';
import { operatorTexts } from '../messages.ts';
import { Outside } from '../parts/outside.tsx';

const LEAST = 12;
const longEnough = (value: string): string | undefined => {
  if (!value) return REQUIRED;
  return value.length < LEAST ? operatorTexts['AUTH_PASSWORD_SHORT'] : undefined;
};

export function Setup() {
  const [token] = useState(() => location.hash.slice(1));
  const navigate = useNavigate();
  // The address stays in histories and over shoulders; the token must not.
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  const form = useForm(
    { name: '', email_id: '', password: '' },
    { name: required, email_id: emailAddress, password: longEnough },
    async (values) => {
      await setUp({ ...values, token });
      await navigate({ to: '/backadmin/$', params: { _splat: 'companies' }, replace: true });
    },
    { ...operatorTexts, INVALID_REQUEST: operatorTexts['OPERATOR_LINK_INVALID'] ?? '' },
  );
  return (
    <Outside
      title="Set up the operator"
      lead="This account runs the server and sees all companies. It is no colleague’s account."
      error={form.error}
      onSubmit={form.submit}
    >
      <TextField label="Your name" autoComplete="name" large {...form.field('name')} />
      <TextField label="E-mail" type="email" autoComplete="username" large {...form.field('email_id')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        large
        hint="At least 12 characters. Longer is better than complicated."
        {...form.field('password')}
      />
      <Button kind="primary" size="large" wide type="submit" busy={form.busy && 'Setting up…'}>
        Set up
      </Button>
    </Outside>
  );
}
