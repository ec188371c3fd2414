// What chat's live queries are called: known without their code (live.ts), which comes once somebody is signed in.

export const conversationsKey = ['chat', 'conversations'] as const;
/** `addressKey`: `employee/ID`, `space/ID` (its default sub-space) or `space/ID/SUB`. */
export const messagesKey = (addressKey: string) => ['chat', 'messages', addressKey] as const;
