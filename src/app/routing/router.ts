// Makes the router. Which files are routes, stands in src/routes.ts; who may see them, in root.tsx.
import { createRouter } from '@tanstack/react-router';
import { routeTree } from '../../route-tree.gen.ts';
import { PagePending } from '../screens/page-pending.tsx';
import type { RouterContext } from './router-context.ts';

export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    // A hover or a touch fetches the chunk and warms the cache.
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PagePending,
    // No defaultErrorComponent: errors go up to the root, whose screen needs no shell.
    scrollRestoration: isToBeScrolled,
  });
}

/** With what it is and which one; the lists of threads and of what is saved have one part only. */
const CONVERSATION = /^\/connect\/\w+\//;
/** Of the page before this one. */
let before = '';

/**
 * Not where the app goes on with a form that somebody is in the middle of (src/kit/ui/form/use-typed-before.ts), nor from one
 * conversation to another, or to what opens and closes beside it: messages have come meanwhile, and the list knows where to be.
 */
function isToBeScrolled({ location }: { location: { pathname: string } }): boolean {
  const { dataset } = document.documentElement;
  const from = before;
  before = location.pathname;
  if (document.getElementById('first-form') || dataset['typed'] === location.pathname) return false;
  delete dataset['typed'];
  return !from.startsWith('/connect') || !(from === before || CONVERSATION.test(before));
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
