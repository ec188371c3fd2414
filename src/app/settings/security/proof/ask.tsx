// Asks, over whatever screen has called, who it is: one dialog, however many calls wait for it. It stands in a root of its own, so that
// no page pays for it before it is needed.
import { createRoot } from 'react-dom/client';
import { app } from '#src/realtime/app.ts';
import { ProofDialog } from './proof-dialog.tsx';

let asking: Promise<boolean> | undefined;

/** True once the person has said who they are; false if they would not, or if another session is this browser's by then. */
export const askForProof = (): Promise<boolean> =>
  (asking ??= show().finally(() => {
    asking = undefined;
  }));

function show(): Promise<boolean> {
  const session_id = app.session.read()?.session_id;
  const host = document.createElement('div');
  // Where the colours and sizes of everything are.
  (document.querySelector('.radix-themes') ?? document.body).append(host);
  const root = createRoot(host);
  const shown = new Promise<boolean>((done) => root.render(<ProofDialog onDone={done} />));
  return shown
    .finally(() => {
      root.unmount();
      host.remove();
    })
    .then((proven) => proven && app.session.read()?.session_id === session_id);
}
