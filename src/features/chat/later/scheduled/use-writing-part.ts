// A part over the field that is fetched when somebody begins to write there, and stays until they leave: nothing moves under a
// pointer. A hint is nobody's need: where it cannot be fetched, there is none.
import { type RefObject, useEffect, useState } from 'react';

export interface WritingPart<Part> {
  readonly Part: Part;
  /** Its place, before everything that stands over the field. */
  readonly place: HTMLElement;
}

/** `near`: anything in the composer. `load` is asked once, and undefined is no part. */
export function useWritingPart<Part>(
  near: RefObject<HTMLElement | null>,
  load: (() => Promise<Part>) | undefined,
): WritingPart<Part> | undefined {
  const [part, setPart] = useState<WritingPart<Part>>();
  const [first] = useState(() => load);
  useEffect(() => {
    const whole = near.current?.closest('.ll-chat-write');
    if (!whole || !first) return;
    const place = document.createElement('div');
    whole.prepend(place);
    let left = false;
    const begin = () => {
      whole.removeEventListener('focusin', begin);
      void first().then(
        (Part) => left || setPart({ Part, place }),
        () => undefined,
      );
    };
    whole.addEventListener('focusin', begin);
    if (whole.contains(document.activeElement)) begin();
    return () => {
      left = true;
      whole.removeEventListener('focusin', begin);
      setPart(undefined);
      place.remove();
    };
  }, [near, first]);
  return part;
}
