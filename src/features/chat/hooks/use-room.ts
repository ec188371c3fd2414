// What is around the rows and changes its size while one reads must not move what one reads.
import { useEffect, useLayoutEffect, useState } from 'react';

type Part = { readonly current: HTMLElement | null };

/**
 * Where the first row begins, in px from the top of what scrolls: without it rows in view are taken for rows out of view.
 * `settledRef`: until then whoever brings the list to a place reckons with what stands above. `topRef`: the same, known before it is
 * drawn. `kind`: what stands above; another one has another size.
 */
export function useRoomAbove(
  scrollerRef: Part,
  aboveRef: Part,
  stickRef: { readonly current: boolean },
  settledRef: { readonly current: boolean },
  topRef: { current: number },
  kind: unknown,
): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    const above = aboveRef.current;
    if (!scroller || !above) return;
    const measure = () => {
      const now = above.getBoundingClientRect().bottom - scroller.getBoundingClientRect().top + scroller.scrollTop;
      const more = now - topRef.current;
      topRef.current = now;
      setRoom(now);
      if (more && scroller.scrollTop > 0 && !stickRef.current && settledRef.current) scroller.scrollTop += more;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(above);
    return () => observer.disconnect();
  }, [scrollerRef, aboveRef, stickRef, settledRef, topRef, kind]);
  return room;
}

/** Rows are measured late and pictures load later: whoever is at the end stays there while the content grows. */
export function useEndKept(scrollerRef: Part, stickRef: { readonly current: boolean }): void {
  useEffect(() => {
    const element = scrollerRef.current;
    if (!element) return;
    const keep = () => {
      if (stickRef.current) element.scrollTop = element.scrollHeight;
    };
    const observer = new ResizeObserver(keep);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [scrollerRef, stickRef]);
}
