// The search by an address of its own, for the installed app's shortcut, a bookmark, or a search keyword of the browser
// (/search?q=%s): it opens over the conversations.
import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/search')({
  beforeLoad: () => {
    throw redirect({ to: '/connect', replace: true, state: { searching: true, searchAt: location.search } });
  },
});
