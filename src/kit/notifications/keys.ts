// What one wants to be told of, as a query: its data is a ResponseOf<getSettings> (contract/notifications.ts). How it is kept
// current is features/notifications.
export const settingsKey = ['notifications', 'settings'] as const;
