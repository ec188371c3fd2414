// What the operator's pages offer the shell: nothing. They stand apart from it, at /backadmin.
import type { FeatureManifest } from '#src/kit/ui/navigation.ts';

export const operator: FeatureManifest = {};
