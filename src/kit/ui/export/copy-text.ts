// Copies words, and says so; also on a server that is reached by plain http, where browsers have no clipboard for pages.
import { showToast } from '../feedback/toast-store.ts';

/** `said`: what is told when it is done. Resolves with whether it was. */
export async function copyText(text: string, said: string): Promise<boolean> {
  const done = await (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
    () => true,
    () => copyByCommand(text),
  );
  showToast({ text: done ? said : 'The browser did not allow copying' });
  return done;
}

/** As if somebody had pressed the keys for it. */
function copyByCommand(text: string): boolean {
  let done = false;
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    done = event.clipboardData !== null;
  };
  addEventListener('copy', give, { capture: true, once: true });
  document.execCommand('copy');
  removeEventListener('copy', give, { capture: true });
  return done;
}
