// What loaders and guards of routes get. Apart from the router, which knows the routes that know this.
import type { QueryClient } from '@tanstack/react-query';
import type { App } from '../state/app-state.ts';

/** What loaders and guards of routes get. */
export interface RouterContext {
  queryClient: QueryClient;
  /** The state of this moment: guards run outside of rendering. */
  app: () => App;
}
