// What sign-in offers the shell: no place in the navigation, its pages stand before it.
import type { FeatureManifest } from '#src/kit/ui/navigation.ts';

export const auth: FeatureManifest = {};
