// What chat offers the shell: its place in the navigation, with the number of conversations and threads that have something unread.
import { MessageCircle } from 'lucide-react';
import type { FeatureManifest } from '#src/kit/ui/navigation.ts';
import { app } from '#src/realtime/app.ts';
import { conversationsKey, threadsKey } from './live/keys.ts';
import type { Conversations } from './live/live-list.ts';
import type { Threads } from './live/live-threads.ts';

const unread = (): number => {
  const list = app.readShown(conversationsKey) as Conversations | undefined;
  const threads = app.readShown(threadsKey) as Threads | undefined;
  const inList = list?.items.filter((entry) => (entry.muted ? entry.mention_count : entry.unread_message_count) > 0);
  const inThreads = threads?.items.filter(({ state }) => state.last_seq - state.read_seq > state.deleted_seqs.length);
  return (inList?.length ?? 0) + (inThreads?.length ?? 0);
};

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
      isKnown: () => app.readShown(conversationsKey) !== undefined,
      subscribe: app.watchShown,
    },
  },
};
