// Error code → sentence, for operators.
export const operatorTexts: Readonly<Record<string, string>> = {
  AUTH_INVALID_CREDENTIALS: 'Provided credentials are not valid',
  AUTH_PASSWORD_INVALID: 'The current password is not right.',
  AUTH_PASSWORD_SHORT: 'This password is too short. Use at least 12 characters.',
  AUTH_PASSWORD_WEAK: 'This password is too easy to guess. Use a mix of letters, numbers and special characters.',
  COMPANY_NOT_FOUND: 'There is no such company.',
  INVALID_CONFIG_SETTING: 'The server does not know this module: nothing was changed. Reload Limelight and try again.',
  MAIL_NOT_FOUND: 'This mail is not there any more.',
  OPERATOR_EXISTS: 'There is an operator with this address already.',
  OPERATOR_LINK_INVALID: 'This link was used already or is too old.',
  OPERATOR_SELF: 'You cannot do this with your own account. Another operator can.',
  OPERATOR_SESSION_OVER: 'You were signed out. Please sign in again.',
};
