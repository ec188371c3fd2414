// What the browser tells a page about being seen, frozen and connected, passed on to the client. Nothing else listens to these.
import type { Client } from '../client.ts';

export const isVisible = (): boolean => document.visibilityState === 'visible';

/** `hasUnsaved`: something that only memory or a form has would be lost with the page. Returns the way to end it. */
export function followPage(client: Client, hasUnsaved: () => boolean): () => void {
  const end = new AbortController();
  const { signal } = end;
  const hide = () => client.hide();
  const wake = () => client.wake();
  document.addEventListener('visibilitychange', () => (isVisible() ? wake() : hide()), { signal });
  document.addEventListener('freeze', () => client.rest(), { signal });
  document.addEventListener('resume', wake, { signal });
  addEventListener('online', wake, { signal });
  // Where no worker is woken for it (Safari, Firefox), and a window was seen all along beside another one.
  addEventListener('focus', wake, { signal });
  addEventListener('offline', () => client.connection.reached(false), { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && wake(), { signal });
  addEventListener(
    'pagehide',
    ({ persisted }) => {
      client.hide(true);
      // A page in the back/forward cache must hold neither locks nor a socket.
      if (persisted) client.rest();
    },
    { signal },
  );
  addEventListener(
    'beforeunload',
    (event) => {
      if (hasUnsaved()) event.preventDefault();
    },
    { signal },
  );
  return () => end.abort();
}
