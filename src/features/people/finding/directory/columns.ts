// How many cards stand beside each other.
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels: where there is less room, colleagues are rows. */
const ROOM = 700;
const CARD = 280;
const GAP = 16;

export const columnsIn = (width: number): number =>
  width < ROOM ? 1 : Math.max(2, Math.floor((width + GAP) / (CARD + GAP)));

/** As many as there is room for in the element; 1: rows. Known before anything of it is painted. */
export function useColumns(box: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(1);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setColumns(columnsIn(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return columns;
}
