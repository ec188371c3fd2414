// Another password: whoever changes it has to know the old one.
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { changePassword } from '#contract/auth/security.ts';
import { newPassword, passwordTexts, samePassword } from '#src/features/auth/password-checks.ts';
import { Button } from '#src/kit/ui/controls/button.tsx';
import { PasswordField } from '#src/kit/ui/controls/password-field.tsx';
import { ErrorNote } from '#src/kit/ui/feedback/error-card.tsx';
import { showToast } from '#src/kit/ui/feedback/toast-store.ts';
import { REQUIRED } from '#src/kit/ui/form/checks.ts';
import { useForm } from '#src/kit/ui/form/use-form.ts';
import { useFocusKept } from '#src/kit/ui/hooks/use-focus-kept.ts';
import { app } from '#src/realtime/app.ts';
import { useOffline } from '#src/realtime/hooks.ts';
import { sessionsQuery } from './sessions.tsx';

export function Password() {
  const client = useQueryClient();
  const [changes, setChanges] = useState(0);
  const title = useRef<HTMLHeadingElement>(null);
  const focus = useFocusKept({ next: () => title.current });
  const done = () => {
    // Another form, with nothing of the passwords left in it.
    setChanges(changes + 1);
    showToast({ text: 'Your password is changed. All other devices are signed out.' });
    void client.invalidateQueries(sessionsQuery);
  };
  return (
    <section aria-labelledby="password" className="ll-settings-part" {...focus}>
      <h2 id="password" ref={title} className="ll-section" tabIndex={-1}>
        Password
      </h2>
      <p className="ll-muted">Changing it signs out all your other devices.</p>
      <PasswordForm key={changes} onDone={done} />
    </section>
  );
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const offline = useOffline();
  const form = useForm(
    { old_password: '', password: '', confirm_password: '' },
    {
      old_password: (value) => (value ? undefined : REQUIRED),
      password: newPassword,
      confirm_password: samePassword,
    },
    async (values) => {
      await app.call(changePassword, values);
      onDone();
    },
    passwordTexts,
  );
  return (
    <form className="ll-password-form" onSubmit={form.submit} noValidate>
      {form.error ? <ErrorNote text={form.error} /> : null}
      {/* Says to whom the passwords belong, for who keeps them. */}
      <input
        type="email"
        name="username"
        autoComplete="username"
        value={app.session.read()?.employee_profile.work_email_id ?? ''}
        readOnly
        hidden
      />
      <PasswordField label="Current password" autoComplete="current-password" {...form.field('old_password')} />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="Longer is better than complicated."
        {...form.field('password')}
      />
      <PasswordField label="New password again" autoComplete="new-password" {...form.field('confirm_password')} />
      <div className="ll-settings-buttons">
        <Button kind="ink" type="submit" busy={form.busy && 'Changing…'} disabled={offline}>
          Change password
        </Button>
      </div>
      {offline ? <p className="ll-meta">Changing it needs a connection.</p> : null}
    </form>
  );
}
