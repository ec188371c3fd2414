// What spaces offer the shell: nothing of their own in the navigation, they are reached from chat.
import type { FeatureManifest } from '#src/kit/ui/navigation.ts';

export const spaces: FeatureManifest = { module: 'chat' };
