// What search offers the shell: nothing in the navigation, its place is the top bar (src/app/search).
import type { FeatureManifest } from '#src/kit/ui/navigation.ts';

export const search: FeatureManifest = {};
