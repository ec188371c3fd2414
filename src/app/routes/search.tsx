// The search by an address of its own, for the installed app's shortcut: it opens over the conversations.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/search')({
  beforeLoad: () => {
    throw redirect({ to: '/connect', replace: true, state: { searching: true, searchFor: '' } });
  },
});
