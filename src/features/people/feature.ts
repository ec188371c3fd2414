// What people offers the shell.
import { UsersRound } from 'lucide-react';
import type { FeatureManifest } from '#src/kit/ui/navigation.ts';

export const people: FeatureManifest = {
  module: 'people',
  nav: { label: 'People', icon: UsersRound, to: '/people', order: 50, phone: 'bar' },
};
