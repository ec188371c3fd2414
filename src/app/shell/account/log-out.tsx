// Logging out by hand asks first when something has not been sent: it would be gone from this device. Switching company does, too.
import { Suspense, useState } from 'react';
import { lazyPart } from '#src/kit/ui/lazy-part.tsx';
import { useClient } from '#src/realtime/hooks.ts';
import { useApp } from '../../state/app-state.ts';
import { unsentIn } from '../../state/waiting.ts';

const AccountDialog = lazyPart(() => import('./account-dialog.tsx'), 'AccountDialog');

/** `ask` logs out at once, or after the question; `companies` shows them; `question` has to be rendered beside the button. */
export function useLogOut() {
  const { actions } = useApp().state;
  const { outbox } = useClient();
  const [asking, setAsking] = useState(0);
  return {
    ask: () => (unsentIn(outbox.state.items) > 0 ? setAsking(1) : actions.logOut()),
    companies: () => setAsking(2),
    question: asking > 0 && (
      <Suspense>
        <AccountDialog companies={asking > 1} onCancel={() => setAsking(0)} />
      </Suspense>
    ),
  };
}
