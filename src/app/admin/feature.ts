// What the administration offers the shell.
import { SlidersHorizontal } from 'lucide-react';
import type { FeatureManifest } from '#src/kit/ui/navigation.ts';

export const admin: FeatureManifest = {
  nav: {
    label: 'Admin',
    icon: SlidersHorizontal,
    to: '/admin',
    order: 90,
    place: 'foot',
    permissions: [
      'people.manage',
      'roles.manage',
      'company.configure',
      'modules.manage',
      'audit.view',
      'insights.view',
    ],
  },
};
