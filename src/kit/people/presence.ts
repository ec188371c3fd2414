// What presence is called on the screen. Pure.
import type { Presence } from '#contract/sync.ts';

/** As colleagues are told. Whether somebody is away or hides is nobody else's business. */
export const presenceLabel = (presence: Presence): string => (presence === 'Appear Offline' ? 'Offline' : presence);
