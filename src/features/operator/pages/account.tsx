// One's own account: who one is here, and another password.
import { useRef, useState } from 'react';
import type { Operator } from '#contract/operator.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { PasswordField } from '#src/kit/ui/controls/password-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { required } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { useFocusKept } from '#src/kit/ui/hooks/use-focus-kept.ts';
import { PageHeader } from '#src/kit/ui/layout/page.tsx';
import { changePassword } from '../data.ts';
import { operatorTexts } from '../messages.ts';
import { longEnough, NewPassword } from '../parts/new-password.tsx';

export function Account({ me }: { me: Operator }) {
  const [changes, setChanges] = useState(0);
  const title = useRef<HTMLHeadingElement>(null);
  const focus = useFocusKept({ next: () => title.current });
  const done = () => {
    // Another form, with nothing of the passwords left in it.
    setChanges(changes + 1);
    showToast({ text: 'Your password is changed. You are signed out in all other browsers.' });
  };
  return (
    <>
      <PageHeader title="Your account" />
      <p className="ll-muted op-long">
        {me.name}, {me.email_id}
      </p>
      <section aria-labelledby="op-password" {...focus}>
        <h2 id="op-password" ref={title} className="ll-section" tabIndex={-1}>
          Password
        </h2>
        <p className="ll-muted">Changing it signs you out in all other browsers.</p>
        <PasswordForm key={changes} email={me.email_id} onDone={done} />
      </section>
    </>
  );
}

function PasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const form = useForm(
    { old_password: '', password: '' },
    { old_password: required, password: longEnough },
    async (values) => {
      await changePassword(values);
      onDone();
    },
    operatorTexts,
  );
  return (
    <form className="op-form" onSubmit={form.submit} noValidate>
      {form.error ? <ErrorNote text={form.error} /> : null}
      {/* Says to whom the passwords belong, for who keeps them. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Current password" autoComplete="current-password" {...form.field('old_password')} />
      <NewPassword label="New password" {...form.field('password')} />
      <div>
        <Button kind="primary" type="submit" busy={form.busy && 'Changing…'}>
          Change password
        </Button>
      </div>
    </form>
  );
}
