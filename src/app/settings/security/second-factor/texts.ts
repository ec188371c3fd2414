// Error code → sentence, for two-step sign-in in the settings. Not with those of signing in, which pays for every word.
import { authTexts } from '#src/features/auth/messages.ts';

export const secondFactorTexts: Readonly<Record<string, string>> = {
  ...authTexts,
  AUTH_SIGN_IN_TOO_OLD: 'You signed in a while ago. Log out, sign in again, and come back within ten minutes.',
  SECOND_FACTOR_EXISTS: 'An authenticator app is set up already.',
  SECOND_FACTOR_REQUIRED: 'Your company asks for it, so it cannot be turned off.',
  PASSKEY_NOT_FOUND: 'This passkey is gone already.',
  PASSKEY_EXISTS: 'This passkey is somebody’s already.',
  PASSKEY_REFUSED: 'Not added. Your device did not say that it was you. Please try again.',
  PASSKEYS_NOT_OFFERED: 'There are no passkeys here.',
  TOO_MANY_PASSKEYS: 'You have ten passkeys. Remove one first.',
  SECOND_FACTOR_NOT_FOUND: 'Two-step sign-in is off.',
};

/** Where a second factor is asked for: a passkey, too, or codes alone. */
export const answerTexts = (byKey: boolean): Readonly<Record<string, string>> => ({
  ...secondFactorTexts,
  AUTH_OTP_EXPIRED: 'This took too long. Please try again.',
  ...(byKey && { AUTH_OTP_INVALID: 'This did not prove that it is you. Please check it and try again.' }),
});
