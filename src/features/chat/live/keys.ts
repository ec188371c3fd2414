// What chat's live queries are called: known without their code (live.ts), which comes once somebody is signed in.

export const conversationsKey = ['chat', 'conversations'] as const;
export const threadsKey = ['chat', 'threads'] as const;
export const savedKey = ['chat', 'saved'] as const;
export const scheduledKey = ['chat', 'scheduled'] as const;
export const draftsKey = ['chat', 'kept-drafts'] as const;
/** `addressKey`: `employee/ID`, `space/ID` (its default sub-space), `space/ID/SUB` or `thread/ROOT`. */
export const messagesKey = (addressKey: string) => ['chat', 'messages', addressKey] as const;
/** Around what a run that is not the latest one is read first; nothing for one that was the latest one. */
export type Around = { readonly around_seq?: string; readonly at_time?: string };
/** A run somewhere in the conversation, while somebody reads there; `nth` tells it from others. Never kept on the device. */
export const windowKey = (addressKey: string, around: Around, nth: number) =>
  [...messagesKey(addressKey), around, nth] as const;
/** True for the key of such a run; false for the one of the latest messages. */
export const isWindow = (key: readonly unknown[]): boolean => key.length > messagesKey('').length;
