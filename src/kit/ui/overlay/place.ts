// Puts a popover beside a rectangle, inside the window. Measured once when it opens: what scrolls away closes it instead.

const GAP = 6;
const EDGE = 8;

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export interface Size {
  width: number;
  height: number;
}
export type Side = 'below' | 'below-end' | 'right';

/** Where the popover's top left corner goes. Flips to the other side when there is no room, and stays in the window. */
export function placeFor(anchor: Box, popover: Size, room: Size, side: Side): { left: number; top: number } {
  const clamp = (value: number, length: number, limit: number) =>
    Math.max(EDGE, Math.min(value, limit - length - EDGE));
  if (side === 'right') {
    const right = anchor.right + GAP;
    const left = right + popover.width + EDGE <= room.width ? right : anchor.left - GAP - popover.width;
    const middle = (anchor.top + anchor.bottom - popover.height) / 2;
    return { left: clamp(left, popover.width, room.width), top: clamp(middle, popover.height, room.height) };
  }
  const below = anchor.bottom + GAP;
  const above = anchor.top - GAP - popover.height;
  const fits = below + popover.height + EDGE <= room.height || above < EDGE;
  const start = side === 'below-end' ? anchor.right - popover.width : anchor.left;
  return {
    left: clamp(start, popover.width, room.width),
    top: clamp(fits ? below : above, popover.height, room.height),
  };
}

/** The same for a popover that is already shown. */
export function placeBeside(popover: HTMLElement, anchor: Box, side: Side): void {
  const { left, top } = placeFor(
    anchor,
    { width: popover.offsetWidth, height: popover.offsetHeight },
    { width: document.documentElement.clientWidth, height: window.innerHeight },
    side,
  );
  popover.style.left = `${left}px`;
  popover.style.top = `${top}px`;
}
