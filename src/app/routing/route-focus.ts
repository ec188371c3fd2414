// After going somewhere else focus goes to the new page's h1, so that screen readers and the keyboard start there. A page
// that has a better place marks it with `data-autofocus`.
import type { AnyRouter } from '@tanstack/react-router';

/** Where focus belongs on the page that is shown now. */
function landing(): HTMLElement | null {
  const wanted = document.querySelector<HTMLElement>('main [data-autofocus]');
  if (wanted) return wanted;
  // In list and detail both panes have a heading; the content's is the page's. The loading screen is no page.
  const places = ['main [data-pane=main] h1', 'main h1', 'main:not(.ll-loading)'];
  return places.map((place) => document.querySelector<HTMLElement>(place)).find((element) => element !== null) ?? null;
}

/** Keeps what somebody is typing in: a navigation may have been made by that very field. */
const isTyping = (): boolean => document.activeElement?.matches('input, textarea, [contenteditable=true]') === true;

/** Returns the way to stop. The first page keeps the browser's own focus. */
export function focusAfterNavigation(router: AnyRouter): () => void {
  // Before anything was pressed, a navigation is the start's own: `/` leads to the first feature, or to the sign-in.
  let starting = true;
  const pressed = () => {
    starting = false;
  };
  for (const event of ['keydown', 'pointerdown', 'popstate'])
    addEventListener(event, pressed, { capture: true, once: true });
  let late: MutationObserver | undefined;
  let dialog = false;
  const land = (): boolean => {
    const element = landing();
    if (!element) return false;
    if (!element.hasAttribute('tabindex') && element.matches('h1, main')) element.tabIndex = -1;
    element.focus({ preventScroll: true });
    return true;
  };
  const stop = router.subscribe('onRendered', (event) => {
    late?.disconnect();
    const closed = dialog && document.activeElement !== document.body;
    dialog = router.state.matches.at(-1)?.staticData.dialog === true;
    // A dialog that has closed has given the focus back to what opened it.
    if (starting || !event.pathChanged || closed || isTyping() || land()) return;
    // After signing in the shell is still on its way: there is no page yet.
    late = new MutationObserver((_, observer) => {
      if (document.activeElement !== document.body || land()) observer.disconnect();
    });
    late.observe(document.body, { childList: true, subtree: true });
  });
  return () => {
    late?.disconnect();
    stop();
  };
}
