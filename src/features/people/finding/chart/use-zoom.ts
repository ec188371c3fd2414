// The drawing in its window: dragged with the mouse, scrolled by touch and wheel, made larger and smaller around the place that is
// pointed at. It is scrolled, not moved by a transform: so the focus, the keys and assistive tools bring what they want into sight.
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

const [LEAST, MOST, STEP] = [0.3, 1.6, 1.2];
/** px that are still a click. */
const STILL = 4;
/** One notch of a wheel is no more than this. */
const NOTCH = 25;

export interface Zoom {
  readonly zoom: number;
  readonly larger: () => void;
  readonly smaller: () => void;
  /** All that is open, in one look. */
  readonly fit: () => void;
}

export function useZoom(box: RefObject<HTMLElement | null>, on: boolean): Zoom {
  const [zoom, setZoom] = useState(1);
  const now = useRef(1);
  /** @param at px from the box's corner: what is there stays there. Default: its middle. */
  const to = useCallback(
    (wanted: number, at?: readonly [x: number, y: number]) => {
      const element = box.current;
      const next = Math.min(MOST, Math.max(LEAST, wanted));
      if (!element || next === now.current) return;
      const [x, y] = at ?? [element.clientWidth / 2, element.clientHeight / 2];
      const [left, top] = [(element.scrollLeft + x) / now.current, (element.scrollTop + y) / now.current];
      now.current = next;
      flushSync(() => setZoom(next));
      element.scrollTo(left * next - x, top * next - y);
    },
    [box],
  );
  const fit = useCallback(() => {
    const [element, drawing] = [box.current, box.current?.firstElementChild];
    if (!element || !drawing) return;
    const { width, height } = naturalSize(drawing, now.current);
    to(Math.min(1, element.clientWidth / width, element.clientHeight / height));
    element.scrollTo(0, 0);
  }, [box, to]);
  usePinch(box, on, now, to);
  useDrag(box, on);
  return {
    zoom: on ? zoom : 1,
    larger: useCallback(() => to(now.current * STEP), [to]),
    smaller: useCallback(() => to(now.current / STEP), [to]),
    fit,
  };
}

function naturalSize(drawing: Element, zoom: number) {
  const { width, height } = drawing.getBoundingClientRect();
  return { width: Math.max(1, width / zoom), height: Math.max(1, height / zoom) };
}

type To = (wanted: number, at: readonly [number, number]) => void;

/** The wheel with Ctrl (which is what a touchpad's pinch says), and two fingers. */
function usePinch(box: RefObject<HTMLElement | null>, on: boolean, now: RefObject<number>, to: To): void {
  useEffect(() => {
    const element = box.current;
    if (!element || !on) return;
    const from = (x: number, y: number): [number, number] => {
      const { left, top } = element.getBoundingClientRect();
      return [x - left, y - top];
    };
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const notch = Math.max(-NOTCH, Math.min(NOTCH, event.deltaY));
      to(now.current * Math.exp(-notch / 100), from(event.clientX, event.clientY));
    };
    let start: { apart: number; zoom: number } | undefined;
    const touch = (event: TouchEvent) => {
      const [a, b] = event.touches;
      if (!a || !b) {
        start = undefined;
        return;
      }
      event.preventDefault();
      const apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      start ??= { apart, zoom: now.current };
      to((start.zoom * apart) / start.apart, from((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2));
    };
    const events = new AbortController();
    const active = { passive: false, signal: events.signal };
    element.addEventListener('wheel', wheel, active);
    for (const name of ['touchstart', 'touchmove', 'touchend'] as const) element.addEventListener(name, touch, active);
    return () => events.abort();
  }, [box, on, now, to]);
}

/** With the mouse alone: touch scrolls by itself. What ends a drag is no click. */
function useDrag(box: RefObject<HTMLElement | null>, on: boolean): void {
  useEffect(() => {
    const element = box.current;
    if (!element || !on) return;
    let last: { x: number; y: number; moved: number } | undefined;
    const events = new AbortController();
    const { signal } = events;
    element.addEventListener(
      'pointerdown',
      ({ pointerType, button, clientX, clientY }) => {
        last = pointerType === 'mouse' && button === 0 ? { x: clientX, y: clientY, moved: 0 } : undefined;
      },
      { signal },
    );
    window.addEventListener(
      'pointermove',
      ({ clientX, clientY, buttons }) => {
        if (!last || !(buttons & 1)) return;
        const [x, y] = [last.x - clientX, last.y - clientY];
        last = { x: clientX, y: clientY, moved: last.moved + Math.hypot(x, y) };
        if (last.moved <= STILL) return;
        element.setAttribute('data-dragged', '');
        element.scrollBy(x, y);
      },
      { signal },
    );
    window.addEventListener('pointerup', () => element.removeAttribute('data-dragged'), { signal });
    element.addEventListener(
      'click',
      (event) => {
        if (last && last.moved > STILL) {
          event.preventDefault();
          event.stopPropagation();
        }
        last = undefined;
      },
      { signal, capture: true },
    );
    element.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
    return () => events.abort();
  }, [box, on]);
}
