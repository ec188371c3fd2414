// What chat offers the shell: its place in the navigation, with the number of conversations and threads that have something unread.
import { MessageCircle } from 'lucide-react';
import type { FeatureManifest } from '#src/kit/ui/navigation.ts';
import { app } from '#src/realtime/app.ts';
import { conversationsKey, threadsKey } from './live/keys.ts';
import type { Conversations } from './live/live-list.ts';
import type { Threads } from './live/live-threads.ts';

const unread = (): number =>
  ((app.readShown(conversationsKey) as Conversations | undefined)?.items ?? []).filter(
    (entry) => (entry.muted ? entry.mention_count : entry.unread_message_count) > 0,
  ).length + unreadThreads();

const unreadThreads = (): number =>
  ((app.readShown(threadsKey) as Threads | undefined)?.items ?? []).filter(
    ({ state }) => state.last_seq - state.read_seq > state.deleted_seqs.length,
  ).length;

export const chat: FeatureManifest = {
  module: 'chat',
  nav: {
    label: 'Chat',
    icon: MessageCircle,
    to: '/connect',
    order: 10,
    phone: 'bar',
    badge: {
      read: unread,
      isKnown: () => app.queryClient.getQueryData(conversationsKey) !== undefined,
      subscribe: app.watchShown,
    },
  },
};
