// What somebody has typed and nobody has stored: the fields of forms, and a message that is being edited. A new message is
// stored as it is typed (kit/editor), and a search box has nothing to lose.
import { busy } from '#src/offline/device/busy.ts';

const KEPT = '.ll-composer[data-mode=new] *, [type=search], [role=searchbox], [role=search] *';
/** Who has not typed for this long is not in the middle of a sentence. */
const PAUSE_MS = 30_000;

/** Every field that was typed in, and what it said before. */
const before = new Map<HTMLElement, string>();
/** When a key last changed something, in milliseconds since 1970. */
let typedAt = 0;
let watching = false;

const textOf = (field: HTMLElement): string =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : (field.textContent ?? '');

/** To be called before anything is typed; more than once does no harm. */
export function watchFields(): void {
  if (watching) return;
  watching = true;
  addEventListener('beforeinput', ({ target }) => notice(target), { capture: true });
  addEventListener('submit', ({ target }) => forget(target), { capture: true });
}

function notice(target: EventTarget | null): void {
  if (!(target instanceof HTMLElement)) return;
  typedAt = Date.now();
  if (target.matches(KEPT) || before.has(target)) return;
  for (const field of before.keys()) if (!field.isConnected) before.delete(field);
  before.set(target, textOf(target));
}

/** What is sent is stored; if it is refused, it is typed in again. */
function forget(form: EventTarget | null): void {
  for (const field of before.keys()) if (form instanceof Node && form.contains(field)) before.delete(field);
}

/** Whether a reload now would forget something that was typed. */
export const isUnsaved = (): boolean =>
  [...before].some(([field, text]) => field.isConnected && textOf(field) !== text);

/** Whether a question that nobody has asked for would come in the middle of something. */
export const isAtWork = (): boolean =>
  busy.count > 0 || isUnsaved() || Date.now() - typedAt < PAUSE_MS || document.querySelector('dialog[open]') !== null;
