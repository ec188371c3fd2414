// Puts what was on the screen when the app was last looked at into the page that is opened, so that it is painted before the app
// is there (src/boot/kept-screen.inline.ts, which also judges whether it may be shown).
import { keptScreenPath } from '#src/offline/databases.ts';

/** Where index.html has room for it. */
const PLACE = '<!--kept-screen-->';

/** The page as it is, or with the screen of its address in it. Never rejects by itself: without a screen the page is whole. */
export async function withKeptScreen(pathname: string, page: Promise<Response>): Promise<Response> {
  const [response, kept] = await Promise.all([page, keptAt(pathname)]);
  if (!kept || response.type === 'error' || !response.ok) return response;
  const html = await response.clone().text();
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  // As data it is nothing that runs, and without the sign nothing in it can end it.
  const data = `<script type="application/json" id="kept-data">${kept.replaceAll('<', '\\u003c')}</script>`;
  return new Response(
    html.replace(PLACE, () => data),
    { status: response.status, headers },
  );
}

async function keptAt(pathname: string): Promise<string | undefined> {
  try {
    return await (await caches.match(keptScreenPath(pathname)))?.text();
  } catch {
    return undefined;
  }
}
