// What is checked of a new password before it is sent; the server, which knows the company's rule, checks again.
import { REQUIRED } from '#src/kit/ui/form/checks.ts';
import { authTexts } from './messages.ts';

/** What companies ask for unless they chose otherwise. */
const MIN_PASSWORD = 8;

export const newPassword = (value: string): string | undefined => {
  if (!value) return REQUIRED;
  return value.length < MIN_PASSWORD ? authTexts.AUTH_PASSWORD_SHORT : undefined;
};

export const samePassword = (value: string, values: { password: string }): string | undefined =>
  value === values.password ? undefined : authTexts.AUTH_PASSWORD_MISMATCH;
