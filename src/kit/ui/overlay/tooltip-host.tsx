// One tooltip for the whole app: any element with `data-tip` (and `data-keys`) gets it. Radix' own would put a positioning
// library into the entry chunk, because its provider is a part of Theme.
import { type RefObject, useEffect, useRef } from 'react';
import { placeBeside } from './place.ts';
import './tooltip.css';

const DELAY_MS = 500;

/** Wires the document's events to the one tip. Returns the way to stop. */
function watch(tip: HTMLElement): () => void {
  let target: HTMLElement | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hide = () => {
    clearTimeout(timer);
    target = undefined;
    if (tip.matches(':popover-open')) tip.hidePopover();
  };
  const show = (element: HTMLElement) => {
    if (!element.isConnected || !element.dataset['tip']) return;
    tip.replaceChildren(element.dataset['tip']);
    if (element.dataset['keys']) {
      const keys = document.createElement('kbd');
      keys.textContent = element.dataset['keys'];
      tip.append(keys);
    }
    tip.showPopover();
    placeBeside(tip, element.getBoundingClientRect(), element.dataset['tipSide'] === 'right' ? 'right' : 'below');
  };
  const find = (event: Event) =>
    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null;
  const ask = (event: Event, delay: number) => {
    const element = find(event);
    if (element === target || (event.target instanceof Node && tip.contains(event.target))) return;
    hide();
    if (!element) return;
    target = element;
    timer = setTimeout(() => show(element), delay);
  };
  const over = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') ask(event, DELAY_MS);
  };
  const focus = (event: FocusEvent) => {
    // Only keyboard focus: after a click the tip would cover what the click opened.
    if (event.target instanceof Element && event.target.matches(':focus-visible')) ask(event, 0);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide();
  };
  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true, passive: true };
  document.addEventListener('pointerover', over, options);
  document.addEventListener('focusin', focus, options);
  document.addEventListener('focusout', hide, options);
  document.addEventListener('pointerdown', hide, options);
  document.addEventListener('keydown', key, options);
  document.addEventListener('scroll', hide, options);
  return () => {
    stop.abort();
    hide();
  };
}

/** To be rendered once, inside the theme root. Hidden from assistive tools: the tip repeats the element's own name. */
export function TooltipHost() {
  const tip: RefObject<HTMLDivElement | null> = useRef(null);
  useEffect(() => (tip.current ? watch(tip.current) : undefined), []);
  return <div ref={tip} popover="manual" className="ll-tip" aria-hidden="true" />;
}
