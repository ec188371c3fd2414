// What audit offers the shell: its screen stands under Admin.
import type { FeatureManifest } from '#src/kit/ui/navigation.ts';

export const audit: FeatureManifest = {};
