// One line per feature: what it tells the shell, before anybody is signed in. How its data lives is in live-registry.ts.
import { admin } from './app/admin/feature.ts';
import { audit } from './features/audit/feature.ts';
import { auth } from './features/auth/feature.ts';
import { chat } from './features/chat/feature.ts';
import { company } from './features/company/feature.ts';
import { insights } from './features/insights/feature.ts';
import { notifications } from './features/notifications/feature.ts';
import { operator } from './features/operator/feature.ts';
import { people } from './features/people/feature.ts';
import { search } from './features/search/feature.ts';
import { spaces } from './features/spaces/feature.ts';
import type { FeatureManifest } from './kit/ui/navigation.ts';

export const features: readonly FeatureManifest[] = [
  admin,
  audit,
  auth,
  chat,
  company,
  insights,
  notifications,
  operator,
  people,
  search,
  spaces,
];
