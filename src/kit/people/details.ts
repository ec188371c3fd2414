// Under which keys more of a colleague than their name is read.

/** All that the profile shows. */
export const detailKey = (employee_id: string) => ['people', 'detail', employee_id] as const;
/** The little that is shown beside a conversation: read anew with the former. */
export const moreKey = (employee_id: string) => [...detailKey(employee_id), 'more'] as const;
