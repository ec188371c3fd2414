// What notifications offer the shell: their place in the bar, with the number of what is new.
import { Bell } from 'lucide-react';
import type { FeatureManifest } from '#src/kit/ui/navigation.ts';
import { app } from '#src/realtime/app.ts';
import { listKey } from './keys.ts';
import type { List } from './live.ts';

export const notifications: FeatureManifest = {
  nav: {
    label: 'Notifications',
    icon: Bell,
    to: '/notifications',
    order: 5,
    place: 'top',
    badge: {
      read: () => (app.readShown(listKey) as List | undefined)?.unread ?? 0,
      subscribe: (changed) => {
        // Nobody else asks for it before it is opened; from then on it follows the events.
        void app.queryClient.prefetchQuery({ queryKey: listKey });
        return app.watchShown(changed);
      },
    },
  },
};
