// What the list of notifications is called: known without its code (live.ts), which comes once somebody is signed in.
export const listKey = ['notifications', 'list'] as const;
