// The threads that somebody follows.
import { createFileRoute } from '@tanstack/react-router';
import { app } from '#src/realtime/app.ts';
import { messagePlaceIn } from '../../address.ts';
import { threadsKey } from '../../live/keys.ts';
import { ThreadInbox } from '../inbox.tsx';

export const Route = createFileRoute('/connect/threads')({
  staticData: { module: 'chat' },
  validateSearch: messagePlaceIn,
  loader: () => app.prefetch((queries) => queries.prefetchQuery({ queryKey: threadsKey })),
  component: ThreadInbox,
});
