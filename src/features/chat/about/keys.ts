// What the queries of the pane are called: known to the effects without their code.

export const membersKey = (space_id: string) => ['chat', 'members', space_id] as const;
export const pinsKey = (conversation_id: string) => ['chat', 'pins', conversation_id] as const;
export const requestsKey = (space_id: string) => ['chat', 'requests', space_id] as const;
export const rolesKey = (space_id: string) => ['chat', 'roles', space_id] as const;
export const subSpaceMembersKey = (sub_space_id: string) => ['chat', 'sub-space-members', sub_space_id] as const;
