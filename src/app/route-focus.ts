// After going somewhere else focus goes to the new page's h1, so that screen readers and the keyboard start there. A page
// that has a better place marks it with `data-autofocus`.
import type { AnyRouter } from '@tanstack/react-router';

/** Where focus belongs on the page that is shown now. */
function landing(): HTMLElement | null {
  const wanted = document.querySelector<HTMLElement>('main [data-autofocus]');
  if (wanted) return wanted;
  // In list and detail both panes have a heading; the content's is the page's.
  const places = ['main [data-pane=main] h1', 'main h1', 'main'];
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
  for (const event of ['keydown', 'pointerdown', 'popstate']) addEventListener(event, pressed, { capture: true, once: true });
  return router.subscribe('onRendered', (event) => {
    if (starting || !event.pathChanged || isTyping()) return;
    const element = landing();
    if (!element) return;
    if (!element.hasAttribute('tabindex') && element.matches('h1, main')) element.tabIndex = -1;
    element.focus({ preventScroll: true });
  });
}
