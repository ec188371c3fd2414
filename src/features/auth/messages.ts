// Error code → sentence, for signing in (specification, sections 5 and 8; where its text is not shown, ours).
export const authTexts: Readonly<Record<string, string>> = {
  AUTH_INVALID_CREDENTIALS: 'Provided credentials are not valid',
  AUTH_EMAIL_ALREADY_EXISTS: 'This address is already registered. Log in, or use another e-mail.',
  AUTH_EMAIL_VERIFICATION_PENDING: 'Please prove your address first. We sent you a code.',
  AUTH_OTP_EXPIRED: 'OTP has expired, please request a new one',
  AUTH_OTP_INVALID: 'This code is not right. Please check it.',
  AUTH_OTP_TOO_MANY_ATTEMPTS: 'Too many attempts. Please try again after some time.',
  AUTH_PASSWORD_INVALID: 'Invalid password',
  AUTH_PASSWORD_SHORT: 'This password is too short. Use at least 8 characters.',
  AUTH_PASSWORD_WEAK: 'This password is too easy to guess. Use a mix of letters, numbers and special characters.',
  AUTH_PASSWORD_MISMATCH: 'Passwords do not match',
  SESSION_NOT_FOUND: 'This device is signed out already.',
  AUTH_SSO_NOT_CONFIGURED: 'Company sign-in is not set up. Please contact your administrator.',
};
