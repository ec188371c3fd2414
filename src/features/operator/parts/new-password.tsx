// A new password of an operator, and what is asked of it before the server is.
import { PasswordField, type PasswordFieldProps } from '#src/kit/ui/controls/password-field.tsx';
import { REQUIRED } from '#src/kit/ui/form/checks.ts';
import { operatorTexts } from '../messages.ts';

const LEAST = 12;

export const longEnough = (value: string): string | undefined => {
  if (!value) return REQUIRED;
  return value.length < LEAST ? operatorTexts['AUTH_PASSWORD_SHORT'] : undefined;
};

export const NewPassword = (props: Omit<PasswordFieldProps, 'autoComplete' | 'hint'>) => (
  <PasswordField
    {...props}
    autoComplete="new-password"
    hint="At least 12 characters. Longer is better than complicated."
  />
);
