// What Enter means, for both writing fields.

/** True where the keyboard is a drawn one: Enter makes a new line there, and the button sends. */
export const onTouch = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches;

/** The label of the Enter key on a drawn keyboard. */
export const enterHint = (): 'enter' | 'send' => (onTouch() ? 'enter' : 'send');

/** `send`, `line` for a new line, or undefined for another key. Not for one of an input method. */
export function enterMeans(event: KeyboardEvent): 'send' | 'line' | undefined {
  if (event.key !== 'Enter') return undefined;
  if (event.ctrlKey || event.metaKey) return 'send';
  return event.shiftKey || event.altKey || onTouch() ? 'line' : 'send';
}
