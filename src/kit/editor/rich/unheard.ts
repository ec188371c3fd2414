// What a key costs beside the editor itself: nobody around it has to hear of it five times, nor be asked whether it has to scroll.
import type { EditorView } from '@tiptap/pm/view';

/** Of a key all but `keydown`: the editor hears them, and nothing around it does. On the way down (capture) they are heard as ever. */
const OWN_EVENTS = ['keypress', 'beforeinput', 'textInput', 'input', 'keyup'];

/** React would look through all that the field lies in at each of them. */
export function keepOwnEvents({ dom }: EditorView): void {
  for (const type of OWN_EVENTS) dom.addEventListener(type, (event) => event.stopPropagation());
}

/**
 * Of `handleScrollToSelection`: true where the caret is in sight anyway, in a field that shows all of itself and stands still
 * in the page. The editor would measure everything that it lies in.
 */
export function isAllInSight({ dom }: EditorView): boolean {
  const field = dom.closest('.ll-composer-field');
  return field?.closest('[data-mode=new]') != null && field.scrollHeight <= field.clientHeight;
}
