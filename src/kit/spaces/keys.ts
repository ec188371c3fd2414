// What queries about spaces are called that more than one feature reads. How they are read is features/spaces/live.ts.

/** The spaces that the person is invited to; the data is `Invitations`. */
export const invitationsKey = ['spaces', 'invitations'] as const;
