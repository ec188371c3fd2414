// Error code → sentence, for what concerns people.
export const peopleTexts: Readonly<Record<string, string>> = {
  AUTH_EMAIL_ALREADY_EXISTS: 'Somebody in your company has this address already.',
  EMPLOYEE_NOT_FOUND: 'This person is no longer here.',
  INVALID_ACTION: 'A role cannot allow this: reload Limelight and try again.',
  INVALID_ROLE_ID: 'This role is no longer there.',
  LAST_OWNER: 'A company needs an owner: make somebody else an owner first.',
  ROLE_ALREADY_EXIST: 'There is a role with this name already.',
  ROLE_BUILT_IN: 'This role was made with the company and cannot be changed.',
  TOO_MANY_ROLES: 'A company can have 100 roles of its own: delete one first.',
};
