// Asks, over whatever screen has called, who it is: one dialog, however many calls wait for it. It stands in a root of its own, so that
// no page pays for it before it is needed.
import { createRoot } from 'react-dom/client';
import { ApiError } from '#src/api/errors.ts';
import { app } from '#src/realtime/app.ts';
import { ProofDialog } from './proof-dialog.tsx';

let asking: Promise<boolean> | undefined;
/** Somebody has said no, and done nothing since. */
let isDeclined = false;

/**
 * True once the person has said who they are; false if they would not, or if another session is this browser's by then. `reads`: the call
 * does nothing but read, and so may have come by itself: see `isWelcome`.
 */
export async function askForProof(reads: boolean): Promise<boolean> {
  if (reads && !asking && !isWelcome()) return false;
  return (asking ??= show().finally(() => {
    asking = undefined;
  }));
}

/**
 * A screen is read anew by itself, too, as when its window is returned to: nobody is asked twice for that, and who is typing would type
 * into the dialog.
 */
const isWelcome = (): boolean =>
  document.visibilityState === 'visible' &&
  !isDeclined &&
  !document.activeElement?.matches('input:not([type=checkbox], [type=radio]), textarea, [contenteditable=true]');

async function show(): Promise<boolean> {
  const session_id = app.session.read()?.session_id;
  const host = document.createElement('div');
  // Where the colours and sizes of everything are.
  (document.querySelector('.radix-themes') ?? document.body).append(host);
  const root = createRoot(host);
  const proven = await new Promise<boolean>((done) => root.render(<ProofDialog onDone={done} />));
  root.unmount();
  host.remove();
  if (!proven) decline();
  const isSame = proven && app.session.read()?.session_id === session_id;
  if (isSame) void app.queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => isRefused(state.error) });
  return isSame;
}

/** What was refused before, and stands on the screen as that or as a copy. */
const isRefused = (error: unknown): boolean => error instanceof ApiError && error.code === 'AUTH_PROOF_REQUIRED';

function decline(): void {
  isDeclined = true;
  const again = () => {
    isDeclined = false;
  };
  // Not the press itself that said no.
  setTimeout(() => {
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, again, { capture: true, once: true });
  });
}
