// What somebody has typed and nobody has stored: forms (kit/ui/form/unsaved.ts), and by what is typed into them a message that is
// being edited and fields outside of forms. A new message is stored as it is typed (kit/editor), and a search box has nothing to
// lose.
import { busy, unsavedForms } from '#src/offline/device/busy.ts';

const KEPT = '.ll-composer[data-mode=new] *, [type=search], [role=searchbox], [role=search] *, form *';
/** While a message is edited one field may take another one's place. */
const EDITED = '.ll-composer';
const FIELD = 'textarea, [contenteditable]';
/** Who has not typed for this long is not in the middle of a sentence. */
const PAUSE_MS = 30_000;

/** Every field, or message that is edited, that was typed in, and what it said before. */
const before = new Map<HTMLElement, string>();
/** When a key last changed something, in milliseconds since 1970. */
let typedAt = 0;
let watching = false;

function textOf(element: HTMLElement): string {
  const field = element.matches(EDITED) ? element.querySelector<HTMLElement>(FIELD) : element;
  const isPlain = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isPlain ? field.value : (field?.textContent ?? '');
}

/** To be called before anything is typed; more than once does no harm. */
export function watchFields(): void {
  if (watching) return;
  watching = true;
  addEventListener('beforeinput', ({ target }) => notice(target), { capture: true });
}

function notice(target: EventTarget | null): void {
  if (!(target instanceof HTMLElement)) return;
  typedAt = Date.now();
  const element = target.closest<HTMLElement>(EDITED) ?? target;
  if (target.matches(KEPT) || before.has(element)) return;
  for (const other of before.keys()) if (!other.isConnected) before.delete(other);
  before.set(element, textOf(element));
}

/** Whether a reload now would forget something that was typed. */
export const isUnsaved = (): boolean =>
  unsavedForms.size > 0 || [...before].some(([element, text]) => element.isConnected && textOf(element) !== text);

/** Whether a question that nobody has asked for would come in the middle of something. */
export const isAtWork = (): boolean =>
  busy.count > 0 ||
  isUnsaved() ||
  Date.now() - typedAt < PAUSE_MS ||
  document.querySelector('dialog[open], [popover]:popover-open:not([aria-hidden=true], [role=status])') !== null;
