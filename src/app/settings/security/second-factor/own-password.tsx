// The password once more, before something that whoever finds an open screen must not do.
import { useEffect, useRef } from 'react';
import { PasswordField, type PasswordFieldProps } from '#src/kit/ui/controls/password-field.tsx';
import { app } from '#src/realtime/app.ts';

export const ownAddress = (): string => app.session.read()?.employee_profile.work_email_id ?? '';

export function OwnPassword(props: Omit<PasswordFieldProps, 'autoComplete' | 'label' | 'ref'>) {
  const input = useRef<HTMLInputElement>(null);
  // A dialog that opens gives the focus to its first button.
  useEffect(() => input.current?.focus(), []);
  return (
    <>
      {/* Says to whom the password belongs, for who keeps it. */}
      <input type="email" name="username" autoComplete="username" value={ownAddress()} readOnly hidden />
      <PasswordField {...props} ref={input} label="Your password" autoComplete="current-password" />
    </>
  );
}
