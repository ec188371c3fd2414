// Error code → sentence, for the file of somebody's data; besides those of signing in.
export const exportTexts: Readonly<Record<string, string>> = {
  AUTH_SIGN_IN_TOO_OLD: 'You signed in a while ago. Log out, sign in again, and come back within ten minutes.',
  DATA_EXPORT_TOO_SOON: 'A file was made today already. The next one can be made a day after it.',
  FILE_NOT_FOUND: 'This file is no longer there.',
  AUTH_PASSWORD_INVALID: 'Invalid password',
};
