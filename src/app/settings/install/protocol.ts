// Links of ours as other programs hold them: `web+limelight:connect/space/ID`. Anybody may have written them. Pure.

const LINK = /^web\+limelight:\/{0,2}(connect(?:[/?#].*)?)$/i;

/** The address in the app: chat and what is in it, else the start. */
export function placeOfLink(link: unknown): string {
  const [, place] = LINK.exec(String(link)) ?? [];
  if (!place) return '/';
  // As the browser reads it: `..` and the like may not lead out of chat.
  const base = 'https://limelight.invalid';
  const { origin, pathname, search, hash } = new URL(place, `${base}/`);
  return origin === base && /^\/connect(\/|$)/.test(pathname) ? pathname + search + hash : '/';
}
