// Logging out by hand asks first when something has not been sent: it would be gone from this device.
import { Suspense, useState } from 'react';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { useApp } from '../state/app-state.ts';

const ConfirmDialog = lazyPart(() => import('#src/kit/ui/overlay/confirm-dialog.tsx'), 'ConfirmDialog');

/** `ask` logs out at once, or after the question; `question` has to be rendered beside the button. */
export function useLogOut() {
  const { unsent, actions } = useApp().state;
  const [asking, setAsking] = useState(false);
  const changes = unsent === 1 ? '1 change has' : `${unsent} changes have`;
  return {
    ask: () => (unsent > 0 ? setAsking(true) : actions.logOut()),
    question: asking && (
      <Suspense fallback={null}>
        <ConfirmDialog
          open
          title="Log out before everything is sent?"
          action="Log out and delete"
          cancel="Stay"
          danger
          onConfirm={actions.logOut}
          onCancel={() => setAsking(false)}
        >
          {`${changes} not been sent yet. Logging out deletes ${unsent === 1 ? 'it' : 'them'} from this device.`}
        </ConfirmDialog>
      </Suspense>
    ),
  };
}
