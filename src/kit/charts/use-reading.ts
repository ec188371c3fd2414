// Which place of a chart is being read: under the pointer or the finger, or by arrow keys once the chart has the focus.
import { type KeyboardEvent, type PointerEvent, useState } from 'react';

/** By how many places a key moves, or to which end. */
function moved(key: string, at: number, last: number, page: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, at + 1);
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, at - 1);
  if (key === 'PageUp') return Math.min(last, at + page);
  if (key === 'PageDown') return Math.max(0, at - page);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

/**
 * `count` places side by side; `page`: how many PageUp and PageDown go. `at`: the place that is read, else undefined; `value`: where
 * the keys are, the last one at first. `handlers` are for the element that takes the focus and fills the plot.
 */
export function useReading(count: number, page: number) {
  const last = count - 1;
  const [held, setValue] = useState(last);
  const [pointed, setPointed] = useState<number>();
  const [focused, setFocused] = useState(false);
  const value = Math.max(0, Math.min(held, last));
  const place = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(last, Math.floor(((clientX - left) / (width || 1)) * count)));
  };
  const handlers = {
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Escape') {
        setPointed(undefined);
        return setFocused(false);
      }
      const next = moved(event.key, value, last, page);
      if (next === undefined) return undefined;
      event.preventDefault();
      setPointed(undefined);
      setFocused(true);
      return setValue(next);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => setPointed(place(event)),
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      setPointed(place(event));
      setValue(place(event));
    },
    onPointerLeave: () => setPointed(undefined),
  };
  const at = pointed === undefined ? (focused ? value : undefined) : Math.min(pointed, last);
  return { at, value, handlers };
}
