// Error code → sentence, for what may be refused about spaces; both the list of spaces and the pane of one meet them.
export const spaceTexts: Readonly<Record<string, string>> = {
  SPACE_NOT_FOUND: 'This space is no longer open to you.',
  SUB_SPACE_NOT_FOUND: 'This sub-space is no longer there.',
  EMPLOYEE_NOT_FOUND: 'Somebody you chose is no longer here.',
  SUB_SPACE_DEFAULT: 'The first sub-space stays where it is.',
  SUB_SPACE_PUBLIC: 'Everybody in the space is in this sub-space.',
  SUB_SPACE_ADMIN: 'Admins of the space are in all its sub-spaces.',
  REQUEST_NOT_FOUND: 'This was answered or taken back already.',
  HISTORY_HIDDEN: 'Only an admin who has been here from the start can show others what was said before.',
  LAST_ADMIN: 'A space needs an admin: make somebody else admin first.',
  SPACE_ROLE_NOT_FOUND: 'This role is no longer there.',
  SPACE_ROLE_EXISTS: 'There is a role of this name already.',
  INVALID_ACTION_ID: 'A role cannot allow this: reload Limelight and try again.',
  TOO_MANY_SPACE_ROLES: 'A space has at most 20 roles.',
  NO_PERMISSION: 'Your role in the space does not allow this.',
};
