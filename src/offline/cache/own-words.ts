// The one query that holds what was written on this device and is nowhere else yet: what is not sent, as it is being typed
// (features/chat/live/drafts.ts). Who makes the device forget what it has read of others spares it.
export const ownWordsKey = ['chat', 'typed'] as const;
