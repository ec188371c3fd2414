// Keeps what is on the screen for the next start (kept-screen.ts), when it has not changed for a moment and when the app is left.
// Only conversations and their list: what stands elsewhere may be of a kind that is shown once.
import { KEEP_SCREEN, type KeptScreen, type ScreenMessage } from '#src/offline/device/kept-screen.ts';

/** Milliseconds: until a change is kept, and at least between two of them. */
const REST_MS = 1_500;
const BETWEEN_MS = 8_000;
/** Characters of one; a larger one is not kept. */
const LARGEST = 600_000;

const PLACES = /^\/connect(?:\/|$)/;
/** Where the app starts from the home screen: it leads on to the list. */
const START = '/';
const LIST = '/connect';
/** What may stand in the tree, by name; everything else is left out with all that is in it. */
const TAGS =
  /^(?:a|article|aside|b|blockquote|br|button|circle|code|del|details|div|dd|dl|dt|ellipse|em|fieldset|figcaption|figure|footer|form|g|h[1-6]|header|hr|i|img|input|kbd|label|legend|li|line|main|mark|nav|ol|p|path|polygon|polyline|pre|rect|s|section|small|span|strong|sub|summary|sup|svg|table|tbody|td|textarea|th|thead|time|tr|u|ul)$/;
const ATTRIBUTES =
  /^(?:class|style|role|dir|lang|hidden|type|placeholder|disabled|open|alt|width|height|data-[\w-]+|aria-(?:busy|checked|current|disabled|expanded|hidden|invalid|pressed|selected|orientation)|viewBox|fill|stroke|stroke-\w+|fill-\w+|d|x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|points|opacity|transform)$/;

/** What comes and goes by itself: menus, and what is said above the page while something is so. */
const PASSING = '[popover], .ll-notice';

function attributesOf(element: Element): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const { name, value } of element.attributes) if (ATTRIBUTES.test(name)) kept[name] = value;
  // Links look like links; where they lead is nobody's business.
  if (element instanceof HTMLAnchorElement) kept['href'] = '#';
  // Chosen by hand, it stands in no attribute.
  if (element instanceof HTMLInputElement && element.checked) kept['checked'] = '';
  // What a page holds in its hands is gone with the page.
  if (element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0) {
    const { origin, pathname, search, protocol } = new URL(element.src);
    // With two strokes it would be another server.
    if (origin === location.origin && protocol.startsWith('http') && !pathname.startsWith('//'))
      kept['src'] = pathname + search;
  }
  return kept;
}

/** What a virtual list holds ready beyond its edges stands by itself: nothing moves without it. */
function isFar(element: Element): boolean {
  if (!(element instanceof HTMLElement) || element.style.position !== 'absolute') return false;
  const { top, bottom, left, right } = element.getBoundingClientRect();
  return bottom < 0 || top > innerHeight || right < 0 || left > innerWidth;
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? '');

/** They have nothing in them, and no end. */
const VOID = /^(?:br|hr|img|input)$/;

function written(element: Element): string {
  const { localName: tag, scrollTop, scrollLeft } = element;
  if (!TAGS.test(tag) || element.matches(PASSING) || isFar(element)) return '';
  const attributes = attributesOf(element);
  if (scrollTop || scrollLeft) attributes['data-kept-at'] = `${scrollTop} ${scrollLeft}`;
  let start = `<${tag}`;
  for (const name in attributes) start += ` ${name}="${escaped(attributes[name] ?? '')}"`;
  return VOID.test(tag) ? `${start}>` : `${start}>${inside(element)}</${tag}>`;
}

function inside(element: Element): string {
  let html = '';
  for (const child of element.childNodes) {
    if (child instanceof Text) html += escaped(child.data);
    else if (child instanceof Element) html += written(child);
  }
  // The parser takes the first line break in these for one of the source.
  return html.startsWith('\n') && /^(?:pre|textarea)$/.test(element.localName) ? `\n${html}` : html;
}

/** What stands in `root` now; undefined while it is not a screen to come back to. */
export function screenOf(root: Element, account: string): KeptScreen | undefined {
  const waits = root.querySelector('[aria-busy=true], .splash, .sys, [role=log]:not(:has(article))');
  const covered = document.querySelector('dialog[open], [popover]:popover-open:not([role=status])');
  const build = document.querySelector('script[type=module]')?.getAttribute('data-src');
  if (waits || covered || !build) return undefined;
  return {
    account,
    build,
    width: innerWidth,
    height: innerHeight,
    dark: document.documentElement.classList.contains('dark'),
    day: new Date().toDateString(),
    html: inside(root),
  };
}

/** To the worker that answers the next start. */
const hand = async (message: ScreenMessage): Promise<void> =>
  (await navigator.serviceWorker.ready).active?.postMessage(message);

/** From now on, until the function that it gives is called. `account`: offline/databases.ts. Shapes: kept-screen.ts. */
export function keepScreens(account: string): () => void {
  const root = document.getElementById('root');
  // There is no worker on plain http.
  if (!root || !('serviceWorker' in navigator)) return () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = -BETWEEN_MS;
  let ended = false;
  let keptOf: string | undefined;
  const now = () => {
    clearTimeout(timer);
    timer = undefined;
    if (ended) return;
    const { pathname } = location;
    const screen = PLACES.test(pathname) ? screenOf(root, account) : undefined;
    last = performance.now();
    changed.observe(root, { childList: true, subtree: true, characterData: true });
    const text = screen && JSON.stringify(screen);
    if (text && text.length <= LARGEST) {
      keptOf = pathname;
      void hand({ type: KEEP_SCREEN, account, paths: pathname === LIST ? [LIST, START] : [pathname], text });
    } else if (pathname !== keptOf) {
      // That of another place is not the last any more.
      keptOf = pathname;
      void hand({ type: KEEP_SCREEN, account, paths: [], text: '' });
    }
  };
  let typed = -REST_MS;
  const type = () => {
    typed = performance.now();
  };
  // Writing all of it down takes as long as several keys may: it waits until the hands rest.
  const atRest = () => {
    const left = typed + REST_MS - performance.now();
    if (left > 0) timer = setTimeout(soon, left);
    else now();
  };
  // Safari has no idle callbacks.
  const soon = () =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(atRest, { timeout: BETWEEN_MS }) : atRest();
  const changed = new MutationObserver(() => {
    // One change is enough to know; typing must not pay for each.
    changed.disconnect();
    timer = setTimeout(soon, Math.max(REST_MS, last + BETWEEN_MS - performance.now()));
  });
  const left = () => {
    if (document.visibilityState === 'hidden' && timer !== undefined) now();
  };
  timer = setTimeout(soon, REST_MS);
  document.addEventListener('visibilitychange', left);
  document.addEventListener('keydown', type, { capture: true, passive: true });
  return () => {
    ended = true;
    clearTimeout(timer);
    changed.disconnect();
    document.removeEventListener('visibilitychange', left);
    document.removeEventListener('keydown', type, { capture: true });
  };
}
