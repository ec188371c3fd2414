// A part of the page whose buttons go when they have done their work: the focus must not go with them, because the keyboard
// would have no place on the page then.
import { type FocusEvent, useEffect, useRef } from 'react';

type Place = () => HTMLElement | null | undefined;

export interface FocusKeptOptions {
  /** Where the focus goes when what had it is no longer there. */
  next?: Place;
  /** The same for when the whole part goes; asked when it comes. */
  left?: Place;
  /** Now it goes back to where it was before it came in, if it came from elsewhere: for what opens by itself. */
  returns?: boolean;
}

/** For the element around all that can have the focus. */
export interface FocusKept {
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onBlur: (event: FocusEvent<HTMLElement>) => void;
}

const isLost = (): boolean => document.activeElement === document.body;
const focus = (element: HTMLElement | null | undefined): void => element?.focus({ preventScroll: true });

export function useFocusKept({ next, left, returns = false }: FocusKeptOptions): FocusKept {
  const inside = useRef(false);
  const from = useRef<EventTarget>(null);
  const around = useRef(left);
  useEffect(() => {
    if (!inside.current || !isLost()) return;
    inside.current = false;
    if (from.current instanceof HTMLElement) focus(from.current);
    if (isLost()) focus(next?.());
  });
  useEffect(() => {
    const element = around.current?.();
    return () => {
      if (inside.current && isLost()) focus(element);
    };
  }, []);
  return {
    onFocus: ({ relatedTarget }) => {
      if (!inside.current) from.current = returns ? relatedTarget : null;
      inside.current = true;
    },
    // Not called for what is taken away while it has the focus: React holds its events back meanwhile.
    onBlur: ({ currentTarget, relatedTarget }) => {
      // Without one another window may have got it: then it is still here.
      inside.current = currentTarget.contains((relatedTarget ?? document.activeElement) as Node | null);
    },
  };
}
