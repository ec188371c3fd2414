// Where the link leads that the server prints, or that another operator has made: an account, and in.
import { useNavigate } from '@tanstack/react-router';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { emailAddress, required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { setUp } from '../data.ts';
import { operatorTexts } from '../messages.ts';
import { ByLink } from '../parts/by-link.tsx';
import { longEnough, NewPassword } from '../parts/new-password.tsx';
import { Outside } from '../parts/outside.tsx';

const TITLE = 'Set up the operator';

export const Setup = () => (
  <ByLink purpose="account" title={TITLE}>
    {(token, email) => <Account token={token} email={email} />}
  </ByLink>
);

function Account({ token, email }: { token: string; email: string | null }) {
  const navigate = useNavigate();
  const form = useForm(
    { name: '', email_id: email ?? '', password: '' },
    { name: required, email_id: emailAddress, password: longEnough },
    async (values) => {
      await setUp({ ...values, token });
      await navigate({ to: '/backadmin/$', params: { _splat: 'companies' }, replace: true });
    },
    operatorTexts,
  );
  return (
    <Outside
      title={TITLE}
      lead="This account runs the server and sees all companies. It is no colleague’s account."
      error={form.error}
      onSubmit={form.submit}
    >
      <TextField label="Your name" autoComplete="name" large {...form.field('name')} />
      <TextField label="E-mail" type="email" autoComplete="username" large {...form.field('email_id')} />
      <NewPassword label="Password" large {...form.field('password')} />
      <Button kind="primary" size="large" wide type="submit" busy={form.busy && 'Setting up…'}>
        Set up
      </Button>
    </Outside>
  );
}
