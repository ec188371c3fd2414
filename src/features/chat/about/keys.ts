// What the queries of the pane are called.

export const membersKey = (space_id: string) => ['chat', 'members', space_id] as const;
/** What was attached and what is pinned: in a conversation, or in all that one is in of a space. */
export const keptKey = (conversation_or_space_id: string) => ['chat', 'pins', conversation_or_space_id] as const;
export const requestsKey = (space_id: string) => ['chat', 'requests', space_id] as const;
export const rolesKey = (space_id: string) => ['chat', 'roles', space_id] as const;
export const subSpaceMembersKey = (sub_space_id: string) => ['chat', 'sub-space-members', sub_space_id] as const;
