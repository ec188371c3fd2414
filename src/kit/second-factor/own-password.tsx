// The password once more, before something that whoever finds an open screen must not do.
import { useEffect, useRef } from 'react';
import { PasswordField, type PasswordFieldProps } from '../ui/controls/password-field.tsx';

/** A field of a form. `who`: the address of whoever's password it is, for who keeps passwords. */
export function OwnPassword({
  who,
  ...props
}: Omit<PasswordFieldProps, 'autoComplete' | 'label' | 'ref'> & { who: string }) {
  const input = useRef<HTMLInputElement>(null);
  // A dialog that opens gives the focus to its first button.
  useEffect(() => input.current?.focus(), []);
  return (
    <>
      {/* Says to whom the password belongs, for who keeps it. */}
      <input type="email" name="username" autoComplete="username" value={who} readOnly hidden />
      <PasswordField {...props} ref={input} label="Your password" autoComplete="current-password" />
    </>
  );
}
