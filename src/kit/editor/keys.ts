// What Enter means, for both writing fields.

/** True where the keyboard is a drawn one: Enter makes a new line there, and the button sends. */
export const onTouch = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches;

/** The label of the Enter key on a drawn keyboard. */
export const enterHint = (): 'enter' | 'send' => (onTouch() ? 'enter' : 'send');

/** The key belongs to an input method. Safari ends the composition before the last one and marks that by the code 229 only. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;

/** `send`, `line` for a new line, or undefined for another key. Not for one of an input method. */
export function enterMeans(event: KeyboardEvent): 'send' | 'line' | undefined {
  if (event.key !== 'Enter') return undefined;
  if (event.ctrlKey || event.metaKey) return 'send';
  return event.shiftKey || event.altKey || onTouch() ? 'line' : 'send';
}
