// One line per feature and list: what features tell the shell, and how their data follows events.
import { auth } from './features/auth/feature.ts';
import { spaceEffects } from './features/chat/about/effects.ts';
import { chat } from './features/chat/feature.ts';
import { effects as chatEffects, conversations, messages } from './features/chat/live.ts';
import { company } from './features/company/feature.ts';
import { effects as companyEffects } from './features/company/live.ts';
import { people } from './features/people/feature.ts';
import { directory, effects as peopleEffects } from './features/people/live.ts';
import { spaces } from './features/spaces/feature.ts';
import { effects as spacesEffects } from './features/spaces/live.ts';
import type { FeatureManifest } from './kit/ui/navigation.ts';
import type { LiveRegistry } from './realtime/live-query.ts';

export const features: readonly FeatureManifest[] = [auth, chat, company, people, spaces];

export const registry: LiveRegistry = {
  live: [conversations, messages, directory],
  effects: [...chatEffects, ...companyEffects, ...peopleEffects, ...spaceEffects, ...spacesEffects],
};
