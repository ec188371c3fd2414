// What another app shares with this one, also without a connection: kept here, and the page that asks for whom it is, opened.
import { registerRoute } from 'workbox-routing';
import { accountOf } from '#src/offline/databases.ts';
import { keepShared, SHARE_PATH } from '#src/offline/files/shared.ts';
import { readMirror } from '#src/offline/session-mirror.ts';
import { worker } from './worker.ts';

export function takeShares(): void {
  const isShare = ({ url }: { url: URL }) => url.origin === worker.location.origin && url.pathname === SHARE_PATH;
  registerRoute(isShare, ({ request }) => take(request), 'POST');
}

/** A share without an id is one that could not be kept: the page says so. */
async function take(request: Request): Promise<Response> {
  const mirror = await readMirror();
  const id = await request
    .formData()
    .then((form) => keepShared(form, mirror ? accountOf(mirror.session) : null))
    .catch(() => undefined);
  return Response.redirect(id ? `${SHARE_PATH}?id=${id}` : SHARE_PATH, 303);
}
