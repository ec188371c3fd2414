// One line per feature: how its data follows events. Fetched once somebody is signed in.
import { spaceEffects } from './features/chat/about/effects.ts';
import { drafts, saved, scheduled } from './features/chat/live/live-later.ts';
import { threads } from './features/chat/live/live-threads.ts';
import { effects as chatEffects, conversations, messages } from './features/chat/live.ts';
import { effects as companyEffects, hearStanding } from './features/company/live.ts';
import { effects as notificationEffects, list as notifications, wanted } from './features/notifications/live.ts';
import { directory, onReset, effects as peopleEffects } from './features/people/live.ts';
import { invitations, effects as spacesEffects } from './features/spaces/live.ts';
import type { LiveRegistry } from './realtime/live-query.ts';

export const registry: LiveRegistry = {
  live: [conversations, messages, threads, saved, scheduled, drafts, directory, invitations, wanted, notifications],
  effects: [
    ...chatEffects,
    ...companyEffects,
    ...peopleEffects,
    ...spaceEffects,
    ...spacesEffects,
    ...notificationEffects,
  ],
  onStanding: hearStanding,
  onReset,
};
