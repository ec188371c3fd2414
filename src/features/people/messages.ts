// Error code → sentence, for what concerns people.
export const peopleTexts: Readonly<Record<string, string>> = {
  AUTH_EMAIL_ALREADY_EXISTS: 'Somebody in your company has this address already.',
  EMPLOYEE_NOT_FOUND: 'This person is no longer here.',
  INVALID_ROLE_ID: 'This role is no longer there.',
  LAST_OWNER: 'A company needs an owner: make somebody else owner first.',
};
