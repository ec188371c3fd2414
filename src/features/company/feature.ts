// What the company offers the shell: no page of its own yet, only what every page knows of it.
import type { FeatureManifest } from '#src/kit/ui/navigation.ts';

export const company: FeatureManifest = {};
