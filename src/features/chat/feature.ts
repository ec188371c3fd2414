// What chat offers the shell: its place in the navigation, with the number of conversations that have something unread.
import { MessageCircle } from 'lucide-react';
import type { FeatureManifest } from '#src/kit/ui/navigation.ts';
import { app } from '#src/realtime/app.ts';
import { conversationsKey } from './live/keys.ts';
import type { Conversations } from './live/live-list.ts';

const unread = (): number =>
  (app.queryClient.getQueryData<Conversations>(conversationsKey)?.items ?? []).filter(
    (entry) => (entry.muted ? entry.mention_count : entry.unread_message_count) > 0,
  ).length;

export const chat: FeatureManifest = {
  name: 'chat',
  module: 'chat',
  nav: {
    label: 'Chat',
    icon: MessageCircle,
    to: '/connect',
    order: 10,
    phone: 'bar',
    badge: {
      read: unread,
      subscribe: (changed) =>
        app.queryClient.getQueryCache().subscribe((event) => {
          if (event.query.queryKey[0] === 'chat' && event.query.queryKey[1] === 'conversations') changed();
        }),
    },
  },
};
