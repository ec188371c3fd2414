// Puts what was on the screen when the app was last looked at into the page that is opened, so that it is painted before the app
// is there (src/boot/kept-screen.inline.ts, which also judges whether it may be shown).
import { keptScreenPath } from '#src/offline/databases.ts';
import type { KeptScreen } from '#src/offline/device/kept-screen.ts';

/** Where index.html has room for it. */
const PLACE = '<!--kept-screen-->';

/** Says before anything else is read that there is one: <html data-kept>. */
const ROOT = '<html ';

/** The page as it is, or with the screen of its address in it. Never rejects by itself: without a screen the page is whole. */
export async function withKeptScreen(pathname: string, page: Promise<Response>): Promise<Response> {
  const [response, kept] = await Promise.all([page, keptAt(pathname)]);
  if (!kept || response.type === 'error' || !response.ok) return response;
  const html = await response.clone().text();
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  const { html: tree, ...of } = kept;
  const said = JSON.stringify(of).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  // In a template it is neither loaded nor shown, and the page's policy runs no script that it does not name.
  return new Response(
    html
      .replace(ROOT, `${ROOT}data-kept `)
      .replace(PLACE, () => `<template id="kept-data" data-kept="${said}">${tree}</template>`),
    { status: response.status, headers },
  );
}

async function keptAt(pathname: string): Promise<KeptScreen | undefined> {
  try {
    const kept = await (await caches.match(keptScreenPath(pathname)))?.json();
    // Another build may have kept it in another shape.
    return typeof kept?.html === 'string' ? kept : undefined;
  } catch {
    return undefined;
  }
}
