// Keeps what is on the screen while the app is looked at, and puts it into the next page that is opened, so that it is painted
// before the app is there (src/boot/kept-screen.inline.ts, which also judges whether it may be shown).
import { KEEP_SCREEN, type ScreenMessage } from '#src/offline/device/kept-screen.ts';
import { putScreen, readScreen } from '#src/offline/device/screens.ts';
import { worker } from '../worker.ts';

/** Where index.html has room for it. */
const PLACE = '<!--kept-screen-->';

/** Says before anything else is read that there is one: <html data-kept>. */
const ROOT = '<html ';

/** The page as it is, or with the screen of its address in it. Never rejects by itself: without a screen the page is whole. */
export async function withKeptScreen(pathname: string, page: Promise<Response>): Promise<Response> {
  const [response, kept] = await Promise.all([page, readScreen(pathname)]);
  // Another build may have kept it in another shape.
  if (typeof kept?.html !== 'string' || response.type === 'error' || !response.ok) return response;
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

/** One after the other: the one that was asked for last is the one that stays. */
let keeping: Promise<void> = Promise.resolve();

/** What pages hand over to be there at the next start. */
export function keepScreens(): void {
  worker.addEventListener('message', (event: ExtendableMessageEvent) => {
    const message = event.data as ScreenMessage | null;
    if (message?.type !== KEEP_SCREEN) return;
    keeping = keeping.then(() => putScreen(message));
    event.waitUntil(keeping);
  });
}
