// Where the link leads that a command on the machine prints for whoever has forgotten the password: another one, and in.
import { useNavigate } from '@tanstack/react-router';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { TextField } from '#src/kit/ui/controls/text-field.tsx';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { resetPassword } from '../data.ts';
import { operatorTexts } from '../messages.ts';
import { ByLink } from '../parts/by-link.tsx';
import { longEnough, NewPassword } from '../parts/new-password.tsx';
import { Outside } from '../parts/outside.tsx';

const TITLE = 'Choose a new password';

export const Reset = () => (
  <ByLink purpose="password" title={TITLE}>
    {(token, email) => <Password token={token} email={email ?? ''} />}
  </ByLink>
);

function Password({ token, email }: { token: string; email: string }) {
  const navigate = useNavigate();
  const form = useForm(
    { password: '' },
    { password: longEnough },
    async ({ password }) => {
      await resetPassword({ token, password });
      await navigate({ to: '/backadmin/$', params: { _splat: 'companies' }, replace: true });
    },
    operatorTexts,
  );
  return (
    <Outside
      title={TITLE}
      lead="For your operator account. You are signed out everywhere else."
      error={form.error}
      onSubmit={form.submit}
    >
      {/* To be seen, and for who keeps passwords. */}
      <TextField label="E-mail" type="email" autoComplete="username" large readOnly value={email} />
      <NewPassword label="New password" large {...form.field('password')} />
      <Button kind="primary" size="large" wide type="submit" busy={form.busy && 'Saving…'}>
        Save and sign in
      </Button>
    </Outside>
  );
}
